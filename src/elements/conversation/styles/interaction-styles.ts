import type { CSSResult } from 'lit';
import { css } from '../../css.ts';
import { edgeOf, hoveredAccent } from './colours.ts';

/**
 * The button to a new answer below, the bar above the composer while a message is edited, and the details that load
 * after the first answer.
 */
export const interactionStyles: CSSResult = css`
  agent-chat-message:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 4px;
    border-radius: var(--_radius);
  }
  /* Consecutive messages of one speaker are closer together. Initial messages wait for this code. */
  agent-chat-message:not(.user) + agent-chat-message:not(.user) {
    margin-block-start: calc(var(--_space) * -0.5);
  }
  agent-chat-message:not(.user) + agent-chat-message:not(.user) .bubble {
    border-start-start-radius: min(var(--_radius), 5px);
  }
  .notice {
    align-self: stretch;
  }
  .notice.error {
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.8125);
    border: 1px solid color-mix(in srgb, var(--_danger) 40%, transparent);
    border-radius: var(--_radius-s);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
    color: var(--_text);
  }
  .notice > .icon {
    inline-size: 16px;
    block-size: 16px;
  }
  .notice > :is(.icon, .ring) {
    flex: none;
    margin-inline-end: -4px;
  }
  .notice.error > .icon {
    color: var(--_danger);
  }
  .notice .ring {
    inline-size: 16px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: conic-gradient(var(--_focus) var(--_left), var(--_border) 0);
    mask: radial-gradient(closest-side, transparent 5.5px, #000 6px);
    forced-color-adjust: none;
  }
  .user .bubble::selection,
  .user .bubble *::selection {
    background: color-mix(in srgb, currentColor 30%, transparent);
  }
  .user .bubble {
    box-shadow: ${edgeOf(css`var(--_user-bubble)`)};
  }
  .avatar,
  .send:not(.stop) {
    box-shadow: ${edgeOf(css`var(--_accent)`)};
  }
  .send:not([aria-disabled]):active {
    scale: 0.94;
  }
  /* Drawn with borders, which are visible in forced colours: two sheets, or a check mark after the copy. */
  .md .md-code-head .md-copy {
    position: relative;
    padding-inline-start: 25px;
  }
  .md-copy::before,
  .md-copy:not(.copied)::after {
    content: '';
    position: absolute;
    inset-block-start: calc(50% - 3px);
    inset-inline-start: 10px;
    box-sizing: border-box;
    inline-size: 9px;
    block-size: 9px;
    border: 1.5px solid;
    border-radius: 2.5px;
  }
  .md-copy:not(.copied)::after {
    inset-block-start: calc(50% - 6px);
    inset-inline-start: 7px;
    border-block-end: 0;
    border-inline-end: 0;
    border-end-end-radius: 0;
  }
  .md-copy.copied::before {
    inset-block-start: calc(50% - 6px);
    inline-size: 6px;
    block-size: 10px;
    border-width: 0 1.5px 1.5px 0;
    border-radius: 0;
    rotate: 45deg;
  }
  @media (pointer: coarse) {
    .md .md-code-head .md-copy,
    .quiet-button {
      min-block-size: 44px;
    }
    .quiet-button {
      padding-inline: 16px;
    }
  }
  /*
   * A shade at an edge of code or a table shows that there is more. An element that does not overflow has no timeline.
   * Not in a running answer, where it would be work for each token.
   */
  @supports (animation-timeline: scroll()) {
    .md :is(pre, .md-table) {
      --_before: inset 14px 0 10px -12px color-mix(in srgb, currentColor 45%, transparent);
      --_after: inset -14px 0 10px -12px color-mix(in srgb, currentColor 45%, transparent);
      animation: linear both;
      animation-timeline: scroll(self inline);
    }
    agent-chat-message:not(.running) .md :is(pre, .md-table) {
      animation-name: agent-chat-more;
    }
    .md .md-table:dir(rtl) {
      animation-direction: reverse;
    }
    @keyframes agent-chat-more {
      from {
        box-shadow: var(--_after);
      }
      1%,
      99% {
        box-shadow: var(--_before), var(--_after);
      }
      to {
        box-shadow: var(--_before);
      }
    }
  }
  /* Text that continues below fades out instead of being cut off. */
  agent-chat-composer {
    position: relative;
    box-shadow: 0 -8px 8px var(--_surface);
  }
  .log {
    scrollbar-color: color-mix(in srgb, var(--_text) 28%, transparent) transparent;
  }
  .log:focus-visible {
    z-index: 1;
  }
  /* Paint-only styles of the simple reader’s blocks. They move no text, so the first answer does not wait for them. */
  .md li::marker {
    color: var(--_ink, var(--_muted));
    font-variant-numeric: tabular-nums;
  }
  .md a {
    text-decoration-thickness: from-font;
    text-underline-offset: 0.15em;
    border-radius: 2px;
  }
  .md a:hover {
    text-decoration-thickness: 2px;
  }
  .md a:focus-visible {
    outline: 2px solid var(--_ink, var(--_focus));
    outline-offset: 2px;
  }
  .md :not(pre) > code {
    /* Visible in forced colours only. */
    outline: 1px solid transparent;
  }
  /* Korean breaks between words. */
  .content:lang(ko) {
    word-break: keep-all;
  }
  .notice p {
    font-variant-numeric: tabular-nums;
  }
  /* Below the words, and not below their sign. */
  .notice > .icon ~ p ~ p {
    padding-inline-start: 28px;
  }
  .notice .quiet-button {
    margin-inline-start: auto;
  }
  /* From the second line on the text has a row of its own, and the buttons are below it. */
  .composer .row.many {
    flex-wrap: wrap;
    border-radius: min(calc(var(--_radius) * 1.25), 20px);
  }
  .composer .many textarea {
    order: -1;
    flex: 0 0 100%;
    min-block-size: 0;
    padding: 12px 14px 6px;
    /* A line that goes on below fades instead of being cut. */
    mask-image: linear-gradient(#000 calc(100% - 6px), transparent);
  }
  .composer .many .send {
    margin-inline-start: auto;
  }
  .count {
    padding-block-start: 4px;
    padding-inline: calc(var(--_space) * 0.875);
    color: var(--_muted);
    font-size: 0.8667em;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .count.over {
    color: var(--_danger);
    font-weight: 600;
  }
  .pill {
    all: unset;
    position: absolute;
    z-index: 1;
    inset-block-end: calc(var(--_space) * 0.75);
    inset-inline: 0;
    box-sizing: border-box;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    margin-inline: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.125);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 3px 12px rgb(20 22 40 / 14%);
    cursor: pointer;
  }
  .pill .icon {
    inline-size: 18px;
  }
  @media (pointer: coarse) {
    .pill {
      inline-size: 44px;
      block-size: 44px;
    }
  }

  @media (hover: hover) {
    .send:not([aria-disabled], .stop):hover {
      background-color: ${hoveredAccent};
    }
    .pill:hover,
    .quiet-button:hover {
      background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
    }
  }
  .pill:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .editing {
    display: flex;
    gap: 8px;
    align-items: center;
    padding-block-end: 6px;
    padding-inline: calc(var(--_space) * 0.5) 0;
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .editing span {
    flex: 1;
  }
  .editing .icon {
    inline-size: 16px;
    block-size: 16px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .send {
      transition: background-color 0.15s, scale 0.15s;
    }
    .pill {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  @media (forced-colors: active) {
    .plain agent-chat-message:not(.user) .bubble {
      border: 0;
    }
    .pill {
      border: 1px solid ButtonText;
    }
    /* Otherwise there would be no shade either. */
    .md :is(pre, .md-table) {
      --_border: CanvasText;
      --_ink: Highlight;
      --_on-code: Highlight;
      forced-color-adjust: none;
      color: CanvasText;
    }
    .md :is(pre, .md-table) > * {
      forced-color-adjust: auto;
    }
  }
  .thinking span {
    margin-inline-start: 4px;
    font-size: 0.9em;
    color: var(--_muted);
    white-space: nowrap;
  }
`;

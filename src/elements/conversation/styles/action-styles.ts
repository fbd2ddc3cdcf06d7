import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The actions below a message: hidden until the message is hovered or focused, always visible for the last one. */
export const actionStyles: CSSResult = css`
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    align-items: center;
    min-block-size: 36px;
    margin-block-start: -8px;
    /* Aligns the icons with the text, not their wider buttons. */
    margin-inline: calc(var(--_inset) - 8px);
    color: var(--_muted);
    font-size: 0.8em;
    opacity: 0;
  }
  agent-chat-message:is(:hover, :focus, :focus-within) .actions,
  agent-chat-message:last-child .actions {
    opacity: 1;
  }
  /* Actions of earlier answers are in the gap below, where they were while the answer was the last one. */
  agent-chat-message:not(.user, :last-child) .actions {
    position: absolute;
    inset-block-start: calc(100% - 2px);
    inset-inline: 0;
    margin-block: 0;
  }
  .user > :not(.bubble, .actions) {
    flex: 1 0 100%;
  }
  /* Beside the bubble. The time has the space that is left, or wraps out of view. */
  .user .actions {
    flex: 1 0 62px;
    flex-direction: row-reverse;
    align-content: flex-start;
    /* Otherwise an exact time would make it a row of its own. */
    min-inline-size: 0;
    min-block-size: 0;
    block-size: 28px;
    margin: 0 0 6px;
    overflow: clip;
  }
  /* At the end of the row: when this text changes, a button that is being pressed must not move. */
  .actions time {
    order: 1;
    padding-inline: 6px 4px;
    font-variant-numeric: tabular-nums;
    line-height: 28px;
    white-space: nowrap;
  }
  @media (hover: hover) {
    agent-chat-message:not(:hover, :focus, :focus-within) time {
      opacity: 0;
    }
  }
  .actions .exact,
  :is(agent-chat-message:focus-visible, .actions:has(:focus-visible)) .relative,
  .actions time:hover .relative {
    display: none;
  }
  :is(agent-chat-message:focus-visible, .actions:has(:focus-visible)) .exact,
  .actions time:hover .exact {
    display: inline;
  }
  /* Listed one by one, because there are many buttons: "all" and a grid would take a browser twice as long. */
  .action {
    display: flex;
    align-items: center;
    justify-content: center;
    inline-size: max(28px, 1.75em);
    aspect-ratio: 1;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: none;
    color: inherit;
    font-size: inherit;
    cursor: pointer;
  }
  @media (hover: hover) {
    .action:hover {
      background: color-mix(in srgb, var(--_text) 8%, transparent);
      color: var(--_text);
    }
  }
  .versions {
    display: flex;
    gap: 2px;
    align-items: center;
    font-variant-numeric: tabular-nums;
  }
  .versions .action:dir(rtl):last-child .icon,
  .versions .action:dir(ltr):first-child .icon {
    rotate: 180deg;
  }
  .action[aria-disabled] {
    opacity: 0.4;
    cursor: default;
  }
  .action .icon {
    inline-size: max(16px, 1em);
  }
  .action[aria-pressed='true'] {
    color: var(--agent-chat-link, var(--_focus));
  }
  .action[aria-pressed='true'] .icon {
    fill: color-mix(in srgb, currentColor 25%, transparent);
  }
  .action:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  @media (hover: none) {
    /* A mouse user sees them before pressing one; a finger would press something invisible. */
    agent-chat-message:not(:last-child, :focus, :focus-within, :hover) .actions {
      pointer-events: none;
    }
    /* The buttons fill the bar: it begins where the answer ends. */
    .actions {
      margin-block-start: -6px;
      margin-inline: calc(var(--_inset) - 16px);
    }
    agent-chat-message:not(.user, :last-child) .actions {
      inset-block-start: 100%;
    }
    .action {
      inline-size: max(44px, 1.75em);
    }
    /* Two buttons, into the padding of the log and to the bubble, which leaves them 76 pixels. */
    .user .actions {
      gap: 0;
      flex-basis: 88px;
      block-size: 44px;
      margin-block-end: 0;
      margin-inline: calc(-1 * var(--_space)) calc(var(--_space) - 18px);
    }
  }
  @media (forced-colors: active) {
    .action {
      border: 1px solid ButtonText;
    }
    .action[aria-pressed='true'] {
      border: 3px solid Highlight;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    /* They fade in and disappear at once: otherwise each question would start fading some out. */
    agent-chat-message:is(:hover, :focus, :focus-within) .actions {
      transition: opacity 0.15s;
    }
    .action {
      transition: background-color 0.15s, color 0.15s;
    }
    .actions time {
      transition: opacity 0.15s;
    }
  }
`;

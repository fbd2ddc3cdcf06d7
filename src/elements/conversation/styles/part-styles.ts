import type { CSSResult } from 'lit';
import { css } from '../../css.ts';
import { bubbleLines } from './colours.ts';

/** Sources as chips and references in the text, and tools as subtle lines; all can be opened. */
export const partStyles: CSSResult = css`
  ${bubbleLines}
  .user .bubble {
    --_ink: var(--_on-user-bubble);
  }
  .bubble .card {
    --_ink: initial;
    color: var(--_text);
  }
  .sources,
  .tool {
    font-size: 0.8667em;
  }
  .text + .sources,
  .text + .tool,
  .text + agent-chat-tool-request > * {
    margin-block-start: calc(var(--_space) * 0.5);
  }
  .tool summary,
  div.tool {
    display: flex;
    gap: 4px;
    align-items: center;
    inline-size: fit-content;
    min-block-size: 28px;
    border-radius: var(--_radius-s);
  }
  .tool summary {
    margin-inline-start: -4px;
    padding-inline-end: 8px;
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  .bubble summary::-webkit-details-marker {
    display: none;
  }
  @media (hover: hover) {
    .bubble :is(summary, button.chip, a.chip):hover,
    .citation-mark:hover span {
      background: color-mix(in srgb, currentColor 8%, transparent);
    }
  }
  .bubble :is(summary, .chip, .source a):focus-visible,
  .citation-mark:focus-visible span,
  .tool pre:focus-visible {
    outline: 2px solid var(--_ink, var(--_focus));
    outline-offset: 1px;
  }
  .bubble summary .icon {
    transition: rotate 0.15s;
  }
  .bubble summary:dir(rtl) .icon {
    rotate: 180deg;
  }
  .bubble [open] > summary .icon {
    rotate: 90deg;
  }

  agent-chat-sources {
    display: block;
  }
  .sources ol {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  /* An open quote is shown below all chips; for a screen reader it follows its own chip. */
  .sources li {
    display: contents;
  }
  .chip {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    box-sizing: border-box;
    max-inline-size: min(100%, 14em);
    min-block-size: 28px;
    padding: 2px 10px;
    border: 1px solid color-mix(in srgb, currentColor 22%, transparent);
    border-radius: var(--_radius-s);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: none;
  }
  :is(button, a).chip {
    cursor: pointer;
  }
  .chip .number {
    color: var(--_ink, var(--_muted));
    font-variant-numeric: tabular-nums;
  }
  .chip .title {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chip[aria-expanded='true'] {
    border-color: currentColor;
  }
  .source {
    order: 1;
    flex: 0 0 100%;
    box-sizing: border-box;
    margin-block-start: 2px;
    padding-inline-start: 10px;
    border-inline-start: 2px solid color-mix(in srgb, currentColor 22%, transparent);
  }
  .source.closed {
    display: none;
  }
  .source.cited {
    margin-block: 0.5em;
    font-size: 0.8667em;
  }
  .source .title {
    font-weight: 600;
  }
  .source a {
    display: inline-block;
    min-block-size: 24px;
    border-radius: 3px;
    color: var(--agent-chat-link, var(--_ink, var(--_focus)));
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.18em;
  }
  .source a:hover {
    text-decoration-thickness: 2px;
  }
  @media (pointer: coarse) {
    .chip,
    .tool summary {
      min-block-size: 44px;
    }
    .chip {
      padding-inline: 14px;
    }
    .source a {
      margin-block-start: -6px;
      padding-block: 10px;
    }
  }
  .source .host {
    margin-inline-start: 4px;
    color: var(--_ink, var(--_muted));
  }
  .bubble .source blockquote {
    margin: 0;
    padding: 0;
    border: 0;
    color: var(--_ink, var(--_muted));
    line-height: 1.45;
  }
  /* The whole is behind the link. */
  .bubble .source:has(> a) blockquote {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  /* A target of 24 pixels that makes no line higher. It overlaps the text before the mark. */
  .citation-mark {
    min-inline-size: 24px;
    margin-block: -6px;
    margin-inline: -6px 0;
    padding-block: 3px;
    padding-inline: 7px 0;
    /* Visible in forced colours only. */
    border: 1px solid transparent;
    border-radius: 8px;
    background: none;
    color: inherit;
    font: 600 0.7333em / 16px system-ui, sans-serif;
    vertical-align: 0.2em;
    cursor: pointer;
  }
  .citation-mark span {
    display: block;
    min-inline-size: 16px;
    padding-inline: 3px;
    box-sizing: border-box;
    border-radius: 8px;
    background: color-mix(in srgb, currentColor 10%, transparent);
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  .citation-mark[aria-expanded='true'] span {
    background: color-mix(in srgb, currentColor 22%, transparent);
  }
  .citation-popover {
    position: absolute;
    z-index: 1;
    box-sizing: border-box;
    inline-size: max-content;
    max-inline-size: min(280px, 100% - 16px);
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: min(var(--_radius), 12px);
    /* A shadow is not seen on dark. */
    background: light-dark(var(--_surface), color-mix(in srgb, var(--_text) 5%, var(--_surface)));
    color: var(--_text);
    box-shadow: 0 8px 28px rgb(20 22 40 / 16%);
    font-size: 0.8667em;
    line-height: 1.45;
    overflow-wrap: anywhere;
  }
  .citation-popover .title {
    font-weight: 600;
  }
  .citation-popover :is(.host, .quote) {
    color: var(--_muted);
  }
  .citation-popover .quote {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
    margin-block-start: 4px;
    overflow: hidden;
  }
  @media (prefers-reduced-motion: no-preference) {
    .citation-popover {
      animation: agent-chat-appear 0.12s;
    }
    @keyframes agent-chat-appear {
      from {
        opacity: 0;
      }
    }
  }
  @media print {
    .citation-popover {
      display: none;
    }
    .source.closed {
      display: block;
    }
    .sources .chip:is(button) {
      display: none;
    }
  }

  .tool .dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    margin-inline: 4px;
    border: 2px solid currentColor;
    border-radius: 50%;
  }
  .tool[data-state='running'] .dot {
    inline-size: 12px;
    block-size: 12px;
    border-inline-end-color: transparent;
  }
  @media (prefers-reduced-motion: no-preference) {
    .tool[data-state='running'] .dot {
      animation: agent-chat-spin 0.9s linear infinite;
    }
    @keyframes agent-chat-spin {
      to {
        rotate: 1turn;
      }
    }
  }
  /* A check mark. */
  .tool[data-state='done'] .dot {
    inline-size: 5px;
    block-size: 10px;
    margin-inline: 7px 8px;
    border-width: 0 2px 2px 0;
    border-radius: 0;
    rotate: 45deg;
    translate: 0 -1px;
  }
  .tool[data-state='failed'] .dot {
    --_failed: var(--_ink, var(--_danger));
    /* A warning triangle. */
    inline-size: 12px;
    block-size: 11px;
    border: 0;
    border-radius: 0;
    background: var(--_failed);
    clip-path: polygon(50% 0, 100% 100%, 0 100%);
  }
  .tool .data {
    margin-block-start: 6px;
  }
  .tool .label {
    font-weight: 600;
  }
  .tool pre {
    max-block-size: 14em;
    margin: 4px 0 0;
    padding: 8px 10px;
    border-radius: var(--_radius-s);
    background: var(--_code);
    color: var(--_on-code);
    font: 0.9231em / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    white-space: pre-wrap;
    overflow: auto;
    scrollbar-width: thin;
    direction: ltr;
  }
  @media (forced-colors: active) {
    .tool[data-state='failed'] .dot {
      forced-color-adjust: none;
      background: CanvasText;
    }
    .tool pre {
      border: 1px solid CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .bubble summary .icon {
      transition: none;
    }
  }
`;

import { type CSSResult, css } from 'lit';
import { bubbleLines } from './colours.ts';

/** Sources and tools: subtle lines that can be opened. */
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
  .sources summary,
  .tool summary,
  div.tool {
    display: flex;
    gap: 4px;
    align-items: center;
    inline-size: fit-content;
    min-block-size: 28px;
    border-radius: var(--_radius-s);
  }
  .sources summary,
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
    .bubble summary:hover {
      background: color-mix(in srgb, currentColor 8%, transparent);
    }
  }
  .bubble summary:focus-visible,
  .sources a:focus-visible,
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
  .sources ol {
    display: grid;
    gap: calc(var(--_space) * 0.5);
    margin: 4px 0 2px;
    padding: 0;
  }
  /* On the item, not on the list, because each item has the direction of its own text. */
  .sources li {
    margin-inline-start: 1.6em;
  }
  .sources li::marker {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .sources a {
    display: inline-block;
    min-block-size: 24px;
    /* Aligns the number with the first line of a long title. */
    vertical-align: top;
    border-radius: 3px;
    color: var(--agent-chat-link, var(--_ink, var(--_focus)));
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.18em;
  }
  .sources a:hover {
    text-decoration-thickness: 2px;
  }
  .sources .host {
    margin-inline-start: 4px;
    color: var(--_ink, var(--_muted));
  }
  .sources blockquote {
    margin: 0;
    color: var(--_ink, var(--_muted));
    line-height: 1.45;
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
    margin-inline: 6px 7px;
    border-width: 0 2px 2px 0;
    border-radius: 0;
    rotate: 45deg;
    translate: 0 -1px;
  }
  .tool[data-state='failed'] .dot {
    --_failed: var(--_ink, var(--_danger));
    border-color: var(--_failed);
    border-radius: 2px;
    background: var(--_failed);
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

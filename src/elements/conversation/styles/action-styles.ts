import { type CSSResult, css } from 'lit';

/** The actions below a message: hidden until the message is hovered or focused, always visible for the last one. */
export const actionStyles: CSSResult = css`
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    align-items: center;
    min-block-size: 36px;
    margin-block-start: -8px;
    /* Aligns the icons with the text, not with the edge of the bubble. */
    margin-inline: calc(var(--_space) * 0.875 - 8px);
    color: var(--_muted);
    font-size: 0.8em;
    opacity: 0;
  }
  agent-chat-message:is(:hover, :focus, :focus-within) .actions,
  agent-chat-message:last-child .actions {
    opacity: 1;
  }
  /* Actions of earlier messages overlay the gap below, so they take no room while hidden. */
  agent-chat-message:not(:last-child) .actions {
    position: absolute;
    inset-block-start: calc(100% - 8px);
    inset-inline-start: 4px;
    z-index: 1;
    min-block-size: 0;
    margin: 0;
    padding-inline: 4px;
    border: 1px solid var(--_border);
    border-radius: 10px;
    background: var(--_surface);
  }
  agent-chat-message.user:not(:last-child) .actions {
    inset-inline: auto 4px;
  }
  /* At the end of the row: when this text changes, a button that is being pressed must not move. */
  .actions time {
    order: 1;
    padding-inline: 6px 4px;
    font-variant-numeric: tabular-nums;
  }
  .user .actions time {
    order: 0;
    padding-inline: 4px 6px;
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
    .actions {
      margin-inline: calc(var(--_space) * 0.875 - 12px);
    }
    .action {
      inline-size: max(36px, 1.75em);
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
  }
`;

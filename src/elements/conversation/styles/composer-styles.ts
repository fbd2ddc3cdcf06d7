import { type CSSResult, css } from 'lit';

/** The composer: one field with its button inside, so that a phone's width is all for the text. */
export const composerStyles: CSSResult = css`
  agent-chat-composer {
    flex: none;
  }
  .composer {
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75) calc(var(--_space) * 0.75);
  }
  .composer .row {
    display: flex;
    align-items: flex-end;
    border: 1px solid color-mix(in srgb, var(--_text) 48%, var(--_surface));
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
  }
  .composer .row:has(textarea:focus-visible) {
    border-color: var(--_focus);
    outline: 1px solid var(--_focus);
  }
  .composer textarea {
    all: unset;
    box-sizing: border-box;
    flex: auto;
    min-inline-size: 0;
    min-block-size: 44px;
    max-block-size: min(9.5em, 40dvb);
    padding-block: 10px;
    padding-inline: calc(var(--_space) * 0.875) 4px;
    field-sizing: content;
    line-height: 1.5;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    overflow-y: auto;
    scrollbar-width: thin;
    cursor: text;
  }
  .composer textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .send,
  .more {
    all: unset;
    box-sizing: border-box;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    /* In the middle of the last line, however large the text is. */
    margin: max(4px, 0.75em - 8px) 4px;
    cursor: pointer;
  }
  .send {
    border-radius: calc(var(--_radius) * 1.375);
    background: var(--_accent);
    color: var(--_on-accent);
    transition: background-color 0.15s, scale 0.15s;
  }
  .send[aria-disabled] {
    background: color-mix(in srgb, var(--_text) 9%, var(--_surface));
    color: var(--_muted);
    cursor: default;
  }
  .send:not([aria-disabled]):active {
    scale: 0.94;
  }
  .send:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .send.stop {
    background: var(--_text);
    color: var(--_surface);
  }
  .more {
    margin-inline-end: -10px;
    border-radius: calc(var(--_radius) * 1.125);
    color: var(--_muted);
  }
  .more:hover {
    background: color-mix(in srgb, var(--_text) 7%, transparent);
    color: var(--_text);
  }
  .more:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    .composer textarea {
      min-block-size: 48px;
      padding-block: 12px;
      /* Below 16px iOS zooms the page in when the field is focused. */
      font-size: max(16px, 1em);
    }
    .send {
      inline-size: 44px;
      block-size: 44px;
      margin: max(2px, 0.75em - 10px) 2px;
    }
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
  @media (prefers-reduced-motion: reduce) {
    .send {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .composer .row,
    .send,
    .quiet-button,
    .more {
      border: 1px solid ButtonText;
    }
    .send[aria-disabled] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;

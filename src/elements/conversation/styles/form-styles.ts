import type { CSSResult } from 'lit';
import { css } from '../../css.ts';
import { edgeOf, hoveredAccent } from './colours.ts';

/** Cards that ask the visitor something in the log, and their controls. */
export const formStyles: CSSResult = css`
  .card {
    box-sizing: border-box;
    display: grid;
    gap: calc(var(--_space) * 0.75);
    inline-size: 100%;
    max-inline-size: 28em;
    margin: 0;
    padding: var(--_space);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    overflow-wrap: anywhere;
  }
  .card fieldset {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .card legend,
  .card .title {
    margin: 0;
    padding: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .card p {
    margin: 0;
  }
  .card label {
    font-size: 0.8667em;
    font-weight: 600;
  }
  .field {
    display: grid;
    gap: 4px;
  }
  .field .optional {
    color: var(--_muted);
    font-weight: 400;
  }
  .card .wrong {
    color: var(--_danger);
    font-size: 0.8667em;
  }
  .line {
    all: unset;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 40px;
    padding: 8px 12px;
    border: 1px solid color-mix(in srgb, var(--_text) 48%, var(--_surface));
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    overflow-wrap: anywhere;
    cursor: text;
  }
  select.line {
    appearance: auto;
    cursor: pointer;
  }
  .line::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .card [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  /* One ring instead of the border, because two colours beside each other would blend. */
  .line:focus-visible {
    border-color: transparent;
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  /* A line of its own: it may be in a language of the other direction. */
  .tool-request .description {
    display: block;
    margin-block-start: 4px;
    font-weight: 400;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-block-start: 8px;
  }
  .choice {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-block-size: 32px;
    padding-inline: 12px;
    border: 1px solid color-mix(in srgb, var(--_text) 22%, var(--_surface));
    border-radius: calc(var(--_radius) * 1.125);
    cursor: pointer;
  }
  .card .choice {
    font-weight: 400;
  }
  .choice input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .choice:has(:checked) {
    border-color: var(--agent-chat-link, var(--_focus));
    background: color-mix(in srgb, var(--agent-chat-link, var(--_focus)) 9%, transparent);
    color: var(--agent-chat-link, var(--_focus));
  }
  .choice:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .agree {
    display: flex;
    gap: 10px;
    align-items: flex-start;
  }
  .card .agree label {
    padding-block: 2px;
    font-weight: 400;
  }
  .agree input {
    flex: none;
    display: grid;
    place-items: center;
    appearance: none;
    inline-size: 24px;
    block-size: 24px;
    /* Centred on the first line for any font size. */
    margin: max(0px, 0.65em - 10px) 0;
    font-size: inherit;
    border: 1px solid color-mix(in srgb, var(--_text) 48%, var(--_surface));
    border-radius: min(var(--_radius-s), 7px);
    background: var(--_surface);
    cursor: pointer;
  }
  .agree input:checked {
    border-color: transparent;
    background: var(--_accent);
    box-shadow: ${edgeOf(css`var(--_accent)`)};
  }
  .agree input:checked::before {
    content: '';
    inline-size: 6px;
    block-size: 11px;
    margin-block-end: 3px;
    border: solid var(--_on-accent);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  .agree input:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .card a {
    color: var(--agent-chat-link, var(--_focus));
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .primary-button {
    all: unset;
    box-sizing: border-box;
    display: inline-flex;
    align-items: center;
    min-block-size: 36px;
    padding: 4px 18px;
    border-radius: calc(var(--_radius) * 1.125);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    box-shadow: ${edgeOf(css`var(--_accent)`)};
    cursor: pointer;
  }
  @media (hover: hover) {
    .primary-button:not([aria-disabled='true']):hover {
      background: ${hoveredAccent};
    }
  }
  .primary-button[aria-disabled='true'] {
    opacity: 0.7;
    cursor: default;
  }
  .primary-button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .buttons .quiet-button {
    min-block-size: 36px;
    padding-inline: 16px;
    border-color: transparent;
    background: none;
  }
  @media (hover: hover) {
    .buttons .quiet-button:hover {
      background: color-mix(in srgb, var(--_text) 6%, var(--_surface));
    }
  }

  @media (pointer: coarse) {
    .card .buttons button,
    .choice {
      min-block-size: 44px;
      border-radius: calc(var(--_radius) * 1.375);
    }
    .line {
      min-block-size: 44px;
      font-size: max(16px, 1em);
    }
  }
  @media (forced-colors: active) {
    .primary-button,
    .choice {
      border: 1px solid ButtonText;
    }
    .choice:has(:checked) {
      border: 3px solid Highlight;
    }
    .agree input {
      appearance: auto;
    }
    .agree input::before {
      content: none !important;
    }
  }
`;

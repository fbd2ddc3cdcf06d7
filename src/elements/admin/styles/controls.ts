import { css } from '../../css.ts';

/** Buttons, fields and switches of every tab. */
export const controlStyles = css`
  a {
    color: var(--_accent);
  }
  button,
  input,
  textarea,
  select {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-block-size: 34px;
    padding: 5px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    cursor: pointer;
  }
  button:hover:not(:disabled, [aria-disabled]) {
    border-color: var(--_edge);
  }
  button:is(:disabled, [aria-disabled]) {
    color: var(--_muted);
    opacity: 0.6;
    cursor: default;
  }
  button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
  }
  button.primary:is(:disabled, [aria-disabled]) {
    border-color: var(--_border);
    background: var(--_surface-2);
    color: var(--_muted);
    opacity: 1;
  }
  button.quiet {
    border-color: transparent;
    background: none;
    color: var(--_muted);
  }
  button.quiet:hover:not(:disabled, [aria-disabled]) {
    color: var(--_text);
    background: var(--_surface-2);
  }
  button.small {
    min-block-size: 28px;
    padding: 2px 9px;
    font-size: 0.8667em;
  }
  button.small .glyph {
    inline-size: 1.15em;
    block-size: 1.15em;
  }
  button.icon {
    inline-size: max(30px, 2em);
    min-block-size: max(30px, 2em);
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--_muted);
  }
  button.icon:hover:not(:disabled, [aria-disabled]) {
    color: var(--_text);
    background: var(--_surface-2);
  }
  input[type='text'],
  input[type='password'],
  textarea,
  select {
    inline-size: 100%;
    min-block-size: 38px;
    padding: 7px 11px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-s);
    background: var(--_field);
  }
  textarea {
    display: block;
    resize: vertical;
    field-sizing: content;
    max-block-size: 60vh;
    line-height: 1.5;
  }
  textarea[rows='8'] {
    min-block-size: calc(6lh + 16px);
  }
  select {
    inline-size: auto;
    max-inline-size: 100%;
  }
  input.number {
    inline-size: 7.2em;
    font-variant-numeric: tabular-nums;
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  input[type='range'] {
    flex: 1;
    min-inline-size: 100px;
    block-size: 28px;
    margin: 0;
    accent-color: var(--_accent);
  }
  input[type='color'] {
    flex: none;
    inline-size: 44px;
    block-size: 38px;
    padding: 3px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-s);
    background: var(--_field);
    cursor: pointer;
  }
  input[type='color'][data-empty] {
    opacity: 0.35;
  }
  input[type='checkbox']:not([role='switch']),
  input[type='radio'] {
    inline-size: 20px;
    block-size: 20px;
    margin: 2px;
    flex: none;
    accent-color: var(--_accent);
  }
  [role='switch'] {
    appearance: none;
    position: relative;
    flex: none;
    inline-size: 42px;
    block-size: 24px;
    margin: 0;
    border: 1px solid var(--_edge);
    border-radius: 12px;
    background: var(--_surface-2);
    cursor: pointer;
    transition: background-color 0.15s;
  }
  [role='switch']::before {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 16px;
    block-size: 16px;
    border-radius: 50%;
    background: var(--_edge);
    transition: inset-inline-start 0.15s;
  }
  [role='switch']:checked {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  [role='switch']:checked::before {
    inset-inline-start: 21px;
    background: var(--_on-accent);
  }
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  .segments label {
    position: relative;
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 30px;
    padding: 3px 13px;
    border: 1px solid transparent;
    border-radius: calc(var(--_radius-s) - 2px);
  }
  .segments input:checked + span {
    border-color: var(--_edge);
    background: var(--_surface);
    /* Bolder, and no wider: what stands beside it stays where it is. */
    -webkit-text-stroke: 0.4px;
  }
  .segments input:focus-visible + span {
    outline: 2px solid var(--_focus);
    outline-offset: 1px;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  /* Words of some languages break anywhere. */
  .line > button {
    flex: none;
  }
  @container (max-width: 26.25em) {
    .segments span {
      padding-inline: 9px;
    }
    .line:has(> button) {
      flex-wrap: wrap;
    }
    .line:has(> button) > input {
      flex: 1 0 100%;
    }
  }
  @media (pointer: coarse) {
    button,
    .segments span,
    input[type='text'],
    input[type='password'],
    select {
      min-block-size: 44px;
    }
    button.icon {
      inline-size: max(40px, 2em);
      min-block-size: max(40px, 2em);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
  @media (forced-colors: active) {
    [role='switch']::before {
      background: ButtonText;
    }
    [role='switch']:checked {
      background: Highlight;
      forced-color-adjust: none;
    }
    [role='switch']:checked::before {
      background: HighlightText;
    }
    .segments input:checked + span {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    button,
    button.icon,
    button.quiet {
      border-color: ButtonBorder;
    }
    button:is(:disabled, [aria-disabled]) {
      border-color: GrayText;
      opacity: 1;
    }
  }
`;

/** The marker of `<details>`, the same in every browser. */
export const disclosureStyles = css`
  summary {
    display: flex;
    align-items: baseline;
    gap: 0.6em;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '';
    flex: none;
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid currentcolor;
    border-width: 0 0.12em 0.12em 0;
    translate: 0 -0.15em;
    rotate: -45deg;
  }
  [dir='rtl'] summary::before {
    rotate: 135deg;
  }
  [open] > summary::before {
    rotate: 45deg;
  }
`;

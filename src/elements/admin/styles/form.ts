import { css } from '../../css.ts';

/** Groups and fields of the settings form, notices and the unlock form. */
export const formStyles = css`
  h3 {
    margin: 0 0 14px;
    font-size: 1.3333em;
    line-height: 1.25;
    letter-spacing: -0.015em;
  }
  h4 {
    margin: 22px 0 8px;
    font-size: 1em;
  }
  p {
    margin: 0 0 12px;
  }
  .lead {
    max-inline-size: 62ch;
    color: var(--_muted);
  }
  .group {
    max-inline-size: 48em;
  }
  .group + .group {
    margin-block-start: 36px;
    padding-block-start: 28px;
    border-block-start: 1px solid var(--_border);
  }
  .field {
    margin-block-start: 22px;
  }
  .group > h3 + .field {
    margin-block-start: 0;
  }
  .control {
    margin-block-start: 7px;
  }
  .field > .hint {
    margin: 0;
  }
  .limit {
    margin: 5px 0 0;
    font-size: 0.8333em;
    color: var(--_muted);
  }
  .limit::first-letter {
    text-transform: uppercase;
  }
  .field:is([data-kind='boolean'], [data-kind='optional-number']) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 20px;
  }
  .field:is([data-kind='boolean'], [data-kind='optional-number']) > * {
    grid-column: 1;
  }
  .field:is([data-kind='boolean'], [data-kind='optional-number']) .control {
    grid-area: 1 / 2 / span 2;
    align-self: center;
    margin: 0;
  }
  /* Beside a long name there is no room for the word. */
  @container (max-width: 26.25em) {
    .field-head button span {
      display: none;
    }
  }
  /* What is switched on has a line of its own, and the words beside the switch keep theirs. */
  @container (max-width: 38.75em) {
    .field[data-kind='optional-number'] :is(.control, .line) {
      display: contents;
    }
    .field[data-kind='optional-number'] .number {
      grid-column: 1;
      margin-block-start: 7px;
    }
    .field[data-kind='optional-number'] [role='switch'] {
      grid-area: 1 / 2 / span 2;
      align-self: center;
    }
  }
  .thing {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 36px;
    margin-block-start: 22px;
    padding: 2px 16px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
  }
  .thing .field {
    align-content: start;
    margin-block-start: 12px;
  }
  .thing .field .control {
    align-self: start;
    padding-block-start: 2px;
  }
  .thing .field:not([data-kind='boolean']) {
    grid-column: 1 / -1;
  }
  .field-head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 28px;
  }
  .label {
    font-weight: 600;
  }
  .field-head button {
    margin-inline-start: auto;
  }
  .hint {
    margin: 5px 0 0;
    font-size: 0.8667em;
    color: var(--_muted);
  }
  .fault {
    display: flex;
    gap: 6px;
    margin: 6px 0 0;
    font-size: 0.9333em;
    color: var(--_danger);
  }
  .models {
    margin-block: 10px;
  }
  .models ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    max-block-size: 16em;
    margin: 8px 0 0;
    padding: 2px;
    overflow: auto;
    list-style: none;
  }
  .models button {
    overflow-wrap: anywhere;
  }
  .models [aria-pressed='true'] {
    border-color: var(--_accent);
    font-weight: 600;
  }
  .fault .glyph {
    margin-block-start: 2px;
  }
  .contrast {
    margin: 8px 0 0;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_ok);
    font-size: 0.8667em;
    color: var(--_muted);
  }
  .contrast strong {
    display: block;
    color: var(--_ok);
  }
  .contrast[data-level='weak'] {
    border-color: var(--_warn);
  }
  .contrast[data-level='weak'] strong {
    color: var(--_warn);
  }
  .contrast[data-level='poor'] {
    border-color: var(--_danger);
  }
  .contrast[data-level='poor'] strong {
    color: var(--_danger);
  }
  .contrast strong .glyph {
    vertical-align: -0.2em;
  }
  .swatches {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    margin-block-start: 12px;
  }
  .swatches button {
    inline-size: 26px;
    min-block-size: 26px;
    padding: 0;
    border: 1px solid color-mix(in srgb, var(--_text) 18%, transparent);
    border-radius: 50%;
  }
  .swatches svg {
    inline-size: 24px;
    block-size: 24px;
  }
  .swatches [aria-pressed='true'] {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .miniature {
    inline-size: 40px;
    block-size: 28px;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.5;
  }
  .segments:has(.miniature) span {
    flex-direction: column;
    gap: 2px;
    padding-block: 7px;
  }
  @media (pointer: coarse) {
    .swatches button {
      inline-size: 44px;
      min-block-size: 44px;
      border-color: transparent;
    }
  }
  .contrast.bubble {
    display: flex;
    align-items: center;
    gap: 10px;
    padding: 0;
    border: 0;
  }
  .bubble svg {
    flex: none;
    inline-size: 56px;
    block-size: 30px;
    font-size: 14px;
  }
  .bubble rect {
    stroke: var(--_border);
  }
  .feature {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 14px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  .feature label {
    font-weight: 600;
    cursor: pointer;
  }
  .feature[data-changed] {
    border-color: var(--_accent);
  }
  .list ol {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    margin: 0 0 8px;
    padding: 0;
    list-style: none;
  }
  .list li {
    display: flex;
    align-items: start;
    gap: 4px;
    border-radius: var(--_radius-s);
  }
  .list li[data-target] {
    box-shadow: 0 0 0 2px var(--_accent);
  }
  .list input,
  .list textarea {
    flex: 1;
    min-inline-size: 0;
  }
  .list .buttons {
    display: flex;
    flex: none;
    padding-block-start: 4px;
  }
  /* An entry of several fields: grip and buttons are above its frame. */
  [data-kind='records'] > .control > .list > ol {
    gap: 4px;
  }
  [data-kind='records'] > .control > .list > ol > li {
    display: grid;
    grid-template-columns: 1fr auto;
  }
  .list fieldset.thing {
    grid-row: 2;
    grid-column: 1 / -1;
    min-inline-size: 0;
    margin: 0 0 8px;
  }
  .list .thing .field {
    grid-column: 1 / -1;
  }
  .grip {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 24px;
    block-size: 38px;
    color: var(--_muted);
    cursor: grab;
    touch-action: none;
  }
  .grip .glyph {
    stroke-width: 2.6;
  }
  .list ol[data-dragging] {
    cursor: grabbing;
    user-select: none;
  }
  @container (max-width: 38.75em) {
    .thing {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 26.25em) {
    .list li {
      flex-wrap: wrap;
    }
    .list .buttons {
      inline-size: 100%;
      justify-content: flex-end;
    }
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 11px 20px;
    border-block-end: 1px solid var(--_border);
    border-inline-start: 4px solid var(--_accent);
    background: var(--_accent-soft);
  }
  .notice.bad {
    border-inline-start-color: var(--_danger);
    background: color-mix(in oklab, var(--_danger) 8%, var(--_surface));
  }
  .notice p {
    flex: 1 1 220px;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .unlock {
    max-inline-size: 32em;
    padding: clamp(20px, 6cqi, 44px);
  }
  .unlock form {
    display: grid;
    gap: 14px;
    justify-items: start;
  }
  .unlock .field {
    inline-size: 100%;
    margin: 0;
  }
  .unlock .label {
    display: block;
    margin-block-end: 5px;
  }
  .check {
    display: flex;
    align-items: start;
    gap: 8px;
  }
  .check .hint {
    margin: 0;
  }
  @media (forced-colors: active) {
    .notice {
      border: 2px solid CanvasText;
    }
  }
`;

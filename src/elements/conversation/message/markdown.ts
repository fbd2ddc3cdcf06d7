import type { CSSResult } from 'lit';
import { css } from '../../css.ts';
import { bubbleLines } from '../styles/colours.ts';

// One chunk: whatever needs the full reader needs the styles of its blocks.
export { PacedMarkdown, renderMarkdown } from '../../../markdown/index.ts';

/** The styles of what the full reader renders, beside `simpleStyles`. */
export const styles: CSSResult = css`
  ${bubbleLines}
  /* A wide table scrolls; it makes no column of the page wider. */
  :host {
    min-inline-size: 0;
  }
  /* A section. Margins do not collapse across its edge: a heading or rule at its start brings the rest of its own. */
  .md > .md {
    display: flow-root;
    margin-block-end: 0;
  }
  /* Its last block has the gap to the next: WebKit tells paragraphs apart by that when they are copied. */
  .md > .md > .md-end {
    margin-block-end: 0.75em;
  }
  .md > .md > :is(h1, h2, h3, h4, h5, h6, hr):first-child {
    margin-block-start: 0.45em;
  }
  /* What is far from the end is laid out when somebody scrolls there, if the browser then keeps the place. */
  @supports (overflow-anchor: auto) {
    .md > .md:nth-last-child(n + 4) {
      content-visibility: auto;
      contain-intrinsic-size: auto 600px;
      overflow-clip-margin: 5px;
    }
  }
  .md .md-raw {
    white-space: pre-wrap;
  }
  .md li > :is(ul, ol, blockquote, .md-code, .md-table) {
    margin-block: 0.35em;
  }
  .md .md-task {
    list-style: none;
  }
  .md input[type='checkbox'] {
    margin: 0;
    margin-inline: -1.5em 0.4em;
    font-size: inherit;
    inline-size: 1.1em;
    block-size: 1.1em;
    vertical-align: -0.15em;
    accent-color: var(--_accent);
  }
  .md blockquote {
    margin-inline: 0;
    padding-inline-start: 0.9em;
    border-inline-start: 3px solid var(--_border);
    color: var(--_ink, var(--_muted));
  }
  .md blockquote > :last-child {
    margin-block-end: 0;
  }
  .md blockquote > :first-child {
    margin-block-start: 0;
  }
  .md hr {
    border: 0;
    border-block-start: 1px solid var(--_border);
    margin-block: 1.2em;
  }
  .md :is(pre, button, .md-table):focus-visible {
    outline: 2px solid var(--_ink, var(--_focus));
    outline-offset: 2px;
  }
  .md pre:focus-visible {
    outline-color: var(--_on-code);
    outline-offset: -2px;
  }
  .md .md-code {
    background: var(--_code);
    color: var(--_on-code);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    overflow: clip;
  }
  .md .md-code-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5em;
    padding-block: 0.15em;
    padding-inline: 0.85em 0.35em;
    border-block-end: 1px solid var(--_border);
    font-size: 0.8em;
    color: color-mix(in srgb, var(--_on-code) 75%, var(--_code));
  }
  .md .md-copy {
    min-block-size: 2.2em;
    padding-inline: 0.6em;
    border: 1px solid transparent;
    border-radius: calc(var(--_radius-s) / 2);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  @media (hover: hover) {
    .md .md-copy:hover {
      color: var(--_text);
      background: var(--_surface-2);
    }
  }
  .md pre {
    margin: 0;
    padding: 0.7em 0.85em;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    line-height: 1.5;
    overflow-wrap: normal;
    tab-size: 2;
  }
  /* As the log’s own: where scrollbars take room, a thick one would be taller than a line. */
  .md :is(pre, .md-table) {
    scrollbar-width: thin;
  }
  .md .md-table {
    overflow-x: auto;
    overscroll-behavior-x: contain;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
  }
  .md table {
    border-collapse: collapse;
    min-inline-size: 100%;
    color: inherit;
    font-size: 0.95em;
    line-height: inherit;
    overflow-wrap: normal;
  }
  .md :is(th, td) {
    padding: 0.5em 0.75em;
    text-align: start;
    vertical-align: top;
    border-block-start: 1px solid var(--_border);
  }
  .md :is(th, td)[align='center'] {
    text-align: center;
  }
  .md :is(th, td)[align='right'] {
    text-align: end;
  }
  .md .md-figure {
    white-space: nowrap;
  }
  .md th {
    border-block-start: 0;
    font-size: 0.92em;
    font-weight: 600;
  }
  .plain .md th {
    background: var(--_surface-2);
  }
  .md img {
    display: block;
    inline-size: 100%;
    max-block-size: 20rem;
    aspect-ratio: 16 / 9;
    object-fit: contain;
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  @media print {
    .md .md-copy {
      display: none;
    }
    .md pre {
      white-space: pre-wrap;
    }
  }
`;

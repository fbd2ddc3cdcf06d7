import { type CSSResult, css } from 'lit';

/**
 * How plain paragraphs look, formatted or not. No line is made even with those after it, here or in headings: as more
 * arrives, words that somebody reads would jump to another line.
 */
export const paragraphStyles: CSSResult = css`
  .md {
    line-height: 1.55;
    overflow-wrap: anywhere;
  }
  .md > * {
    margin-block: 0 0.75em;
  }
  .md > :last-child {
    margin-block-end: 0;
  }
`;

import { type CSSResult, css } from 'lit';

/** How plain paragraphs look, formatted or not. */
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
  .md p {
    text-wrap: pretty;
  }
`;

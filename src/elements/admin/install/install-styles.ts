import { css } from 'lit';

/** Snippets to copy. */
export const installStyles = css`
  .install {
    max-inline-size: 50em;
  }
  .snippet {
    position: relative;
    margin-block: 10px 14px;
  }
  .snippet pre {
    margin: 0;
    padding: 14px 16px;
    padding-block-end: 46px;
    overflow-x: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
    font: 0.8667em / 1.6 var(--_mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .snippet + .contrast {
    margin-block-end: 14px;
  }
  .snippet code {
    font: inherit;
  }
  .snippet button {
    position: absolute;
    inset-block-end: 8px;
    inset-inline-end: 8px;
  }
`;

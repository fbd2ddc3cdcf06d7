import { type CSSResult, css } from 'lit';

/** What the launcher shows only once the window's code is there. */
export const launcherExtras: CSSResult = css`
  .badge {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    box-sizing: border-box;
    min-inline-size: 22px;
    padding: 0 6px;
    border: 2px solid #fff;
    border-radius: 11px;
    background: #c5221f;
    color: #fff;
    font-size: 12px;
    line-height: 18px;
    text-align: center;
  }
`;

import { css } from 'lit';

/** The test console: what was measured, the reply, and the events one by one. */
export const testStyles = css`
  .measures {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    margin: 16px 0;
  }
  .measures div {
    flex: 1 1 120px;
    padding: 10px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  .measures dt {
    font-size: 13px;
    color: var(--_muted);
  }
  .measures dd {
    margin: 0;
    font-size: 18px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .reply {
    min-block-size: 24px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .events {
    max-block-size: 320px;
    overflow: auto;
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
    list-style: none;
    font: 12.5px / 1.6 var(--_mono);
  }
  .events:empty {
    padding: 0;
    border: 0;
  }
  .events code {
    font: inherit;
    overflow-wrap: anywhere;
  }
  .events time {
    color: var(--_muted);
  }
`;

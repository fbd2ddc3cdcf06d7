import { css } from 'lit';

/** The test console: what was measured, the reply, and the events one by one. */
export const testStyles = css`
  .ask .label {
    display: block;
    margin-block-end: 6px;
  }
  .ask textarea {
    min-block-size: calc(3lh + 16px);
  }
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
    font-size: 0.8667em;
    color: var(--_muted);
  }
  .measures dd {
    margin: 0;
    font-size: 1.2em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .reply {
    padding: 12px 16px;
    border-radius: var(--_radius);
    border-end-start-radius: 4px;
    background: var(--_surface-2);
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
    font: 0.8333em / 1.6 var(--_mono);
  }
  :is(.reply, .events):empty::before {
    content: '…';
    color: var(--_muted);
  }
  .events li {
    display: grid;
    grid-template-columns: 8ch minmax(0, 1fr);
    gap: 1ch;
  }
  .events code {
    font: inherit;
    overflow-wrap: anywhere;
  }
  .events time {
    color: var(--_muted);
    text-align: end;
    white-space: nowrap;
  }
`;

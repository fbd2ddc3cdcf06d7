import { css } from '../../css.ts';

/** Small charts and the numbers behind them. */
export const usageStyles = css`
  .charts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 16px;
    margin-block: 16px;
  }
  @container (min-width: 68em) {
    .charts {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
  @container (max-width: 26.25em) {
    .charts {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .chart {
    margin: 0;
    padding: 14px 16px 10px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
  }
  /* A large number has a line of its own where it has no room beside its name. */
  .chart figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 12px;
    margin-block-end: 10px;
    color: var(--_muted);
  }
  .chart figcaption span {
    flex: 1 1 min-content;
  }
  .chart strong {
    font-size: 1.4667em;
    font-variant-numeric: tabular-nums;
    color: var(--_text);
  }
  .chart svg {
    display: block;
    inline-size: 100%;
    block-size: 72px;
  }
  /* A drawing has no direction of its own, and the dates below it have. */
  [dir='rtl'] .chart svg {
    scale: -1 1;
  }
  .chart rect {
    fill: var(--_accent);
  }
  .chart rect.track {
    fill: var(--_surface-2);
  }
  .axis {
    display: flex;
    justify-content: space-between;
    margin: 6px 0 0;
    font-size: 0.8em;
    color: var(--_muted);
  }
  .charts ~ details {
    margin-block-start: 12px;
  }
  .numbers {
    margin-block: 10px;
    overflow-x: auto;
  }
  .numbers table {
    border-collapse: collapse;
    font-size: 0.9333em;
    font-variant-numeric: tabular-nums;
  }
  .numbers th,
  .numbers td {
    padding: 5px 14px;
    border-block-end: 1px solid var(--_border);
    text-align: end;
  }
  .numbers thead th {
    color: var(--_muted);
    font-weight: 600;
    vertical-align: bottom;
  }
  .numbers th:first-child {
    padding-inline-start: 0;
    text-align: start;
    white-space: nowrap;
  }
  .votes {
    display: grid;
    gap: 8px;
    margin: 0;
    max-inline-size: 420px;
  }
  .votes div {
    display: grid;
    grid-template-columns: 1fr auto;
  }
  .votes dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .votes meter {
    grid-column: 1 / -1;
  }
  meter {
    inline-size: 100%;
    max-inline-size: 420px;
    block-size: 8px;
  }
  @media (forced-colors: none) {
    ::-webkit-meter-bar {
      border: 0;
      border-radius: 4px;
      background: var(--_surface-2);
    }
    ::-webkit-meter-optimum-value {
      border-radius: 4px;
      background: var(--_accent);
    }
    ::-moz-meter-bar {
      background: var(--_accent);
    }
  }
  .reasons {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    .chart rect {
      fill: CanvasText;
    }
    .chart rect.track {
      fill: Canvas;
    }
  }
`;

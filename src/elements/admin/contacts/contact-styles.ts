import { css } from '../../css.ts';

/** Tables of contacts, the import and its progress. */
export const contactStyles = css`
  .gap {
    flex: 1;
  }
  /* Where the buttons would not all fit beside the number, none of them does. */
  @container (max-width: 60em) {
    .actions > strong {
      flex: 1 0 100%;
    }
    .gap {
      display: none;
    }
  }
  .scroll {
    overflow: auto;
    max-block-size: 560px;
    margin-block: 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
  }
  .scroll table {
    border-collapse: collapse;
    inline-size: max-content;
    min-inline-size: 100%;
    font-size: 0.9333em;
  }
  .scroll th,
  .scroll td {
    padding: 8px 12px;
    border-block-end: 1px solid var(--_border);
    text-align: start;
    vertical-align: top;
    max-inline-size: max(320px, 42ch);
    overflow-wrap: break-word;
  }
  .scroll thead th {
    position: sticky;
    inset-block-start: 0;
    background: var(--_surface-2);
    color: var(--_muted);
    font-weight: 600;
    white-space: nowrap;
  }
  .scroll tbody th {
    font-weight: 600;
  }
  .scroll tbody tr:last-child > * {
    border-block-end: 0;
  }
  .scroll summary {
    white-space: nowrap;
  }
  .scroll dl {
    margin: 6px 0 0;
  }
  .scroll dt {
    color: var(--_muted);
    font-size: 0.9286em;
  }
  .scroll dd {
    margin: 0 0 4px;
  }
  .people bdi {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* A long id leaves room for the name. */
  @container (max-width: 62em) {
    .people tbody th {
      max-inline-size: 26cqi;
    }
  }
  /* A row is a card, and nothing lies to the side: with the tabs beside it, a table shows little more than ids. */
  @container (max-width: 46em) {
    .people :is(table, tbody) {
      display: block;
      min-inline-size: 0;
      inline-size: auto;
    }
    .people thead {
      position: absolute;
      clip-path: inset(50%);
    }
    .people tr {
      display: grid;
      gap: 2px;
      position: relative;
      padding: 12px;
      border-block-end: 1px solid var(--_border);
    }
    .people tbody:last-child tr:last-child {
      border: 0;
    }
    .people tbody :is(th, td) {
      min-inline-size: 0;
      max-inline-size: none;
      padding: 0;
      border: 0;
      overflow-wrap: anywhere;
    }
    .people td {
      display: grid;
      grid-template-columns: minmax(6em, 2fr) minmax(0, 5fr);
      gap: 12px;
    }
    .people td::before {
      content: attr(data-label);
      /* The heading of the column is read already. */
      content: attr(data-label) / '';
      color: var(--_muted);
    }
    .people td:empty {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  .sample {
    color: var(--_muted);
  }
  /* Its choices are what it is for: they are in view, and what is read beside them wraps. */
  .mapping table {
    inline-size: 100%;
  }
  .mapping :is(th, td) {
    overflow-wrap: anywhere;
  }
  .sample {
    min-inline-size: 8em;
  }
  /* The name of a column is known by its shape: only a word that is very long is broken. */
  .mapping tbody th {
    max-inline-size: 12em;
    overflow-wrap: break-word;
  }
  .mapping select {
    inline-size: 100%;
    min-inline-size: 9em;
  }
  /* WebKit scrolls to the end of a choice that is longer than its field. */
  .mapping td:last-child {
    overflow: hidden;
  }
  @container (max-width: 46em) {
    /* Why a row is left out, and what a column is, are read without scrolling sideways. */
    .faulty table {
      inline-size: 100%;
    }
    :is(.mapping, .faulty) thead {
      position: absolute;
      clip-path: inset(50%);
    }
    :is(.mapping, .faulty) tr {
      display: grid;
      gap: 4px;
      padding: 10px 12px;
      border-block-end: 1px solid var(--_border);
    }
    :is(.mapping, .faulty) tbody :is(th, td) {
      max-inline-size: none;
      padding: 0;
      border: 0;
    }
    .mapping tr {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: 16px;
    }
    .mapping td:last-child {
      grid-area: 1 / 2 / span 2;
      /* The ring of the focus is whole. */
      margin: -4px;
      padding: 4px;
    }
    .faulty tr {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 12px;
    }
    .faulty td:last-child {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 30em) {
    .mapping td:last-child {
      grid-area: 3 / 1 / auto / -1;
    }
    .mapping :is(tbody th, .sample) {
      grid-column: 1 / -1;
    }
  }
  .faulty {
    max-block-size: 260px;
  }
  .paging {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .paging label {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-inline-start: auto;
  }
  .paging .turn {
    font-size: 1.2em;
  }
  @container (max-width: 26.25em) {
    .paging {
      column-gap: 2px;
    }
    .paging span {
      flex: 1 1 5em;
      text-align: center;
    }
    .paging label {
      flex: 1 0 100%;
    }
  }
  .import {
    display: block;
    margin-block: 16px;
    padding: 4px 20px 20px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface-2);
  }
  .import .scroll {
    background: var(--_surface);
  }
  .import > .fault + button {
    margin-block-start: 12px;
  }
  .progress {
    display: grid;
    gap: 4px;
    margin-block: 12px;
    font-variant-numeric: tabular-nums;
  }
  progress {
    inline-size: 100%;
    accent-color: var(--_accent);
  }
  .import > .primary {
    margin-block-start: 12px;
  }
  .summary p {
    margin: 12px 0 4px;
  }
  .summary ul {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 20px;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
`;

import { css } from 'lit';

/** Sources, documents, uploads and what is found for a question. */
export const knowledgeStyles = css`
  .drop {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
    padding: 18px;
    border: 1px dashed var(--_edge);
    border-radius: var(--_radius-s);
  }
  .drop[data-over] {
    border-color: var(--_accent);
    background: var(--_accent-soft);
  }
  .knowledge .hint,
  .knowledge .name,
  .knowledge .about {
    margin: 0;
  }
  .knowledge :is(strong, .name, .body, .about) {
    overflow-wrap: anywhere;
  }
  .knowledge :is(.uploads, .sources, .documents, .findings) {
    margin: 12px 0;
    padding: 0;
    list-style: none;
  }
  .knowledge :is(.uploads, .sources, .documents, .findings) > li + li {
    border-block-start: 1px solid var(--_border);
  }
  .knowledge :is(.sources, .findings) > li,
  .documents > li {
    padding-block: 10px;
  }
  .documents {
    padding-inline-start: 14px;
  }
  .uploads > li,
  .knowledge .source {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: start;
    padding-block: 4px;
  }
  .uploads > li > div:first-child,
  .knowledge .source > div:first-child {
    flex: 1 1 14em;
    min-inline-size: 0;
  }
  .knowledge .about {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    align-items: center;
    color: var(--_muted);
    font-size: 0.8667em;
    font-variant-numeric: tabular-nums;
  }
  .knowledge progress {
    inline-size: 10em;
    max-inline-size: 100%;
    accent-color: var(--_accent);
  }
  .knowledge button.danger {
    color: var(--_danger);
  }
  .knowledge .confirm {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
  }
  .knowledge .site-state {
    display: grid;
    gap: 6px;
    margin-block-start: 6px;
  }
  .knowledge input.hours {
    inline-size: 6em;
  }
  .knowledge .passages {
    padding-inline-start: 2em;
  }
  .knowledge .body {
    margin: 4px 0 10px;
    color: var(--_muted);
    white-space: pre-wrap;
  }
  .knowledge form {
    max-inline-size: 42.6em;
  }
  .knowledge .field {
    margin-block: 12px;
  }
  .knowledge .field > label {
    display: block;
    margin-block-end: 4px;
    font-weight: 600;
  }
`;

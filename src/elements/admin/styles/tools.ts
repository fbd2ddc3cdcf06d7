import { css } from 'lit';

/** What the tools share: code, files to choose, lists of versions, the place of what is not there yet. */
export const toolStyles = css`
  textarea.code {
    min-block-size: 300px;
    font: 0.8667em / 1.55 var(--_mono);
    tab-size: 2;
  }
  /* Only where it takes a while: most of the time it would be gone before it is read. */
  .waiting {
    color: var(--_muted);
    animation: waited 0s 0.3s backwards;
  }
  @keyframes waited {
    from {
      visibility: hidden;
    }
  }
  p.actions {
    margin-block: 12px;
  }
  .nothing {
    padding: 32px;
    border: 1px dashed var(--_edge);
    border-radius: var(--_radius-s);
    color: var(--_muted);
    text-align: center;
  }
  .file {
    position: relative;
  }
  .file:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .versions {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .versions li {
    border-block-end: 1px solid var(--_border);
  }
  .version {
    flex-wrap: wrap;
    justify-content: flex-start;
    inline-size: 100%;
    padding: 10px 12px;
    color: var(--_text);
    text-align: start;
  }
  .version .hint {
    flex: 1 1 14em;
    margin: 0;
    text-align: end;
  }
  @container (max-width: 30em) {
    .version .hint {
      flex-basis: 100%;
      text-align: start;
    }
  }
  .changed {
    flex: 0 0 100%;
    overflow: hidden;
    font-size: 0.8667em;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .badge {
    padding: 1px 8px;
    border-radius: 99px;
    background: var(--_accent-soft);
    color: var(--_accent);
    font-size: 0.8em;
    font-weight: 600;
  }
  .comparison {
    margin-block: 4px 16px;
    padding: 4px 16px 14px;
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  p.comparison {
    padding-block-start: 14px;
  }
  .comparison > button {
    margin-block-start: 12px;
  }
`;

import { css } from 'lit';

/** What the tools share: code, files to choose, the place of what is not there yet. */
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
  .badge {
    padding: 1px 8px;
    border-radius: 99px;
    background: var(--_accent-soft);
    color: var(--_accent);
    font-size: 0.8em;
    font-weight: 600;
  }
`;

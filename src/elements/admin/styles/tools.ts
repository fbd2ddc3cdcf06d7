import { css } from '../../css.ts';

/** Shared styles of the tool tabs: code, file inputs, placeholders. */
export const toolStyles = css`
  textarea.code {
    min-block-size: 300px;
    font: 0.8667em / 1.55 var(--_mono);
    tab-size: 2;
  }
  /* Appears after 0.3 s, as most loads are faster. */
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

import { css } from 'lit';

/** The preview's controls under the form, and the panel's own preview where no widget is named. */
export const previewStyles = css`
  .preview-controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 20px;
    border-block-start: 1px solid var(--_border);
    background: var(--_surface-2);
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
    font-size: 14px;
  }
  .preview-title {
    flex: 1 1 180px;
  }
  .preview-title .hint {
    display: block;
    margin: 0;
  }
  .preview-controls span {
    padding-inline: 10px;
  }
  .preview-controls .preview-title,
  .preview-controls .preview-title span,
  .preview-controls .sr {
    padding-inline: 0;
  }
  .own-preview {
    padding: 20px;
    border-block-start: 1px solid var(--_border);
    background: var(--_surface-2);
  }
  .own-preview agent-chat {
    display: block;
    block-size: 560px;
    margin-inline: auto;
  }
`;

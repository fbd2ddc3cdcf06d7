import { css } from '../../css.ts';

/** The preview controls below the form, and the panel's own widget. */
export const previewStyles = css`
  .preview-toggle[data-unused] {
    visibility: hidden;
  }
  .preview-toggle[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_accent-soft);
  }
  .preview[hidden] {
    display: none;
  }
  .preview {
    /* Beside a long form the preview is looked at from anywhere in it. */
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
  }
  /* The panel's own preview is higher than what stays in view below a form. */
  .preview:has(> .own-preview):not([hidden]) {
    display: contents;
  }
  .preview-controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    gap: 8px 12px;
    /* Below the bar that stays in view. */
    scroll-margin-block-start: calc(120px + var(--_top));
    padding: 7px 20px;
    border-block-start: 1px solid var(--_border);
    background: var(--_surface-2);
    font-size: 0.9333em;
  }
  .preview-controls:last-child,
  .own-preview {
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  .preview-title {
    flex: 1 1 120px;
  }
  .preview-title .hint {
    display: block;
    margin: 0;
    font-size: 0.9286em;
  }
  .preview-controls span {
    padding-inline: 10px;
  }
  .preview-controls .preview-title,
  .preview-controls .preview-title span,
  .preview-controls .sr {
    padding-inline: 0;
  }
  @container (max-width: 38.75em) {
    .preview,
    .preview-controls {
      position: static;
    }
  }
  /* On a phone that lies on its side the form needs the room. */
  @media (max-height: 32em) {
    .preview,
    .preview-controls {
      position: static;
    }
  }
  /* Where there is room, the panel's own preview is beside the form. */
  @container (min-width: 72em) {
    .work:has(.own-preview) {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 440px;
    }
    .work > .conflict {
      grid-column: 1 / -1;
    }
    .preview:has(> .own-preview):not([hidden]) {
      display: block;
      position: sticky;
      inset-block: calc(var(--_top) + 70px) auto;
      align-self: start;
      block-size: 100%;
      max-block-size: calc(100vh - var(--_top) - 70px);
      overflow-y: auto;
      border-inline-start: 1px solid var(--_border);
      background: var(--_surface-2);
    }
    .preview:has(> .own-preview) > * {
      position: static;
      border: 0;
      border-radius: 0;
      background: none;
    }
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
  /* It stands in a corner of the page, and leaves no hole. */
  .own-preview:has([data-preview='page']) {
    padding: 0;
    border: 0;
  }
  .own-preview agent-chat[data-preview='page'] {
    block-size: 0;
  }
  .own-preview agent-chat[data-preview='phone'] {
    position: relative;
    box-sizing: border-box;
    block-size: 720px;
    padding-block-start: 34px;
    border: 10px solid var(--_phone);
    border-radius: 44px;
    background: var(--_phone);
    overflow: clip;
  }
  .own-preview agent-chat[data-preview='phone']::before {
    content: '';
    position: absolute;
    inset-block-start: 12px;
    inset-inline: 0;
    inline-size: 64px;
    block-size: 6px;
    margin-inline: auto;
    border-radius: 3px;
    background: rgb(255 255 255 / 30%);
  }
  .own-preview agent-chat[data-preview='phone']::part(window) {
    border: 0;
    border-radius: 6px 6px 30px 30px;
    box-shadow: none;
  }
`;

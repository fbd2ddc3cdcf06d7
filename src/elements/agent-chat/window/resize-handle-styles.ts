import { type CSSResult, css } from 'lit';

/** How the corner that resizes shows itself to whoever comes near. */
export const resizeHandleStyles: CSSResult = css`
  .corner {
    border-start-start-radius: var(--_radius);
    cursor: nwse-resize;
  }

  .corner:dir(rtl),
  [data-place$='start'] > .corner {
    cursor: nesw-resize;
  }

  [data-place$='start'] > .corner:dir(rtl) {
    cursor: nwse-resize;
  }

  .corner::before {
    content: '';
    position: absolute;
    inset: 5px;
    border: 2px solid var(--_muted);
    border-inline-end-color: transparent;
    border-block-end-color: transparent;
    border-start-start-radius: calc(var(--_radius) * 0.7);
    clip-path: inset(0 6px 6px 0);
    opacity: 0;
    transition: opacity 0.15s;
  }

  .corner:dir(rtl)::before {
    clip-path: inset(0 0 6px 6px);
  }

  .corner:focus-visible {
    clip-path: none;
  }

  .corner:hover::before,
  .corner:focus-visible::before {
    opacity: 1;
  }

  [data-place$='start'] > .corner::before {
    scale: -1 1;
  }

  [data-place^='top'] > .corner::before {
    scale: 1 -1;
  }

  [data-place='top-start'] > .corner::before {
    scale: -1;
  }
`;

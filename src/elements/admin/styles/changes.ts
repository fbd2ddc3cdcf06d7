import { css } from '../../css.ts';

/** Lists of changes: unsaved ones, and conflicts. */
export const changeStyles = css`
  details.changes > summary {
    padding: 5px 8px;
    border-radius: var(--_radius-s);
  }
  details.changes > div {
    position: absolute;
    inset-block-start: calc(100% + 8px);
    inset-inline-end: 16px;
    z-index: 3;
    inline-size: min(28em, 100% - 32px);
    max-block-size: 60vh;
    overflow: auto;
    padding: 6px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .difference {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px 10px;
    padding: 10px 0;
    border-block-end: 1px solid var(--_border);
  }
  .difference:last-child {
    border: 0;
  }
  .discard {
    margin-block: 10px 6px;
  }
  .difference dl {
    flex: 0 0 100%;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 10px;
    margin: 0;
    font-size: 0.8667em;
  }
  .difference dt {
    color: var(--_muted);
  }
  .difference dd {
    margin: 0;
    overflow-wrap: anywhere;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow: hidden;
  }
  .conflict {
    padding: 20px clamp(16px, 4cqi, 32px);
    border-block-end: 1px solid var(--_border);
    border-inline-start: 4px solid var(--_warn);
    background: color-mix(in oklab, var(--_warn) 7%, var(--_surface));
  }
  .conflict .difference {
    max-inline-size: 48em;
  }
  .conflict > .primary {
    margin-block-start: 14px;
  }
  @media (forced-colors: active) {
    .conflict {
      border: 2px solid CanvasText;
    }
  }
`;

import { css } from 'lit';

/** Versions of the settings, and one of them beside what is in the form. */
export const historyStyles = css`
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

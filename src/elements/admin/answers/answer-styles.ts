import { css } from 'lit';

/** Taught answers, their form, and unanswered questions. */
export const answerStyles = css`
  .answers .gap {
    flex: 1;
  }
  .answers h3,
  .answers strong {
    overflow-wrap: anywhere;
  }
  .taught,
  .groups,
  .answers .talks {
    margin: 0 0 12px;
    padding: 0;
    list-style: none;
  }
  :is(.taught, .groups, .answers .talks) > li + li {
    border-block-start: 1px solid var(--_border);
  }
  .taught > li,
  .groups > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 6px 12px;
    align-items: start;
    padding-block: 12px;
  }
  .taught p,
  .groups p {
    margin: 0;
  }
  .taught .question,
  .groups strong {
    font-weight: 600;
  }
  .excerpt {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
    color: var(--_muted);
  }
  .taught .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    justify-content: flex-end;
  }
  .taught p + p {
    margin-block-start: 3px;
  }
  .groups > li > button {
    justify-self: start;
  }
  .done {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }
  .answers .about {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    align-items: baseline;
    color: var(--_muted);
    font-size: 0.8667em;
    font-variant-numeric: tabular-nums;
  }
  .answers button.talk {
    display: grid;
    justify-content: stretch;
    gap: 4px;
    inline-size: 100%;
    padding: 10px 12px;
    color: var(--_text);
    text-align: start;
  }
  .answers button.danger {
    color: var(--_danger);
  }
  .answers .badge.lost {
    background: color-mix(in oklab, var(--_danger) 12%, var(--_surface));
    color: var(--_danger);
  }
  .groups ul {
    margin: 6px 0 0;
    padding-inline-start: 1.4em;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }
  .answer-form {
    max-inline-size: 42.6em;
  }
  .answer-form textarea[rows='3'] {
    min-block-size: calc(3lh + 16px);
  }
  .answer-form > .result {
    margin-block-start: 22px;
  }
  .outcome {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_accent);
  }
  .answer-form > .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 14px;
    align-items: center;
    margin-block-start: 22px;
  }
  .answer-form > .actions .hint {
    margin: 0;
  }
  .answers .confirm {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
    padding: 12px;
    border: 1px solid var(--_danger);
    border-radius: var(--_radius-s);
  }
  [dir='rtl'] .back .glyph {
    scale: -1 1;
  }
  @container (max-width: 38.75em) {
    .taught > li,
    .groups > li {
      grid-template-columns: minmax(0, 1fr);
    }
    .taught .buttons {
      justify-content: flex-start;
    }
  }
`;

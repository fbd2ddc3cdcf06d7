import { css } from '../../css.ts';

/** The list of conversations, its filters, and one conversation. */
export const conversationStyles = css`
  .filters {
    display: grid;
    gap: 12px;
    margin-block: 16px;
  }
  .filters .line {
    display: flex;
    gap: 8px;
  }
  .filters .line input {
    flex: 1;
    min-inline-size: 0;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }
  .more-filters {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 11em), 1fr));
    gap: 12px;
    margin-block-start: 10px;
  }
  .more-filters label {
    display: grid;
    gap: 4px;
    align-content: start;
  }
  .more-filters span,
  .choice span {
    color: var(--_muted);
    font-size: 0.9333em;
  }
  .filters input[type='date'] {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 38px;
    padding: 7px 11px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-s);
    background: var(--_field);
  }
  .talks,
  .messages {
    margin: 0 0 12px;
    padding: 0;
    list-style: none;
  }
  .talks li + li {
    border-block-start: 1px solid var(--_border);
  }
  button.talk {
    display: grid;
    justify-content: stretch;
    gap: 4px;
    inline-size: 100%;
    padding: 12px;
    color: var(--_text);
    text-align: start;
  }
  .talk strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .about {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    align-items: baseline;
    color: var(--_muted);
    font-size: 0.8667em;
    font-variant-numeric: tabular-nums;
  }
  .about bdi {
    overflow-wrap: anywhere;
  }
  .conversations .gap {
    flex: 1;
  }
  .conversations .badge.down,
  .talk .badge.failed {
    background: color-mix(in oklab, var(--_danger) 12%, var(--_surface));
    color: var(--_danger);
  }
  .conversations h3 {
    overflow-wrap: anywhere;
  }
  .message {
    padding: 12px 16px;
    border-radius: var(--_radius-s);
  }
  .message + .message {
    margin-block-start: 8px;
  }
  .message.user {
    margin-inline-start: clamp(0px, 10%, 64px);
    background: var(--_surface-2);
  }
  .message.assistant {
    border: 1px solid var(--_border);
  }
  .message p {
    margin: 0;
  }
  .message > * + * {
    margin-block-start: 8px;
  }
  .who,
  .verdict {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 12px;
    overflow-wrap: anywhere;
  }
  .who span:not(.badge) {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .words {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .passages {
    display: grid;
    gap: 6px;
    margin: 8px 0 0;
    padding-inline-start: 1.6em;
    overflow-wrap: anywhere;
  }
  .quote {
    display: block;
    color: var(--_muted);
    font-size: 0.9333em;
  }
  .conversations a {
    color: var(--_accent);
  }
  .conversations button.danger {
    color: var(--_danger);
  }
  .confirm {
    padding: 12px;
    border: 1px solid var(--_danger);
    border-radius: var(--_radius-s);
  }
  .id {
    overflow-wrap: anywhere;
  }
  [dir='rtl'] .back .glyph {
    scale: -1 1;
  }
`;

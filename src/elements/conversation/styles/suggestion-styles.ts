import { type CSSResult, css } from 'lit';

/** The suggestions at the end of the log. */
export const suggestionStyles: CSSResult = css`
  .suggestions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    justify-content: flex-end;
    margin-block-start: auto;
  }
  .suggestion {
    all: unset;
    box-sizing: border-box;
    max-inline-size: 100%;
    min-block-size: 36px;
    padding: 6px calc(var(--_space) * 0.875);
    border: 1px solid color-mix(in srgb, var(--agent-chat-link, var(--_focus)) 45%, var(--_border));
    border-radius: calc(var(--_radius) * 1.125);
    color: var(--agent-chat-link, var(--_focus));
    font-size: 0.9333em;
    line-height: 1.45;
    overflow-wrap: anywhere;
    cursor: pointer;
    transition: background-color 0.15s;
  }
  @media (hover: hover) {
    .suggestion:hover {
      background: color-mix(in srgb, var(--agent-chat-link, var(--_focus)) 6%, transparent);
    }
  }
  .suggestion:active {
    background: color-mix(in srgb, var(--agent-chat-link, var(--_focus)) 10%, transparent);
  }
  .suggestion:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  @media (pointer: coarse) {
    .suggestion {
      min-block-size: 44px;
      border-radius: calc(var(--_radius) * 1.375);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .suggestions {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .suggestion {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .suggestion {
      border: 1px solid ButtonText;
    }
  }
`;

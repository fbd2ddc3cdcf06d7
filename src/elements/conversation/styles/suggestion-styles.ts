import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The suggestions at the end of the log, and the welcome of an empty one. */
export const suggestionStyles: CSSResult = css`
  .suggestions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
  }
  .suggestion {
    all: unset;
    box-sizing: border-box;
    display: flex;
    gap: 8px;
    align-items: center;
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
  .suggestion .icon {
    display: none;
  }
  .log-frame:has(.welcome) {
    container-type: size;
  }
  .content.welcome {
    padding-block-start: clamp(var(--_space), 12cqb, 96px);
  }
  .face {
    inline-size: 44px;
    block-size: 44px;
    border-radius: calc(var(--_radius) * 1.375);
    font-size: 19px;
  }
  .face > * {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .plain .welcome agent-chat-message:not(:first-child) .bubble {
    color: var(--_muted);
  }
  .titled agent-chat-message:first-child {
    font-size: 1.4667em;
    font-weight: 600;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  .titled:is(:lang(ar), :lang(he)) agent-chat-message:first-child {
    letter-spacing: 0;
  }
  .titled agent-chat-message:first-child .md {
    line-height: 1.27;
  }
  /* Rows, which read as a list of what can be asked. */
  .welcome .suggestions {
    flex-direction: column;
    flex-wrap: nowrap;
    gap: 0;
    margin-inline: -10px;
    padding-block-start: 4px;
  }
  .welcome .suggestion {
    min-block-size: 46px;
    padding: 8px 10px;
    border: 0;
    border-block-start: 1px solid var(--_border);
    border-radius: 0;
    color: var(--_text);
    font-size: 1em;
  }
  .welcome .suggestion:first-child {
    border-block-start-color: transparent;
  }
  .welcome .suggestion span {
    flex: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .welcome .suggestion .icon {
    display: block;
    inline-size: 16px;
    color: var(--_muted);
    transition: translate 0.15s;
  }
  .suggestion .icon:dir(rtl) {
    scale: -1 1;
  }
  @media (hover: hover) {
    .welcome .suggestion:hover {
      border-radius: min(var(--_radius-s), 10px);
      border-block-start-color: transparent;
      background: color-mix(in srgb, var(--_text) 5%, transparent);
    }
    .welcome .suggestion:hover + .suggestion {
      border-block-start-color: transparent;
    }
    .suggestion:hover .icon:dir(ltr) {
      translate: 2px;
    }
    .suggestion:hover .icon:dir(rtl) {
      translate: -2px;
    }
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
    .suggestion {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
    }
    .suggestion:nth-child(2) {
      animation-delay: 40ms;
    }
    .suggestion:nth-child(3) {
      animation-delay: 80ms;
    }
    .suggestion:nth-child(n + 4) {
      animation-delay: 120ms;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .suggestion,
    .suggestion .icon {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .suggestion {
      border: 1px solid ButtonText;
    }
  }
`;

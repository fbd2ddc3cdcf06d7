import { type CSSResult, css } from 'lit';

/** The log, what is suggested in it, and the pill that leads to what is new. */
export const logStyles: CSSResult = css`
  agent-chat-conversation {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-block-size: 0;
    min-inline-size: 0;
    background: var(--_surface);
    color: var(--_text);
  }
  .log-frame {
    position: relative;
    flex: 1 1 auto;
    min-block-size: 0;
  }
  .log {
    box-sizing: border-box;
    block-size: 100%;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: color-mix(in srgb, var(--_text) 28%, transparent) transparent;
  }
  .log:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .content {
    box-sizing: border-box;
    display: flex;
    flex-direction: column;
    gap: var(--_space);
    min-block-size: 100%;
    padding: calc(var(--_space) * 1.25) var(--_space) var(--_space);
  }
  .items {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
  }

  .items:empty {
    display: none;
  }

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
    border: 1px solid color-mix(in srgb, var(--_link) 45%, var(--_border));
    border-radius: calc(var(--_radius) * 1.125);
    color: var(--_link);
    font-size: 0.9333em;
    line-height: 1.45;
    overflow-wrap: anywhere;
    cursor: pointer;
    transition: background-color 0.15s;
  }
  .suggestion:hover {
    background: color-mix(in srgb, var(--_link) 9%, transparent);
  }
  .suggestion:active {
    background: color-mix(in srgb, var(--_link) 16%, transparent);
  }
  .suggestion:focus-visible,
  .quiet-button:focus-visible,
  .pill:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .pill {
    all: unset;
    position: absolute;
    inset-block-end: calc(var(--_space) * 0.75);
    inset-inline: 0;
    box-sizing: border-box;
    display: flex;
    align-items: center;
    gap: 6px;
    inline-size: fit-content;
    max-inline-size: calc(100% - 2 * var(--_space));
    min-block-size: 36px;
    margin-inline: auto;
    padding-block: 4px;
    padding-inline: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: 99px;
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.8667em;
    font-weight: 600;
    box-shadow: var(--_shadow);
    cursor: pointer;
  }
  .pill .icon {
    inline-size: 16px;
    block-size: 16px;
    color: var(--_link);
  }

  agent-chat-composer[hidden] {
    display: none;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    flex: none;
    display: block;
  }

  @media (prefers-reduced-motion: no-preference) {
    .pill,
    .suggestions,
    agent-chat-message[data-fresh] {
      animation: agent-chat-rise 0.24s cubic-bezier(0.2, 0.7, 0.3, 1);
    }
    @keyframes agent-chat-rise {
      from {
        opacity: 0;
        transform: translateY(8px);
      }
    }
  }
`;

import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** Bubbles, and the text below them. The corner on the speaker's side is nearly square. */
export const messageStyles: CSSResult = css`
  agent-chat-message {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 6px;
    scroll-margin: var(--_space);
  }
  /* The actions of a question are beside its bubble. */
  agent-chat-message.user {
    flex-flow: row-reverse wrap;
    align-items: flex-end;
  }
  /* A question begins a turn. The actions of the answer above fit into the gap. */
  agent-chat-message:not(.user) + .user {
    margin-block-start: max(20px, var(--_actions) - var(--_space) * 0.75);
  }
  .bubble {
    box-sizing: border-box;
    max-inline-size: min(100%, 44em);
    padding: calc(var(--_space) * 0.625) var(--_inset);
    border-radius: var(--_radius);
    border-end-start-radius: min(var(--_radius), 5px);
    background: var(--_agent-bubble);
    color: var(--_on-agent-bubble);
    overflow-wrap: anywhere;
  }
  .user .bubble {
    max-inline-size: min(82%, 36em, 100% - 76px);
    padding-inline: calc(var(--_space) * 0.875);
    border-end-start-radius: var(--_radius);
    border-end-end-radius: min(var(--_radius), 5px);
    background: var(--_user-bubble);
    color: var(--_on-user-bubble);
  }
  agent-chat-conversation {
    /* From the edge of the log to the text of an answer. */
    --_inset: calc(var(--_space) * 0.875);
    /* The height of the actions below an answer. */
    --_actions: 34px;
  }
  @media (hover: none) {
    agent-chat-conversation {
      --_actions: 44px;
    }
  }
  .plain {
    --_inset: 0px;
  }
  /* Answers are read like a page: tables and code are their only boxes. */
  .plain agent-chat-message:not(.user) .bubble {
    inline-size: 100%;
    padding-block: 4px;
    border-radius: 0;
    background: none;
    color: var(--_text);
  }
  /* Reserves the space of the actions below a running answer, so that no line moves when it ends. */
  .running {
    padding-block-end: max(var(--_actions), 1.4em - 2px);
  }
  .running .bubble {
    min-inline-size: 60%;
  }
  .text.plain {
    white-space: pre-wrap;
  }
  .thinking {
    display: flex;
    gap: 6px;
    align-items: center;
    block-size: 1lh;
  }
  .thinking i {
    /* A border all around, because forced colours remove backgrounds. */
    border: 3px solid;
    border-radius: 50%;
    opacity: 0.45;
  }
  @media (prefers-reduced-motion: no-preference) {
    .thinking i {
      animation: agent-chat-think 1.2s ease-in-out infinite;
    }
    .thinking i:nth-child(2) {
      animation-delay: 0.15s;
    }
    .thinking i:nth-child(3) {
      animation-delay: 0.3s;
    }
    @keyframes agent-chat-think {
      0%,
      60%,
      100% {
        opacity: 0.3;
      }
      30% {
        opacity: 0.8;
        transform: translateY(-3px);
      }
    }
  }

  .notice {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    padding-inline-start: var(--_inset);
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .notice p {
    flex: 1 1 12em;
    margin: 0;
  }
  .quiet-button {
    all: unset;
    box-sizing: border-box;
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-block-size: 32px;
    padding: 2px 12px;
    border: 1px solid color-mix(in srgb, var(--_text) 22%, var(--_surface));
    border-radius: calc(var(--_radius) * 1.125);
    background: var(--_surface);
    color: var(--_text);
    font-weight: 600;
    cursor: pointer;
  }
  .quiet-button:focus-visible,
  .send:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .quiet-button .icon {
    inline-size: 16px;
  }

  @media (forced-colors: active) {
    .bubble {
      border: 1px solid CanvasText;
    }
  }
`;

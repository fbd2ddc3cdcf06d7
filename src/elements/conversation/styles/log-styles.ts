import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The log and the animation of new messages. */
export const logStyles: CSSResult = css`
  agent-chat-conversation {
    display: flex;
    flex: auto;
    flex-direction: column;
    min-block-size: 0;
  }
  .log-frame {
    position: relative;
    flex: auto;
    min-block-size: 0;
  }
  .log {
    block-size: 100%;
    position: relative;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  /* The log scrolls at least this far. */
  .log::after {
    content: '';
    position: absolute;
    inset-block-start: var(--_end, 0);
    inline-size: 1px;
    block-size: 1px;
  }
  .content {
    box-sizing: border-box;
    display: flex;
    flex-direction: column;
    gap: var(--_space);
    min-block-size: 100%;
    /* Keeps question and answer close together in a wide window. */
    padding: calc(var(--_space) * 1.25) max(var(--_space), 50% - 26em) var(--_space);
  }
  .items {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
  }

  .items:empty {
    display: none;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (prefers-reduced-motion: no-preference) {
    agent-chat-message[data-fresh] {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    @keyframes agent-chat-rise {
      from {
        opacity: 0;
        transform: translateY(8px);
      }
    }
  }
`;

import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The recognised speech, between the log and the field, so that it covers nothing. */
export const dictationStyles: CSSResult = css`
  @media screen {
    .log-frame:has(> agent-chat-dictation) {
      display: flex;
      flex-direction: column;
    }
    .log-frame:has(> agent-chat-dictation) .log {
      flex: 1;
      min-block-size: 0;
    }
  }
  .log-frame:has(> agent-chat-dictation) ~ agent-chat-composer {
    box-shadow: none;
  }
  agent-chat-dictation {
    flex: none;
    max-block-size: 100%;
    overflow-y: auto;
  }
  .dictation {
    display: grid;
    gap: 8px;
    margin: 4px max(calc(var(--_space) * 0.75), 50% - 26em);
    padding: calc(var(--_space) * 0.75) var(--_space);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .dictation p {
    margin: 0;
  }
  .dictation .state {
    display: flex;
    gap: 8px;
    align-items: start;
    font-weight: 600;
  }
  .dictation[data-state='ended'] .state {
    font-weight: 400;
  }
  .dictation .icon {
    flex: none;
    inline-size: 20px;
    block-size: 1lh;
    color: var(--_muted);
  }
  .dictation[data-state='listening'] .icon {
    color: var(--agent-chat-link, var(--_focus));
  }
  .dictation .heard {
    overflow-wrap: anywhere;
  }
  .dictation .note {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .dictation .buttons {
    position: sticky;
    inset-block-end: 0;
    background: var(--_surface);
  }
  @media (pointer: coarse) {
    .dictation .buttons button {
      min-block-size: 44px;
      border-radius: calc(var(--_radius) * 1.375);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .dictation {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    .dictation[data-state='listening'] .icon {
      animation: agent-chat-listening 1.6s ease-in-out infinite;
    }
    @keyframes agent-chat-listening {
      50% {
        opacity: 0.35;
      }
    }
  }
  @media print {
    agent-chat-dictation {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .dictation[data-state='listening'] .icon {
      color: Highlight;
    }
  }
`;

import { type CSSResult, css } from 'lit';

/** The first messages beside the launcher. */
export const greetingStyles: CSSResult = css`
  .greetings {
    position: fixed;
    inset: auto;
    --_edge: calc(var(--_offset) + env(safe-area-inset-bottom));
    --_beside: calc(var(--_edge) + var(--_launcher) + 14px);
    inset-block-end: var(--_beside);
    inset-inline-end: var(--_edge);
    display: flex;
    flex-direction: column;
    align-items: end;
    gap: 8px;
    max-inline-size: min(320px, 100% - 2 * var(--_offset));
    overflow: visible;
    color: var(--_text);
    /* Small things lie closer to the page, and throw no shadow on each other. */
    --_low-shadow: 0 0 0 1px light-dark(rgb(20 22 40 / 6%), rgb(255 255 255 / 8%)), 0 3px 12px rgb(20 22 40 / 14%);
  }

  .greetings[data-place$='start'] {
    inset-inline: var(--_edge) auto;
    align-items: start;
  }

  .greetings[data-place^='top'] {
    inset-block: var(--_beside) auto;
  }

  .greeting {
    all: unset;
    box-sizing: border-box;
    padding: 10px 14px;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_low-shadow);
    cursor: pointer;
    animation: greet 0.3s cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
  }

  /* A long one says how it begins; all of it is in the chat. */
  .words {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
    overflow: hidden;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  /* The last one points at the launcher. */
  .greeting:nth-last-child(2) {
    border-end-end-radius: 4px;
  }

  [data-place$='start'] .greeting:nth-last-child(2) {
    border-end-end-radius: var(--_radius);
    border-end-start-radius: 4px;
  }

  [data-place^='top'] .greeting:nth-last-child(2) {
    border-radius: var(--_radius);
  }

  .greeting:nth-child(2) {
    animation-delay: 0.12s;
  }

  .greeting:focus-visible,
  .dismiss:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .dismiss {
    all: unset;
    position: absolute;
    inset-block-start: -16px;
    /* At the side that all of them share: a short first message does not reach the other one. */
    inset-inline-end: -14px;
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_muted);
    box-shadow: var(--_low-shadow);
    cursor: pointer;
  }

  [data-place$='start'] .dismiss {
    inset-inline: -14px auto;
  }

  /* Above them is the launcher. */
  [data-place^='top'] .dismiss {
    inset-block: auto -16px;
  }

  @media (hover: hover) {
    .greeting:hover {
      background: var(--_surface-2);
    }
    .dismiss:hover {
      color: var(--_text);
    }
  }

  @media (pointer: coarse) {
    /* Large for a thumb, not for the eye. */
    .dismiss::after {
      content: '';
      position: absolute;
      inset: -8px;
    }
  }

  .greetings .icon {
    inline-size: 14px;
    block-size: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2.2;
    stroke-linecap: round;
  }

  @keyframes greet {
    from {
      opacity: 0;
      translate: 0 8px;
    }
  }

  @media (forced-colors: active) {
    .greeting,
    .dismiss {
      border: 1px solid ButtonText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .greeting {
      animation: none;
    }
  }
`;

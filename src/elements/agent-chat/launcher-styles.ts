import { type CSSResult, css } from 'lit';

/** The launcher is drawn in the top layer, so that no ancestor and no z-index of the page can hide or move it. */
export const launcherStyles: CSSResult = css`
  .layer {
    --_edge: calc(var(--_offset) + env(safe-area-inset-bottom, 0px));
    position: fixed;
    inset: auto;
    inset-block-end: var(--_edge);
    inset-inline-end: var(--_edge);
    overflow: visible;
    z-index: var(--agent-chat-z-index, 2000);
  }

  .layer[data-place$='start'] {
    inset-inline: var(--_edge) auto;
  }

  .layer[data-place^='top'] {
    inset-block: var(--_edge) auto;
  }

  .launcher {
    all: unset;
    box-sizing: border-box;
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-inline-size: var(--_launcher);
    block-size: var(--_launcher);
    padding: 0 calc((var(--_launcher) - 26px) / 2);
    border-radius: var(--agent-chat-launcher-radius, calc(var(--_launcher) / 2));
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 550;
    cursor: pointer;
    box-shadow:
      0 1px 2px rgb(20 22 40 / 14%),
      0 8px 24px rgb(20 22 40 / 20%);
    transition:
      scale 0.16s,
      opacity 0.2s;
  }

  .launcher.waiting {
    opacity: 0;
    scale: 0.8;
  }

  .launcher:active {
    scale: 0.96;
  }

  .launcher:focus-visible {
    /* Seen on any page: one of the two always stands out. */
    outline: 3px solid #17181d;
    box-shadow: 0 0 0 6px #fff;
  }

  .launcher svg {
    flex: none;
    inline-size: 26px;
    block-size: 26px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  @media (forced-colors: active) {
    .launcher {
      border: 2px solid ButtonText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .launcher {
      transition: none;
    }
  }
`;

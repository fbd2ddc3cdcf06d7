import { type CSSResult, css } from 'lit';

/** The launcher is drawn in the top layer, so that no ancestor and no z-index of the page can hide or move it. */
export const launcherStyles: CSSResult = css`
  .layer {
    position: fixed;
    inset: auto;
    inset-block-end: calc(var(--_offset) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: calc(var(--_offset) + env(safe-area-inset-right, 0px));
    display: flex;
    flex-direction: column;
    align-items: end;
    gap: 12px;
    overflow: visible;
    /* Room for teasers, which must not make an invisible wall over the page. */
    pointer-events: none;
    z-index: var(--agent-chat-z-index, 2000);
  }

  .layer[data-place$='start'] {
    inset-inline: calc(var(--_offset) + env(safe-area-inset-left, 0px)) auto;
    align-items: start;
  }

  .layer[data-place^='top'] {
    inset-block: calc(var(--_offset) + env(safe-area-inset-top, 0px)) auto;
    flex-direction: column-reverse;
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
    pointer-events: auto;
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

  .launcher:hover {
    scale: 1.04;
  }

  .launcher:active {
    scale: 0.96;
  }

  .launcher:focus-visible {
    outline: 3px solid var(--_focus);
    outline-offset: 3px;
    box-shadow: 0 0 0 3px var(--_surface);
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

  .launcher[aria-busy='true'] svg {
    animation: pulse 1s infinite alternate;
  }

  @keyframes pulse {
    to {
      opacity: 0.4;
    }
  }

  .badge {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    box-sizing: border-box;
    min-inline-size: 22px;
    padding: 0 6px;
    border: 2px solid #fff;
    border-radius: 11px;
    background: #c5221f;
    color: #fff;
    font-size: 12px;
    line-height: 18px;
    text-align: center;
  }

  @media (forced-colors: active) {
    .launcher {
      border: 2px solid ButtonText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .launcher,
    .launcher svg {
      transition: none;
      animation: none !important;
    }
  }
`;

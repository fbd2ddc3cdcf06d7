import { type CSSResult, css } from 'lit';

/** The launcher is drawn in the top layer, so that no ancestor and no z-index of the page can hide or move it. */
export const launcherStyles: CSSResult = css`
  .layer {
    position: fixed;
    inset-block-end: 0;
    inset-inline-end: 0;
    /* On all sides: a long label does not reach the other edge of the screen. */
    margin: calc(var(--_offset) + env(safe-area-inset-bottom));
    z-index: var(--agent-chat-z-index, 2000);
    display: grid;
    justify-items: end;
    overflow-wrap: anywhere;
  }

  .layer[data-place$='start'] {
    inset-inline: 0 auto;
    justify-items: start;
  }

  .layer[data-place^='top'] {
    inset-block: 0 auto;
  }

  .launcher {
    all: unset;
    box-sizing: border-box;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-inline-size: var(--_launcher);
    min-block-size: var(--_launcher);
    /* Less than what is left beside the icon: alone, in any size and with an edge, it is round. */
    padding: 0 calc(var(--_launcher) / 2 - 15px);
    border-radius: var(--agent-chat-launcher-radius, 99px);
    background: var(--_accent);
    color: var(--_on-accent);
    cursor: pointer;
    box-shadow: 0 6px 24px #0004;
  }

  /* Round ends want more room beside words than beside the icon. */
  [part='launcher-label'] {
    margin-inline-end: 7px;
    font-weight: 600;
  }

  .loading {
    opacity: 0.5;
  }
  @keyframes wait {
    to {
      opacity: 0.9;
    }
  }

  .launcher:focus-visible {
    /* Seen on any page: one of the two always stands out. */
    outline: 3px solid #111;
    box-shadow: 0 0 0 6px #fff;
  }

  /* A picture of the page's, of whatever size it says it is: the largest the launcher is round with. */
  .launcher ::slotted(*) {
    max-block-size: 30px;
    inline-size: auto;
  }

  .launcher svg {
    flex: none;
    inline-size: 26px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  @media (forced-colors: active) {
    .launcher {
      border: 2px solid;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .launcher {
      transition: opacity 0.2s;

      @starting-style {
        opacity: 0;
      }
    }
    /* On a slow line the code behind it takes seconds: it breathes, as something is on its way. */
    .loading {
      animation: wait 0.8s infinite alternate;
    }
  }
`;

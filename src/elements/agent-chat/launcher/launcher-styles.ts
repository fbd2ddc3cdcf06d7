import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** Far outside the range of a colour channel, so white or black: at a luminance of 0.179 both have a contrast of 4.58:1. */
const WHITE_OR_BLACK = css`calc((0.179 - y) * 1e6)`;

/** The tokens that the launcher needs; the window adds the others, see `window/theme.ts`. */
const launcherTokens: CSSResult = css`
  :host {
    --_accent: var(--agent-chat-accent, var(--_given-accent, #4150d8));
    --_on-accent: var(--agent-chat-on-accent, color(from var(--_accent) xyz-d65 ${WHITE_OR_BLACK} ${WHITE_OR_BLACK} ${WHITE_OR_BLACK} / 1));
    --_offset: var(--agent-chat-offset, 20px);
    --_launcher: var(--agent-chat-launcher-size, 56px);
    display: contents;
    /* The browser's own text size, which the visitor can set: every other size is relative to it. */
    font: medium sans-serif !important;
  }

  :host([hidden]) {
    display: none !important;
  }

  /* Nothing but custom properties is inherited from the page. */
  .layer,
  .window {
    all: initial;
    box-sizing: border-box;
    color-scheme: var(--_given-scheme, inherit);
    font: var(--agent-chat-font-size, var(--_given-font-size, 0.9375em)) / 1.5
      var(--agent-chat-font, var(--_given-font, system-ui, sans-serif));
  }
`;

/** The launcher is in the top layer, so that no ancestor and no z-index of the page can hide or move it. */
export const launcherStyles: CSSResult = css`
  ${launcherTokens}

  .layer {
    position: fixed;
    inset-block-end: 0;
    inset-inline-end: 0;
    /* On all sides, so that a long label stays clear of the other edge of the screen. */
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
    /* Less than the space beside the icon: without a label the button is round, at any size and with a border. */
    padding: 0 calc(var(--_launcher) / 2 - 15px);
    /* Square with corners of 0, 14px with those of 8px, else round. */
    border-radius: var(--agent-chat-launcher-radius, calc(14px + 99 * (var(--_given-radius, 16px) - 8px)));
    background: var(--_accent);
    color: var(--_on-accent);
    cursor: pointer;
    box-shadow: 0 8px 24px -4px #0006, inset 0 0 0 1px #fff3;
  }

  /* Round ends need more space beside text than beside the icon. */
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
    /* Dark and light: one of the two is visible on any page. */
    outline: 3px solid #111;
    box-shadow: 0 0 0 6px #fff;
  }

  /* The page's own icon, of any natural size: no larger than a round launcher allows. */
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
      transition: opacity 0.2s, scale 0.15s;

      &:active {
        scale: 0.95;
      }

      @media (hover: hover) {
        &:hover:not(:active) {
          scale: 1.04;
        }
      }

      @starting-style {
        opacity: 0;
      }
    }
    /* On a slow connection the window takes seconds to load: the button pulses. */
    .loading {
      animation: wait 0.8s infinite alternate;
    }
  }

  /* A printed page shows nothing that floats over it. */
  @media print {
    .layer {
      display: none !important;
      transition: none !important;
    }
  }
`;

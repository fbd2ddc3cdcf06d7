import { type CSSResult, css } from 'lit';

/** Far above or below what can be shown, so white or black: at a luminance of 0.179 both read at 4.58:1. */
const WHITE_OR_BLACK = css`calc((0.179 - y) * 1e6)`;
/** The tokens the launcher is drawn with; the window brings the rest. See `theme.ts`. */
export const seedTokens: CSSResult = css`
  :host {
    --_accent: var(--agent-chat-accent, var(--_given-accent, #4150d8));
    --_on-accent: var(--agent-chat-on-accent, color(from var(--_accent) xyz-d65 ${WHITE_OR_BLACK} ${WHITE_OR_BLACK} ${WHITE_OR_BLACK} / 1));
    --_offset: var(--agent-chat-offset, 20px);
    --_launcher: var(--agent-chat-launcher-size, 56px);
    display: contents;
    /* The visitor's own size of text, whatever the page made of it: all else is a part of that. */
    font: medium sans-serif !important;
  }

  :host([hidden]) {
    display: none !important;
  }

  /* Custom properties pass through, everything else of the page stops here. */
  .layer,
  .window {
    all: initial;
    box-sizing: border-box;
    color-scheme: var(--_given-scheme, inherit);
    font: var(--agent-chat-font-size, var(--_given-font-size, 0.9375em)) / 1.5
      var(--agent-chat-font, var(--_given-font, system-ui, sans-serif));
  }
`;

import { type CSSResult, css } from 'lit';

/**
 * Nearly black or white, whichever reads at 4.5:1 or better on `colour`. Computed by the browser, so that it
 * also holds for a colour the page sets by custom property: at a luminance of 0.179 both reach 4.58:1.
 */
export function textOn(colour: CSSResult): CSSResult {
  const light = css`max(clamp(0, (y - 0.5) * 0.03, 0.012), clamp(0, (0.179 - y) * 1000000, 1))`;
  return css`color(from ${colour} xyz-d65 calc(0.9505 * ${light}) ${light} calc(1.089 * ${light}) / 1)`;
}

/** The brand colour, made dark or light enough to be read as text on the surface. */
const READABLE_ACCENT = css`light-dark(
  oklch(from var(--_accent) min(l, 0.5) min(c, 0.2) h),
  oklch(from var(--_accent) max(l, 0.76) min(c, 0.13) h)
)`;

/** The tokens the launcher is drawn with; the window brings the rest. See `theme.ts`. */
export const seedTokens: CSSResult = css`
  :host {
    --_accent: var(--agent-chat-accent, var(--_given-accent, #4150d8));
    --_on-accent: var(--agent-chat-on-accent, ${textOn(css`var(--_accent)`)});
    --_surface: var(--agent-chat-surface, light-dark(#fff, #17181d));
    --_text: var(--agent-chat-text, light-dark(#17181d, #ececf0));
    --_focus: var(--agent-chat-focus, ${READABLE_ACCENT});
    --_font: var(
      --agent-chat-font,
      var(--_given-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif)
    );
    --_font-size: var(--agent-chat-font-size, var(--_given-font-size, 15px));
    --_offset: var(--agent-chat-offset, 20px);
    --_launcher: var(--agent-chat-launcher-size, 56px);
    display: contents;
  }

  /* Custom properties pass through, everything else of the page stops here. */
  .layer,
  .window {
    all: initial;
    box-sizing: border-box;
    direction: inherit;
    color-scheme: var(--_given-scheme, inherit);
    font: 400 var(--_font-size) / 1.5 var(--_font);
    color: var(--_text);
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    -webkit-tap-highlight-color: transparent;
  }

  [hidden] {
    display: none !important;
  }
`;

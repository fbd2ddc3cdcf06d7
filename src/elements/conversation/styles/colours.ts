import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/**
 * Nearly black or white, whichever has a contrast of at least 4.5:1 on `colour`. Computed by the browser, so that it
 * also works for a colour that the page sets as a custom property: at a luminance of 0.179 both reach 4.58:1.
 */
export function textOn(colour: CSSResult): CSSResult {
  const light = css`max(clamp(0, (y - 0.5) * 0.03, 0.012), clamp(0, (0.179 - y) * 1e6, 1))`;
  return css`color(from ${colour} xyz-d65 calc(0.9505 * ${light}) ${light} calc(1.089 * ${light}) / 1)`;
}

/** A hairline around a surface of this colour, visible only if the colour is close to the window's own. */
export function edgeOf(colour: CSSResult): CSSResult {
  return css`inset 0 0 0 1px light-dark(
    oklch(from ${colour} 0.78 0 0 / calc((l - 0.93) * 14)),
    oklch(from ${colour} 0.45 0 0 / calc((0.3 - l) * 10))
  )`;
}

/** The brand colour on hover: a step away from the text's colour, so that the contrast does not decrease. */
export const hoveredAccent: CSSResult = css`color-mix(
  in srgb,
  var(--_accent) 88%,
  color(from var(--_on-accent) srgb clamp(0, 1 - r, 1) clamp(0, 1 - g, 1) clamp(0, 1 - b, 1))
)`;

/** Lines in a bubble derive from its text colour, so they are equally subtle on any bubble. */
export const bubbleLines: CSSResult = css`
  @media not (prefers-contrast: more) {
    .bubble {
      --_border: var(--agent-chat-border, color-mix(in srgb, currentColor 15%, transparent));
    }
  }
`;

import { type CSSResult, css } from 'lit';

/** A hairline around what is filled with this colour, there only where the colour is nearly the window's own. */
export function edgeOf(colour: CSSResult): CSSResult {
  return css`inset 0 0 0 1px light-dark(
    oklch(from ${colour} 0.78 0 0 / calc((l - 0.93) * 14)),
    oklch(from ${colour} 0.45 0 0 / calc((0.3 - l) * 10))
  )`;
}

/** The brand colour under the pointer: a step away from the text on it, which reads no worse there. */
export const hoveredAccent: CSSResult = css`color-mix(
  in srgb,
  var(--_accent) 88%,
  color(from var(--_on-accent) srgb clamp(0, 1 - r, 1) clamp(0, 1 - g, 1) clamp(0, 1 - b, 1))
)`;

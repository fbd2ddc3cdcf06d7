import { type CSSResult, css } from 'lit';

/** A colour as it is seen: one that is partly transparent lets the window, light or dark, through. */
export function asSeen(colour: CSSResult): CSSResult {
  const on = (surface: CSSResult): CSSResult =>
    css`color(from ${colour} srgb calc(${surface} + (r - ${surface})*alpha) calc(${surface} + (g - ${surface})*alpha) calc(${surface} + (b - ${surface})*alpha) / 1)`;
  return css`light-dark(${on(css`1`)}, ${on(css`.094`)})`;
}

import { type CSSResult, css } from 'lit';

/**
 * Nearly black or white, whichever reads at 4.5:1 or better on `colour`. Computed by the browser, so that it
 * also holds for a colour the page sets by custom property: at a luminance of 0.179 both reach 4.58:1.
 */
export function textOn(colour: CSSResult): CSSResult {
  const light = css`max(clamp(0, (y - 0.5) * 0.03, 0.012), clamp(0, (0.179 - y) * 1e6, 1))`;
  return css`color(from ${colour} xyz-d65 calc(0.9505 * ${light}) ${light} calc(1.089 * ${light}) / 1)`;
}

/** Whether a page that declares no colour scheme is painted dark, which `theme="auto"` then follows. */
export function isPaintedDark(element: Element): boolean {
  if (getComputedStyle(element).colorScheme !== 'normal') return false;
  for (const painted of [document.body, document.documentElement]) {
    const colour = getComputedStyle(painted).backgroundColor;
    const [a, b, c, alpha = 1] = (colour.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number];
    const limit = colour[0] === 'r' ? 90 : colour[0] === 'l' ? 45 : 0.4;
    if (alpha > 0.5 && /rgb|^(ok)?l/.test(colour)) return (/rgb/.test(colour) ? 0.2 * a + 0.7 * b + 0.1 * c : a) < limit;
  }
  return false;
}

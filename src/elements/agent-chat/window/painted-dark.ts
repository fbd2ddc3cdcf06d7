/** Whether a page that declares no colour scheme is painted dark, which `theme="auto"` then follows. */
export function isPaintedDark(element: Element): boolean {
  if (getComputedStyle(element).colorScheme !== 'normal') return false;
  for (const painted of [document.body, document.documentElement]) {
    const colour = getComputedStyle(painted).backgroundColor;
    const [a, b, c, alpha = 1] = (colour.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number];
    if (alpha > 0.5) {
      if (/rgb/.test(colour)) return 0.2 * a + 0.7 * b + 0.1 * c < (colour.startsWith('r') ? 90 : 0.35);
      if (/^(ok)?l/.test(colour)) return a < (colour.startsWith('o') ? 0.45 : 45);
    }
  }
  return false;
}

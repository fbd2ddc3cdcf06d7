/** Whether a page that declares no colour scheme is painted dark, which `theme="auto"` then follows. */
export function isPaintedDark(element: Element): boolean {
  if (getComputedStyle(element).colorScheme !== 'normal') return false;
  for (const painted of [document.body, document.documentElement]) {
    const colour = getComputedStyle(painted).backgroundColor;
    const [a, b, c, alpha = 1] = (colour.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number];
    if (colour.startsWith('rgb')) {
      if (alpha > 0.5) return 0.2 * a + 0.7 * b + 0.1 * c < 90;
    } else if (/^(ok)?l/.test(colour)) {
      return a < (colour.startsWith('ok') ? 0.45 : 45);
    }
  }
  return false;
}

/** Whether a page that declares no colour scheme is painted dark, which `theme="auto"` then follows. */
export function isPaintedDark(element: Element): boolean {
  if (getComputedStyle(element).colorScheme !== 'normal') return false;
  for (const painted of [document.body, document.documentElement]) {
    const colour = getComputedStyle(painted).backgroundColor;
    const [a = 0, b = 0, c = 0, alpha = 1] = (colour.match(/-?[\d.]+/g) ?? []).map(Number);
    if (colour.startsWith('rgb')) {
      if (alpha > 0.5) return 0.2126 * a + 0.7152 * b + 0.0722 * c < 90;
    } else if (/^(ok)?l/.test(colour)) {
      return a < (colour.startsWith('ok') ? 0.45 : 45);
    }
  }
  return false;
}

/** Long enough after the page's own work that a visitor's network and processor are idle. */
const QUIET_MS = 4000;

/** Calls once when the page is loaded and idle; never where the visitor asked to save data. Returns the way out. */
export function whenIdle(then: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches) return () => {};
  const idle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(then);
    else then();
  };
  const timer = setTimeout(idle, QUIET_MS);
  return () => clearTimeout(timer);
}

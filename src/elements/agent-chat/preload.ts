/** Long enough after the page's own work that a visitor's network and processor are idle. */
const QUIET_MS = 4000;

/** Calls once when the page has long been loaded; never where the visitor asked to save data. Returns the way out. */
export function whenQuiet(then: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const timer = setTimeout(() => connection?.saveData || then(), QUIET_MS);
  return () => clearTimeout(timer);
}

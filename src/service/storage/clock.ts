/** Unix time in whole seconds, the unit of every time in the interface. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The UTC month a credit pool runs for, `2026-11`. */
export function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}

/** The UTC day a daily cap runs for, `2026-11-20`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Whole seconds until the next UTC day, at least 1. */
export function secondsToMidnight(seconds: number): number {
  return 86_400 - (seconds % 86_400);
}

/** Unix time in seconds, the unit of all times in the interface. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The UTC month of a credit pool, such as `2026-11`. */
export function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}

/** The UTC day of a daily limit, such as `2026-11-20`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Seconds until the next UTC day, at least 1. */
export function secondsToMidnight(seconds: number): number {
  return 86_400 - (seconds % 86_400);
}

/**
 * How far `performance.now()` is behind the machine's clock. Of several readings the largest: between the two calls of
 * one, the process may have been stopped, and the first loads what it needs.
 */
const ORIGIN = Math.max(
  ...Array.from({ length: 50 }, () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6 - performance.now();
  }),
);

/** Milliseconds on the machine's own steady clock, which all processes on it share. Leaves nothing to collect. */
export function now(): number {
  return ORIGIN + performance.now();
}

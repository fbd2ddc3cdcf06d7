const [seconds, nanoseconds] = process.hrtime();
const ORIGIN = seconds * 1000 + nanoseconds / 1e6 - performance.now();

/** Milliseconds on the machine's own steady clock, which all processes on it share. Leaves nothing to collect. */
export function now(): number {
  return ORIGIN + performance.now();
}

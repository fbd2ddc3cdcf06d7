/** Milliseconds on the machine's own steady clock, which all processes on it share. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

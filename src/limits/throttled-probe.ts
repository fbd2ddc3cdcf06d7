import { MemoryWindows } from './memory-windows.ts';
import type { WindowSize } from './rate-limiter.ts';

/** Anybody can ask for readiness, and each probe costs a write or a request. */
const PROBES: WindowSize = { count: 5, seconds: 20 };

/** Returns a function that probes, and after five times in 20 seconds answers what the last probe found. */
export function throttledProbe<T>(probe: () => Promise<T>): () => Promise<T> {
  const windows = new MemoryWindows();
  let last: Promise<T> | undefined;
  return () => {
    const { taken } = windows.count('', PROBES);
    if (!last || taken <= PROBES.count) last = probe();
    return last;
  };
}

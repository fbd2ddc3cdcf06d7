import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { type RequestLimit, rateOf, type Taken, takenOf } from './request-limit.ts';

interface Window {
  seen: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

const SWEEP_FIRST = 10_000;
const WINDOWS_MAX = 200_000;

/**
 * The limits of one process. Not the memory store of rate-limiter-flexible, which keeps a timer for each caller
 * and takes 600 MB for a million of them; here ended windows are swept out whenever their number has doubled.
 */
export class MemoryLimit implements RequestLimit {
  readonly #windows = new Map<string, Window>();
  #sweepAt = SWEEP_FIRST;

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    const now = Date.now();
    const key = `${seconds}:${name}`;
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { seen: 0, endsAt: now + seconds * 1000 };
      this.#windows.set(key, window);
      if (this.#windows.size >= this.#sweepAt) this.#sweep(now);
    }
    // No further than one too many, so that a limit that is raised lets callers in again.
    window.seen = Math.min(window.seen, limit) + 1;
    return takenOf(limit, window.seen, window.endsAt - now);
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const now = Date.now();
    const window = this.#windows.get(`${RATE_WINDOW_SECONDS}:${name}`);
    return window && window.endsAt > now
      ? rateOf(limit, window.seen, window.endsAt - now)
      : rateOf(limit, 0, RATE_WINDOW_SECONDS * 1000);
  }

  async close(): Promise<void> {
    this.#windows.clear();
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    // The oldest are at the front: a flood of callers may push them out, never fill the memory.
    if (this.#windows.size >= WINDOWS_MAX) {
      for (const key of this.#windows.keys()) {
        if (this.#windows.size <= WINDOWS_MAX / 2) break;
        this.#windows.delete(key);
      }
    }
    this.#sweepAt = Math.min(WINDOWS_MAX, Math.max(SWEEP_FIRST, this.#windows.size * 2));
  }
}

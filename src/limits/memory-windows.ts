import type { WindowCount, WindowCounter, WindowSize } from './rate-limiter.ts';

/** Windows in one generation; there are two at most. */
const GENERATION_MAX = 50_000;

interface Window {
  taken: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/**
 * Counts in the memory of this process, in at most 100,000 windows (about 20 MB) of all sizes together. There are two
 * generations: each count moves its window to the young one; when the young one is full it becomes the old one, and the
 * windows left in the old one are dropped. So a caller who goes on stays counted through a flood of others.
 *
 * Chosen over a hash table in typed arrays, which takes 6 MB: the maps run on every runtime, since they need no
 * synchronous SHA-256; they never take one name for another; they take no memory before they are used. Chosen over the
 * memory store of rate-limiter-flexible, which starts a timer for each window and takes 600 MB for a million callers.
 */
export class MemoryWindows implements WindowCounter {
  #young = new Map<string, Window>();
  #old = new Map<string, Window>();

  count(name: string, size: WindowSize): WindowCount {
    const now = Date.now();
    const key = keyOf(name, size);
    const window = this.#window(key, size, now);
    if (this.#young.size >= GENERATION_MAX && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, window);
    window.taken++;
    return { taken: window.taken, endsIn: window.endsAt - now };
  }

  look(name: string, size: WindowSize): WindowCount {
    const now = Date.now();
    const { taken, endsAt } = this.#window(keyOf(name, size), size, now);
    return { taken, endsIn: endsAt - now };
  }

  close(): void {}

  #window(key: string, { seconds }: WindowSize, now: number): Window {
    const known = this.#young.get(key) ?? this.#old.get(key);
    const left = known ? known.endsAt - now : 0;
    // A window that ends later than a new one would was counted before the clock was set back: it is over.
    if (known && left > 0 && left <= seconds * 1000) return known;
    return { taken: 0, endsAt: now + seconds * 1000 };
  }
}

/** A changed limit starts new windows: callers that the old limit refused are accepted at once. */
function keyOf(name: string, { count, seconds }: WindowSize): string {
  return `${count}:${seconds}:${name}`;
}

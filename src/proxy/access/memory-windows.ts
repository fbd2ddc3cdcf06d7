import type { WindowCount, WindowCounter } from './address-limit.ts';

/** Addresses in one generation; there are two at most. */
const GENERATION_MAX = 50_000;

interface Window {
  taken: number;
  endsAt: number;
}

/**
 * Counts in this process's memory, which stays bounded however many addresses come: there are two generations, a window
 * in use moves to the young one, and what is left in the old one is dropped with it.
 */
export class MemoryWindows implements WindowCounter {
  readonly #durationMs: number;
  #young = new Map<string, Window>();
  #old = new Map<string, Window>();
  #nextTurn = 0;

  constructor(seconds: number) {
    this.#durationMs = seconds * 1000;
  }

  async count(bucket: string): Promise<WindowCount> {
    const now = Date.now();
    this.#turn(now);
    const window = this.#window(bucket, now);
    this.#young.set(bucket, window);
    window.taken++;
    return { taken: window.taken, endsIn: window.endsAt - now };
  }

  look(bucket: string): WindowCount {
    const now = Date.now();
    const { taken, endsAt } = this.#window(bucket, now);
    return { taken, endsIn: endsAt - now };
  }

  #window(bucket: string, now: number): Window {
    const known = this.#young.get(bucket) ?? this.#old.get(bucket);
    const left = known ? known.endsAt - now : 0;
    // One that ends later than a window beginning now was counted before the clock was set back: it is over.
    if (known && left > 0 && left <= this.#durationMs) return known;
    return { taken: 0, endsAt: now + this.#durationMs };
  }

  #turn(now: number): void {
    const waits = now < this.#nextTurn && this.#nextTurn <= now + this.#durationMs;
    if (this.#young.size < GENERATION_MAX && waits) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#nextTurn = now + this.#durationMs;
  }
}

import { hash, randomUUID } from 'node:crypto';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { type RequestLimit, rateOf, type Taken, takenOf } from './request-limit.ts';

/** Windows that are held at once. */
const SLOTS = 2 ** 18;
/** Slots that are probed for a window, one after the other. */
const PROBES = 16;
/** Hexadecimal digits of a hash that a double holds exactly. */
const DIGITS = 13;

/**
 * The limits of one process, in a hash table of a fixed size with linear probing: 6 MB, however many call. Not the memory
 * store of rate-limiter-flexible, which keeps a timer for each caller and takes 600 MB for a million of them.
 *
 * A window that has ended is overwritten. Past some 200,000 callers in one window, the one that ends first is.
 */
export class MemoryLimit implements RequestLimit {
  readonly #seed = randomUUID();
  readonly #hashes = new Float64Array(SLOTS);
  /** Milliseconds since the epoch. */
  readonly #ends = new Float64Array(SLOTS);
  readonly #seen = new Float64Array(SLOTS);

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    const now = Date.now();
    const hashed = this.#hashOf(name, seconds);
    let slot = this.#find(hashed, now, seconds);
    if (slot === undefined) {
      slot = this.#makeRoom(hashed);
      this.#hashes[slot] = hashed;
      this.#ends[slot] = now + seconds * 1000;
      this.#seen[slot] = 0;
    }
    // No further than one too many, so that a limit that is raised lets callers in again.
    const seen = Math.min(this.#seen[slot]!, limit) + 1;
    this.#seen[slot] = seen;
    return takenOf(limit, seen, this.#ends[slot]! - now);
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const now = Date.now();
    const slot = this.#find(this.#hashOf(name, RATE_WINDOW_SECONDS), now, RATE_WINDOW_SECONDS);
    return slot === undefined
      ? rateOf(limit, 0, RATE_WINDOW_SECONDS * 1000)
      : rateOf(limit, this.#seen[slot]!, this.#ends[slot]! - now);
  }

  async close(): Promise<void> {}

  /** Among a hundred thousand names two collide once in a million times; the seed keeps anybody from making two collide. */
  #hashOf(name: string, seconds: number): number {
    return Number.parseInt(hash('sha256', `${this.#seed}:${seconds}:${name}`).slice(0, DIGITS), 16);
  }

  /** A window that ends later than one beginning now was counted before the clock was set back: it is over. */
  #find(hashed: number, now: number, seconds: number): number | undefined {
    for (let i = 0; i < PROBES; i++) {
      const slot = (hashed + i) % SLOTS;
      if (this.#hashes[slot] !== hashed) continue;
      const left = this.#ends[slot]! - now;
      if (left > 0 && left <= seconds * 1000) return slot;
    }
    return undefined;
  }

  /** The probed slot whose window ended the longest time ago, or ends next. A free one ended at the epoch. */
  #makeRoom(hashed: number): number {
    let first = hashed % SLOTS;
    for (let i = 1; i < PROBES; i++) {
      const slot = (hashed + i) % SLOTS;
      if (this.#ends[slot]! < this.#ends[first]!) first = slot;
    }
    return first;
  }
}

import { hash, randomUUID } from 'node:crypto';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { type RequestLimit, rateOf, type Taken, takenOf } from './request-limit.ts';

/** Windows that are held at once. */
const PLACES = 2 ** 18;
/** Places a window may stand in, one after the other. */
const NEIGHBOURS = 16;
/** Hexadecimal digits of a hash that make a whole number. */
const DIGITS = 13;

/**
 * The limits of one process, in a table of a fixed size: 5 MB, whoever calls and however often. Not the memory store of
 * rate-limiter-flexible, which keeps a timer for each caller and takes 600 MB for a million of them.
 *
 * An ended window gives its place to the next. Past some 200,000 callers in one window, the one that ends first does.
 */
export class MemoryLimit implements RequestLimit {
  readonly #seed = randomUUID();
  readonly #names = new Float64Array(PLACES);
  /** Milliseconds since the epoch. */
  readonly #ends = new Float64Array(PLACES);
  readonly #seen = new Float64Array(PLACES);

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    const now = Date.now();
    const number = this.#numberOf(name, seconds);
    let place = this.#find(number, now, seconds);
    if (place === undefined) {
      place = this.#makeRoom(number);
      this.#names[place] = number;
      this.#ends[place] = now + seconds * 1000;
      this.#seen[place] = 0;
    }
    // No further than one too many, so that a limit that is raised lets callers in again.
    const seen = Math.min(this.#seen[place]!, limit) + 1;
    this.#seen[place] = seen;
    return takenOf(limit, seen, this.#ends[place]! - now);
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const now = Date.now();
    const place = this.#find(this.#numberOf(name, RATE_WINDOW_SECONDS), now, RATE_WINDOW_SECONDS);
    return place === undefined
      ? rateOf(limit, 0, RATE_WINDOW_SECONDS * 1000)
      : rateOf(limit, this.#seen[place]!, this.#ends[place]! - now);
  }

  async close(): Promise<void> {}

  /** Two of a hundred thousand names have the same number once in a million times, and nobody can aim at it. */
  #numberOf(name: string, seconds: number): number {
    return Number.parseInt(hash('sha256', `${this.#seed}:${seconds}:${name}`).slice(0, DIGITS), 16);
  }

  /** A window that ends later than one beginning now was counted before the clock was set back: it is over. */
  #find(number: number, now: number, seconds: number): number | undefined {
    for (let i = 0; i < NEIGHBOURS; i++) {
      const place = (number + i) % PLACES;
      if (this.#names[place] !== number) continue;
      const left = this.#ends[place]! - now;
      if (left > 0 && left <= seconds * 1000) return place;
    }
    return undefined;
  }

  /** The place whose window ended the longest time ago, or ends next. A free one ended at the epoch. */
  #makeRoom(number: number): number {
    let first = number % PLACES;
    for (let i = 1; i < NEIGHBOURS; i++) {
      const place = (number + i) % PLACES;
      if (this.#ends[place]! < this.#ends[first]!) first = place;
    }
    return first;
  }
}

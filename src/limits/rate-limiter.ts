import { ProtocolError } from '../protocol/errors.ts';
import { RATE_WINDOW_SECONDS } from '../protocol/limits.ts';
import type { RateLimit } from '../protocol/rate-limit.ts';
import { addressBucket } from './client-address.ts';

/** At most `count` in a window of `seconds`. */
export interface WindowSize {
  count: number;
  seconds: number;
}

export interface WindowCount {
  /** How many the window has counted, the current one included. */
  taken: number;
  /** Milliseconds until the window ends. */
  endsIn: number;
}

/** Counts by name, in windows that begin with their first count. Windows of different sizes are separate. */
export interface WindowCounter {
  count(name: string, size: WindowSize): WindowCount | Promise<WindowCount>;
  /** Reads the window without counting. */
  look(name: string, size: WindowSize): WindowCount | Promise<WindowCount>;
  close(): void;
}

export interface Taken extends RateLimit {
  accepted: boolean;
  /** Whole seconds until the window ends, at least 1. */
  retryAfter: number;
}

/** Limits requests by name, in numbers as docs/interface.md section 8 reports them. Exact under any concurrency. */
export class RateLimiter {
  readonly #windows: WindowCounter;

  constructor(windows: WindowCounter) {
    this.#windows = windows;
  }

  /** Counts one request; past `count` in `seconds` it is not accepted. */
  async take(name: string, count: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    const { taken, endsIn } = await this.#windows.count(name, { count, seconds });
    return {
      ...rateOf(count, taken, endsIn),
      accepted: taken <= count,
      retryAfter: Math.max(1, Math.ceil(endsIn / 1000)),
    };
  }

  /**
   * Counts one request of an address. Without an address it counts nothing, because all callers would share one limit.
   * @throws ProtocolError `rate_limited` with `message`
   */
  async guard(
    name: string,
    address: string | undefined,
    { count, seconds }: WindowSize,
    message: string,
  ): Promise<void> {
    if (address === undefined) return;
    const taken = await this.take(`${name}:${addressBucket(address)}`, count, seconds);
    if (!taken.accepted) throw limitReached(taken, message);
  }

  /** The same numbers without counting a request. */
  async look(name: string, count: number, seconds: number = RATE_WINDOW_SECONDS): Promise<RateLimit> {
    const { taken, endsIn } = await this.#windows.look(name, { count, seconds });
    return rateOf(count, taken, endsIn);
  }

  close(): void {
    this.#windows.close();
  }
}

/** The three headers of docs/interface.md section 8, for a window that has counted `taken` requests and ends in `endsIn` ms. */
export function rateOf(limit: number, taken: number, endsIn: number): RateLimit {
  return {
    limit,
    remaining: Math.max(0, limit - taken),
    // Rounded up, so that a caller who waits until then never comes a moment too early.
    reset: Math.ceil((Date.now() + Math.max(0, endsIn)) / 1000),
  };
}

/** The refusal of a request that was not accepted. */
export function limitReached({ retryAfter }: Taken, message: string): ProtocolError {
  return new ProtocolError('rate_limited', message, { retryAfter });
}

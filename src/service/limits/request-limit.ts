import type { RateLimit } from '../../protocol/rate-limit.ts';

export interface Taken extends RateLimit {
  accepted: boolean;
  /** Whole seconds until the window ends, at least 1. */
  retryAfter: number;
}

/**
 * Counts requests in windows that begin with a caller's first request and end `seconds` later; exact under any
 * concurrency.
 */
export interface RequestLimit {
  /** `seconds` is a minute by default, as in section 8. */
  take(name: string, limit: number, seconds?: number): Promise<Taken>;
  /** The same numbers without counting a request. */
  look(name: string, limit: number): Promise<RateLimit>;
  close(): Promise<void>;
}

/** How many requests a window has seen and how long it lasts, as the three headers say it. */
export function rateOf(limit: number, seen: number, msLeft: number): RateLimit {
  return {
    limit,
    remaining: Math.max(0, limit - seen),
    // Rounded up: a caller who waits until then never comes a moment too early.
    reset: Math.ceil((Date.now() + Math.max(0, msLeft)) / 1000),
  };
}

export function takenOf(limit: number, seen: number, msLeft: number): Taken {
  return {
    ...rateOf(limit, seen, msLeft),
    accepted: seen <= limit,
    retryAfter: Math.max(1, Math.ceil(msLeft / 1000)),
  };
}

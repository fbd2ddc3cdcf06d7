import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ProtocolError } from '../../protocol/errors.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { addressBucket } from './client-address.ts';

export interface WindowLimit {
  /** What is limited, for instance an agent's messages. */
  name: string;
  count: number;
  seconds: number;
}

/** Makes a limiter of one size; in memory, or shared by Redis. */
export type LimiterFactory = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

/**
 * Counts by address in windows that begin with its first request: never more than `count` in one. An IPv6 address
 * counts as its /64.
 */
export class AddressLimits {
  readonly #make: LimiterFactory;
  readonly #limiters = new Map<string, RateLimiterAbstract>();

  constructor(make: LimiterFactory) {
    this.#make = make;
  }

  /** Counts one. @throws ProtocolError `rate_limited` with `message` when the window is full */
  async take(limit: WindowLimit, address: string | undefined, message: string): Promise<RateLimit> {
    const bucket = addressBucket(address);
    try {
      return rateOf(limit, await this.#limiter(limit).consume(bucket));
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const rate = rateOf(limit, refused as RateLimiterRes);
      throw new LimitReached(message, rate, (refused as RateLimiterRes).msBeforeNext);
    }
  }

  #limiter({ name, count, seconds }: WindowLimit): RateLimiterAbstract {
    const keyPrefix = `${name}:${count}:${seconds}`;
    let limiter = this.#limiters.get(keyPrefix);
    if (!limiter) {
      limiter = this.#make({ keyPrefix, points: count, duration: seconds });
      this.#limiters.set(keyPrefix, limiter);
    }
    return limiter;
  }
}

/** A full window, with the numbers its headers tell. */
export class LimitReached extends ProtocolError {
  readonly rate: RateLimit;

  constructor(message: string, rate: RateLimit, waitMs: number) {
    super('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    this.rate = rate;
  }
}

function rateOf(limit: WindowLimit, { remainingPoints, msBeforeNext }: RateLimiterRes): RateLimit {
  return {
    limit: limit.count,
    remaining: Math.max(0, remainingPoints),
    reset: Math.ceil((Date.now() + msBeforeNext) / 1000),
  };
}

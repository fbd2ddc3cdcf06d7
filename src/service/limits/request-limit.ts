import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';

export interface Taken extends RateLimit {
  accepted: boolean;
  /** Whole seconds until the window ends, at least 1. */
  retryAfter: number;
}

/**
 * Counts requests in windows that begin with a caller's first request and end `seconds` later; exact under any
 * concurrency. In this process's memory, or in Redis for several processes.
 */
export interface RequestLimit {
  take(name: string, limit: number, seconds?: number): Promise<Taken>;
  /** The same numbers without counting a request. */
  look(name: string, limit: number): Promise<RateLimit>;
  close(): Promise<void>;
}

export async function createRequestLimit(redisUrl?: string): Promise<RequestLimit> {
  if (!redisUrl)
    return new Limits(
      options => new RateLimiterMemory(options),
      async () => {},
    );
  const client = createClient({ url: redisUrl, disableOfflineQueue: true });
  // The client reconnects by itself; meanwhile each process counts alone rather than refusing everybody.
  client.on('error', () => {});
  await client.connect();
  return new Limits(
    options =>
      new RateLimiterRedis({
        ...options,
        storeClient: client,
        useRedisPackage: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    async () => {
      await client.close();
    },
  );
}

interface LimiterOptions {
  points: number;
  duration: number;
  keyPrefix: string;
}
type Limiter = RateLimiterMemory | RateLimiterRedis;

class Limits implements RequestLimit {
  readonly #limiters = new Map<string, Limiter>();
  readonly #make: (options: LimiterOptions) => Limiter;
  readonly close: () => Promise<void>;

  constructor(make: (options: LimiterOptions) => Limiter, close: () => Promise<void>) {
    this.#make = make;
    this.close = close;
  }

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    try {
      return taken(await this.#limiter(limit, seconds).consume(name), limit, true);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return taken(refusal, limit, false);
    }
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const state = await this.#limiter(limit, RATE_WINDOW_SECONDS).get(name);
    return state
      ? read(state, limit)
      : { limit, remaining: limit, reset: Math.ceil(Date.now() / 1000) + RATE_WINDOW_SECONDS };
  }

  #limiter(points: number, duration: number): Limiter {
    const keyPrefix = `agent-chat:${points}/${duration}`;
    let limiter = this.#limiters.get(keyPrefix);
    if (!limiter) {
      limiter = this.#make({ points, duration, keyPrefix });
      this.#limiters.set(keyPrefix, limiter);
    }
    return limiter;
  }
}

function taken(state: RateLimiterRes, limit: number, accepted: boolean): Taken {
  const retryAfter = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return { ...read(state, limit), accepted, retryAfter };
}

function read(state: RateLimiterRes, limit: number): RateLimit {
  return {
    limit,
    remaining: Math.max(0, Math.min(limit, state.remainingPoints)),
    // Rounded up: a caller who waits until then never comes a moment too early.
    reset: Math.ceil((Date.now() + Math.max(0, state.msBeforeNext)) / 1000),
  };
}

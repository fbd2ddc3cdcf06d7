import { RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { connectRedis, type RedisClient } from '../../databases/redis.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { type RequestLimit, rateOf, type Taken, takenOf } from './request-limit.ts';

/** A Redis that takes longer than this to count a request is taken for one that is away. */
const ANSWER_MAX_MS = 1000;

/**
 * The limits several processes keep together. While Redis is away a request that has to be counted is refused with a
 * 503: each process counting alone would let in as many times what the plan allows as there are processes.
 * @throws when nobody answers at the address.
 */
export async function createRedisLimit(url: string): Promise<RequestLimit> {
  return new RedisLimit(await connectRedis(url, () => {}));
}

class RedisLimit implements RequestLimit {
  readonly #client: RedisClient;
  readonly #limiters = new Map<string, RLWrapperTimeouts>();

  constructor(client: RedisClient) {
    this.#client = client;
  }

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    try {
      const state = await this.#limiter(limit, seconds).consume(name);
      return takenOf(limit, state.consumedPoints, state.msBeforeNext);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw cannotCount(refusal);
      return takenOf(limit, limit + 1, refusal.msBeforeNext);
    }
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const limiter = this.#limiter(limit, RATE_WINDOW_SECONDS);
    const state = await limiter.get(name).catch((error: unknown) => {
      throw cannotCount(error);
    });
    return state
      ? rateOf(limit, state.consumedPoints, state.msBeforeNext)
      : rateOf(limit, 0, RATE_WINDOW_SECONDS * 1000);
  }

  async close(): Promise<void> {
    // `close` would wait for answers that an unreachable server never gives.
    this.#client.destroy();
  }

  #limiter(points: number, duration: number): RLWrapperTimeouts {
    const keyPrefix = `agent-chat:${points}/${duration}`;
    let limiter = this.#limiters.get(keyPrefix);
    if (!limiter) {
      const options = { points, duration, keyPrefix, storeClient: this.#client, useRedisPackage: true };
      limiter = new RLWrapperTimeouts({ limiter: new RateLimiterRedis(options), timeoutMs: ANSWER_MAX_MS });
      this.#limiters.set(keyPrefix, limiter);
    }
    return limiter;
  }
}

function cannotCount(cause: unknown): ProtocolError {
  return new ProtocolError('internal', 'The service is busy. Please try again.', {
    status: 503,
    retryAfter: 1,
    cause,
  });
}

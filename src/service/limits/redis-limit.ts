import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { type RequestLimit, rateOf, type Taken, takenOf } from './request-limit.ts';

type Client = ReturnType<typeof createClient>;

/** The limits several processes keep together. @throws when nobody answers at the address. */
export async function createRedisLimit(url: string): Promise<RequestLimit> {
  const client = createClient({ url, disableOfflineQueue: true });
  // The client connects again by itself; meanwhile each process counts alone rather than refusing everybody.
  client.on('error', () => {});
  await client.connect();
  return new RedisLimit(client as Client);
}

class RedisLimit implements RequestLimit {
  readonly #client: Client;
  readonly #limiters = new Map<string, RateLimiterRedis>();

  constructor(client: Client) {
    this.#client = client;
  }

  async take(name: string, limit: number, seconds: number = RATE_WINDOW_SECONDS): Promise<Taken> {
    try {
      const state = await this.#limiter(limit, seconds).consume(name);
      return takenOf(limit, state.consumedPoints, state.msBeforeNext);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return takenOf(limit, limit + 1, refusal.msBeforeNext);
    }
  }

  async look(name: string, limit: number): Promise<RateLimit> {
    const state = await this.#limiter(limit, RATE_WINDOW_SECONDS).get(name);
    return state
      ? rateOf(limit, state.consumedPoints, state.msBeforeNext)
      : rateOf(limit, 0, RATE_WINDOW_SECONDS * 1000);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #limiter(points: number, duration: number): RateLimiterRedis {
    const keyPrefix = `agent-chat:${points}/${duration}`;
    let limiter = this.#limiters.get(keyPrefix);
    if (!limiter) {
      const options = { points, duration, keyPrefix };
      limiter = new RateLimiterRedis({
        ...options,
        storeClient: this.#client,
        useRedisPackage: true,
        insuranceLimiter: new RateLimiterMemory(options),
      });
      this.#limiters.set(keyPrefix, limiter);
    }
    return limiter;
  }
}

import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../databases/redis.ts';
import { withTimeout } from '../databases/with-timeout.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { MemoryWindows } from './memory-windows.ts';
import type { WindowCount, WindowCounter, WindowSize } from './rate-limiter.ts';

/**
 * What happens while Redis does not answer within a second. `count-alone`: each process counts in its own memory, so
 * that nobody is refused and nobody is let in without limit. `refuse`: a ProtocolError 503, for limits that may never be
 * exceeded, such as those of a plan.
 */
export type WhileAway = 'count-alone' | 'refuse';

/** Counts in Redis, for all processes together. */
export class RedisWindows implements WindowCounter {
  readonly #redis: RedisClient;
  readonly #alone: MemoryWindows | undefined;
  readonly #limiters = new Map<string, RateLimiterRedis>();

  /** @param redis is closed by `close` */
  constructor(redis: RedisClient, whileAway: WhileAway) {
    this.#redis = redis;
    this.#alone = whileAway === 'count-alone' ? new MemoryWindows() : undefined;
  }

  async count(name: string, size: WindowSize): Promise<WindowCount> {
    try {
      return toCount(await withTimeout(this.#limiter(size).consume(name)));
    } catch (error) {
      if (error instanceof RateLimiterRes) return toCount(error);
      if (!this.#alone) throw cannotCount(error);
      return this.#alone.count(name, size);
    }
  }

  async look(name: string, size: WindowSize): Promise<WindowCount> {
    try {
      const window = await withTimeout(this.#limiter(size).get(name));
      return window ? toCount(window) : { taken: 0, endsIn: size.seconds * 1000 };
    } catch (error) {
      if (!this.#alone) throw cannotCount(error);
      return this.#alone.look(name, size);
    }
  }

  close(): void {
    // Redis's own `close` would wait for answers that an unreachable server never gives.
    this.#redis.destroy();
  }

  /** One for each size, not for each name: names may hold whatever a visitor writes. */
  #limiter({ count, seconds }: WindowSize): RateLimiterRedis {
    const keyPrefix = `agent-chat:limit:${count}:${seconds}`;
    let limiter = this.#limiters.get(keyPrefix);
    if (!limiter) {
      limiter = new RateLimiterRedis({
        storeClient: this.#redis,
        useRedisPackage: true,
        keyPrefix,
        points: count,
        duration: seconds,
      });
      this.#limiters.set(keyPrefix, limiter);
    }
    return limiter;
  }
}

function toCount({ consumedPoints, msBeforeNext }: RateLimiterRes): WindowCount {
  return { taken: consumedPoints, endsIn: msBeforeNext };
}

function cannotCount(cause: unknown): ProtocolError {
  return new ProtocolError('internal', 'The service is busy. Please try again.', {
    status: 503,
    retryAfter: 1,
    cause,
  });
}

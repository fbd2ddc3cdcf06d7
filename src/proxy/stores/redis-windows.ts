import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../../databases/redis.ts';
import { MemoryWindows } from '../access/memory-windows.ts';
import type { WindowCount, WindowCounter, WindowSize } from '../access/window-counter.ts';
import { withTimeout } from './with-timeout.ts';

/** Counts in Redis, for all instances together. While it is away each one counts alone, rather than refusing everybody or nobody. */
export class RedisWindows implements WindowCounter {
  readonly #limiter: RateLimiterRedis;
  readonly #alone: MemoryWindows;

  readonly #durationMs: number;

  constructor(redis: RedisClient, { count, seconds }: WindowSize) {
    this.#durationMs = seconds * 1000;
    this.#limiter = new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      keyPrefix: `agent-chat:limit:${count}:${seconds}`,
      points: count,
      duration: seconds,
    });
    this.#alone = new MemoryWindows(seconds);
  }

  async count(bucket: string): Promise<WindowCount> {
    try {
      return counted(await withTimeout(this.#limiter.consume(bucket)));
    } catch (refusal) {
      return refusal instanceof RateLimiterRes ? counted(refusal) : this.#alone.count(bucket);
    }
  }

  async look(bucket: string): Promise<WindowCount> {
    try {
      const window = await withTimeout(this.#limiter.get(bucket));
      return window ? counted(window) : { taken: 0, endsIn: this.#durationMs };
    } catch {
      return this.#alone.look(bucket);
    }
  }
}

function counted({ consumedPoints, msBeforeNext }: RateLimiterRes): WindowCount {
  return { taken: consumedPoints, endsIn: msBeforeNext };
}

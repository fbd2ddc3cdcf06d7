import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { RedisExchange } from '../replies/redis-exchange.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { connectRedis } from './redis-client.ts';

/** @throws when Redis cannot be reached now; later the client reconnects by itself */
export async function openRedis(url: string, options: ClusterOptions): Promise<Cluster> {
  const redis = await connectRedis(url, options.logger);
  const subscriber = await connectRedis(url, options.logger);
  const exchange = await RedisExchange.open(redis, subscriber, options);
  return {
    limiter: size =>
      new RateLimiterRedis({
        ...size,
        storeClient: redis,
        useRedisPackage: true,
        // While Redis is away each instance counts alone, rather than refusing everybody or nobody.
        insuranceLimiter: new RateLimiterMemory(size),
      }),
    exchange,
    async check() {
      await redis.ping();
    },
    async close() {
      await exchange.close();
      redis.destroy();
    },
  };
}

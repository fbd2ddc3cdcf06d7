import { RedisExchange } from '../replies/redis-exchange.ts';
import { answered } from './answered.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { connectRedis } from './redis-client.ts';
import { RedisWindows } from './redis-windows.ts';

/** @throws when Redis cannot be reached now; later the client reconnects by itself */
export async function openRedis(url: string, options: ClusterOptions): Promise<Cluster> {
  const redis = await connectRedis(url, options.logger);
  const subscriber = await connectRedis(url, options.logger);
  const exchange = await RedisExchange.open(redis, subscriber, options);
  return {
    windows: size => new RedisWindows(redis, size),
    exchange,
    async check() {
      await answered(redis.ping());
    },
    async close() {
      await exchange.close();
      redis.destroy();
    },
  };
}

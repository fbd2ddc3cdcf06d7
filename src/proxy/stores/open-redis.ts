import { connectRedis, type RedisClient } from '../../databases/redis.ts';
import { withTimeout } from '../../databases/with-timeout.ts';
import { RedisWindows } from '../../limits/redis-windows.ts';
import { faultOf } from '../operations/logger.ts';
import { RedisExchange } from '../replies/redis-exchange.ts';
import type { Cluster, ClusterOptions } from './stores.ts';

/** @throws when Redis cannot be reached now; later the client reconnects automatically */
export async function openRedis(url: string, options: ClusterOptions): Promise<Cluster> {
  const clients: RedisClient[] = [];
  const connect = async (): Promise<RedisClient> => {
    const client = await connectRedis(url, error =>
      options.logger.warn({ ...faultOf(error) }, 'Redis is not reachable'),
    );
    clients.push(client);
    return client;
  };
  try {
    const redis = await connect();
    const exchange = await RedisExchange.open(redis, await connect(), options);
    const windows = new RedisWindows(redis, 'count-alone');
    return {
      windows,
      exchange,
      async check() {
        await withTimeout(redis.ping());
      },
      async close() {
        await exchange.close();
        windows.close();
      },
    };
  } catch (error) {
    // A user who may not subscribe, a replica that takes no writes: each try would leave two connections open.
    for (const client of clients) client.destroy();
    throw error;
  }
}

import { MemoryWindows } from '../access/memory-windows.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';

/** Redis by its address, else this process's memory. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  if (options.redisUrl) {
    const { openRedis } = await import('./redis.ts');
    return openRedis(options.redisUrl, options);
  }
  return {
    windows: ({ seconds }) => new MemoryWindows(seconds),
    exchange: undefined,
    async check() {},
    async close() {},
  };
}

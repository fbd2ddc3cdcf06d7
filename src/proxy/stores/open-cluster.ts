import { MemoryWindows } from '../../limits/memory-windows.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';

/** Redis by its address, else this process's memory. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  if (options.redisUrl) {
    const { openRedis } = await import('./redis.ts');
    return openRedis(options.redisUrl, options);
  }
  return {
    windows: new MemoryWindows(),
    exchange: undefined,
    async check() {},
    async close() {},
  };
}

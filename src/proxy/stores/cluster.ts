import type { WindowCounter, WindowSize } from '../access/address-limit.ts';
import { MemoryWindows } from '../access/memory-windows.ts';
import type { Logger } from '../operations/logger.ts';
import type { ReplyExchange } from '../replies/exchange.ts';

/** What instances share while they run. */
export interface Cluster {
  windows: (size: WindowSize) => WindowCounter;
  /** Undefined for a single instance. */
  exchange: ReplyExchange | undefined;
  /** Rejects when what is shared cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  redisUrl: string | undefined;
  keep: number;
  duration: number;
  onStop: (key: string) => void;
  logger: Logger;
}

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

import type { WindowCounter, WindowSize } from '../access/window-counter.ts';
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

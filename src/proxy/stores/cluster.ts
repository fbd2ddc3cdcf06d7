import type { WindowCounter } from '../../limits/rate-limiter.ts';
import type { ReplyExchange } from '../replies/exchange.ts';
import type { ExchangeOptions } from '../replies/redis-exchange.ts';

/** What instances share while they run. */
export interface Cluster {
  windows: WindowCounter;
  /** Undefined for a single instance. */
  exchange: ReplyExchange | undefined;
  /** Rejects when what is shared cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterOptions extends ExchangeOptions {
  redisUrl: string | undefined;
}

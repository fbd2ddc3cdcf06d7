import { isOutOfSpace } from '../../databases/database-errors.ts';
import type { StoreState } from '../../databases/store-state.ts';
import type { WindowCounter } from '../../limits/rate-limiter.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { RevocationStore } from '../access/revoked-visitors.ts';
import { storageFull } from '../http/error-response.ts';
import type { ErasureStore } from '../personal-data/erasure-store.ts';
import type { ExchangeOptions } from '../replies/redis-exchange.ts';
import type { ReplyExchange } from '../replies/replies.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { UsageStore } from '../usage/usage-store.ts';

/** What a proxy stores. */
export interface Stores {
  settings: SettingsStore;
  usage: UsageStore;
  erasures: ErasureStore;
  revocations: RevocationStore;
  /** Whether settings and counters can be written now. */
  check(): Promise<StoreState>;
  close(): Promise<void>;
}

/** What instances share while they run. */
export interface Cluster {
  windows: WindowCounter;
  /** Undefined for a single instance. */
  exchange: ReplyExchange | undefined;
  /** Rejects if it cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterOptions extends ExchangeOptions {
  redisUrl: string | undefined;
}

/** Turns any failure of a store into a refusal. @throws ProtocolError 507 if it is full, else 503 */
export function storeUnavailable(cause: unknown): never {
  if (isOutOfSpace(cause)) throw storageFull(cause);
  throw new ProtocolError('internal', 'This cannot be read or kept now. Please try again.', {
    status: 503,
    retryAfter: 1,
    cause,
  });
}

import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Admin } from './access/admin.ts';
import type { ConversationIds } from './access/conversation-ids.ts';
import type { UserIdentity } from './access/user-identity.ts';
import type { Visitors } from './access/visitor.ts';
import type { ProxyConfig } from './config.ts';
import type { Logger } from './operations/logger.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Readiness } from './operations/readiness.ts';
import type { ReplyExchange } from './replies/exchange.ts';
import type { Replies } from './replies/replies.ts';
import type { AgentSettings } from './settings/agent-settings.ts';
import type { Stores } from './stores/stores.ts';
import type { Gate } from './upstream/gate.ts';
import type { Upstream } from './upstream/upstream.ts';
import type { UsageCounter } from './usage/usage-counter.ts';

/** What the routes work with, made once for a proxy. */
export interface Parts {
  config: ProxyConfig;
  admin: Admin;
  visitors: Visitors;
  conversations: ConversationIds;
  identity: UserIdentity;
  settings: AgentSettings;
  upstream: Upstream;
  gate: Gate;
  replies: Replies;
  /** Joins replies of other instances; undefined when there are none. */
  exchange: ReplyExchange | undefined;
  limits: RateLimiter;
  stores: Stores;
  usage: UsageCounter;
  readiness: Readiness;
  metrics: Metrics;
  logger: Logger;
  /** Lets running replies finish for so many milliseconds, then closes everything. */
  close: (graceMs: number) => Promise<void>;
}

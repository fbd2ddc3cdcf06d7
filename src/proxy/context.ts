import type { ConversationIds } from './access/conversation-ids.ts';
import type { Logger } from './operations/logger.ts';
import type { Metrics } from './operations/metrics.ts';
import type { ProxyLimits } from './options.ts';
import type { Replies, ReplyExchange } from './replies/replies.ts';
import type { Gate } from './upstream/gate.ts';
import type { Upstream } from './upstream/upstream.ts';
import type { UsageCounter } from './usage/usage-counter.ts';

/** What a message needs on its way to the service and back. */
export interface ProxyContext {
  replies: Replies;
  /** Joins replies of other instances; undefined for a single instance. */
  exchange: ReplyExchange | undefined;
  conversations: ConversationIds;
  gate: Gate;
  upstream: Upstream;
  usage: UsageCounter;
  metrics: Metrics;
  logger: Logger;
  limits: ProxyLimits;
  /** Never passed on, wherever in a reply it occurs. */
  apiKey: string;
}

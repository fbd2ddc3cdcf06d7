import { RateLimiter } from '../limits/rate-limiter.ts';
import { Admin } from './access/admin.ts';
import { ConversationIds } from './access/conversation-ids.ts';
import { UserIdentity } from './access/user-identity.ts';
import { Visitors } from './access/visitor.ts';
import { type ProxyConfig, shortSecrets } from './config.ts';
import { faultOf, faultsOnly } from './operations/logger.ts';
import { openMetrics } from './operations/open-metrics.ts';
import { Readiness } from './operations/readiness.ts';
import type { Parts } from './parts.ts';
import { Replies } from './replies/replies.ts';
import { AgentSettings } from './settings/agent-settings.ts';
import { openCluster } from './stores/open-cluster.ts';
import { openStores } from './stores/open-stores.ts';
import { Gate } from './upstream/gate.ts';
import { openFetch } from './upstream/open-fetch.ts';
import { Upstream } from './upstream/upstream.ts';
import { UsageCounter } from './usage/usage-counter.ts';

/** Makes everything the routes work with. Rejects when a store cannot be reached. */
export async function openParts(config: ProxyConfig): Promise<Parts> {
  const { limits, sessionSecrets, creditsPerMonth } = config;
  const logger = config.logger ?? faultsOnly;
  for (const secret of shortSecrets(config)) {
    logger.warn({ secret }, 'a secret of fewer than 16 characters can be guessed');
  }
  const replies = new Replies({
    keep: limits.keepSeconds * 1000,
    replies: limits.keepReplies,
    size: limits.keepBytes,
    most: limits.runningBytes,
    duration: limits.replySeconds * 1000,
  });
  const gate = new Gate(limits);
  const client = await openFetch(config.fetch);
  const stores = await openStores(config);
  const cluster = await openCluster({
    redisUrl: config.redisUrl,
    keep: limits.keepSeconds,
    duration: limits.replySeconds,
    onStop: key => replies.stopHere(key),
    logger,
  }).catch(async (error: Error) => {
    await stores.close();
    throw Object.assign(error, { option: 'redisUrl' });
  });
  const upstream = new Upstream(config, client.fetch);
  const usage = new UsageCounter(stores.usage, logger);
  return {
    config,
    admin: new Admin(config),
    visitors: new Visitors(sessionSecrets, limits.visitorDays),
    conversations: new ConversationIds(sessionSecrets),
    identity: new UserIdentity(config.identitySecrets),
    limits: new RateLimiter(cluster.windows),
    settings: new AgentSettings(stores.settings, config.initialSettings, error =>
      logger.warn({ ...faultOf(error) }, 'the settings are those known last: their store is away'),
    ),
    upstream,
    readiness: new Readiness({ upstream, stores, checkCluster: () => cluster.check() }),
    gate,
    replies,
    exchange: cluster.exchange,
    stores,
    usage,
    metrics: await openMetrics({
      running: () => replies.running,
      waiting: () => gate.waiting,
      rate: () => gate.rate,
      creditsLeft:
        creditsPerMonth === undefined
          ? undefined
          : async () => Math.max(0, creditsPerMonth - (await usage.creditsThisMonth())),
    }),
    logger,
    async close(graceMs) {
      await replies.close(graceMs);
      client.close();
      await usage.close();
      await cluster.close();
      await stores.close();
    },
  };
}

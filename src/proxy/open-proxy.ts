import type { Hono } from 'hono';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { Admin } from './access/admin.ts';
import { AgentAccess } from './access/agent-access.ts';
import { ServedAgents } from './access/agent-id.ts';
import { BotGuard } from './access/bot-guard.ts';
import { ConversationIds } from './access/conversation-ids.ts';
import { RevokedVisitors } from './access/revoked-visitors.ts';
import { UserIdentity } from './access/user-identity.ts';
import { Visitors } from './access/visitors.ts';
import { Voters } from './access/voters.ts';
import { answerRoutes } from './answers/answer-routes.ts';
import { createApp } from './app.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { draftChatRoutes } from './chat/draft-chat-routes.ts';
import { VisitorLimit } from './chat/visitor-limit.ts';
import { type ProxyConfig, weakSecrets } from './config.ts';
import { contactRoutes } from './contacts/contact-routes.ts';
import type { ProxyContext } from './context.ts';
import { conversationRoutes } from './conversations/conversation-routes.ts';
import { ConversationReader } from './conversations/read-conversations.ts';
import { modelRoutes } from './models/model-routes.ts';
import { consoleLogger, faultOf } from './operations/logger.ts';
import { type Gauges, type Metrics, noMetrics } from './operations/metrics.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { Readiness } from './operations/readiness.ts';
import { Erasures } from './personal-data/erasures.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { Upkeep } from './personal-data/upkeep.ts';
import type { ProxyEnv } from './proxy-env.ts';
import { Replies } from './replies/replies.ts';
import { isNode } from './runtime.ts';
import { AgentSettings } from './settings/agent-settings.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { sourceRoutes } from './sources/source-routes.ts';
import { openCluster, openStores } from './stores/open-stores.ts';
import { Gate } from './upstream/gate.ts';
import { openFetch } from './upstream/open-fetch.ts';
import { Upstream } from './upstream/upstream.ts';
import { UsageCounter } from './usage/usage-counter.ts';
import { usageRoutes } from './usage/usage-routes.ts';

export interface OpenProxy {
  app: Hono<ProxyEnv>;
  /**
   * Lets running replies finish and requests get their answers for so many milliseconds, then closes everything.
   * @param isAsked whether a request has no answer yet
   */
  close: (graceMs: number, isAsked?: () => boolean) => Promise<void>;
}

/** Opens the stores and wires the routes with what each needs. Rejects if a store cannot be reached. */
export async function openProxy(
  config: ProxyConfig,
  isDraining: () => boolean = () => false,
): Promise<OpenProxy> {
  const { limits, sessionSecrets, apiKey } = config;
  const logger = config.logger ?? consoleLogger;
  for (const secret of weakSecrets(config)) {
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

  const admin = new Admin(config);
  const visitors = new Visitors(
    sessionSecrets,
    limits.visitorDays,
    new RevokedVisitors(stores.revocations, error =>
      logger.warn({ ...faultOf(error) }, 'revoked visitors cannot be looked up: their store is away'),
    ),
  );
  const conversations = new ConversationIds(sessionSecrets);
  const identity = new UserIdentity(config.identitySecrets);
  const limiter = new RateLimiter(cluster.windows);
  const settings = new AgentSettings(stores.settings, config.initialSettings, error =>
    logger.warn({ ...faultOf(error) }, 'the settings are those known last: their store is away'),
  );
  const agents = new ServedAgents(config.agentIds);
  const access = new AgentAccess({ agents, admin, settings, ownOrigins: config.ownOrigins });
  const botGuard = new BotGuard(config.botCheck, visitors, client.outgoing);
  const visitorLimit = new VisitorLimit(limiter, gate);
  const upstream = new Upstream(config, client.fetch);
  const usage = new UsageCounter(stores.usage, logger);
  const metrics = await openMetrics({
    running: () => replies.running,
    waiting: () => gate.waiting,
    rate: () => gate.rate,
    creditsLeft: creditsLeft(config.creditsPerMonth, usage),
  });
  const readiness = new Readiness({ upstream, stores, checkCluster: () => cluster.check(), isDraining });
  const extension = { agents, admin, upstream, logger, apiKey };
  const reader = new ConversationReader(extension, stores.usage);
  const voters = new Voters(sessionSecrets);
  const erasures = new Erasures({ store: stores.erasures, usage: stores.usage, voters });
  const upkeep = new Upkeep({ erasures, usage: stores.usage, voters, upstream, logger });
  const context: ProxyContext = {
    ...{ replies, exchange: cluster.exchange, conversations, gate, upstream, usage },
    ...{ metrics, logger, limits, apiKey },
  };

  const app = createApp({
    basePath: config.basePath,
    trustProxy: config.trustProxy,
    access,
    metrics,
    logger,
    routes: [
      chatRoutes({ context, access, visitors, identity, botGuard, visitorLimit }),
      draftChatRoutes(context, admin, agents),
      settingsRoutes({ agents, admin, access, settings, upstream, limits, logger }),
      contactRoutes({ agents, admin, access, visitors, botGuard, limiter, limits, upstream, logger, apiKey }),
      conversationRoutes({ ...extension, store: stores.usage, voters, reader }),
      personalDataRoutes({ ...extension, erasures, reader }),
      answerRoutes(extension),
      modelRoutes(extension),
      sourceRoutes(extension),
      usageRoutes({
        ...{ agents, admin, access, visitors, voters, conversations, limiter, limits },
        usage,
        store: stores.usage,
        gate,
      }),
      operationRoutes({ admin, readiness, metrics }),
    ],
  });
  return {
    app,
    async close(graceMs, isAsked = () => false) {
      const end = performance.now() + graceMs;
      await replies.close(graceMs);
      while (isAsked() && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 20));
      client.close();
      await usage.close();
      await upkeep.close();
      await cluster.close();
      await stores.close();
    },
  };
}

/** Counts on Node; other runtimes have metrics of their own. */
async function openMetrics(gauges: Gauges): Promise<Metrics> {
  if (!isNode()) return noMetrics;
  const { PrometheusMetrics } = await import('./operations/prometheus.ts');
  return new PrometheusMetrics(gauges);
}

function creditsLeft(perMonth: number | undefined, usage: UsageCounter): Gauges['creditsLeft'] {
  if (perMonth === undefined) return undefined;
  return async () => Math.max(0, perMonth - (await usage.creditsThisMonth()));
}

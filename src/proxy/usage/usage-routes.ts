import { Hono } from 'hono';
import * as v from 'valibot';
import type { RateLimiter } from '../../limits/rate-limiter.ts';
import { readClaims } from '../../protocol/chat-request.ts';
import { readJson } from '../../protocol/json-body.ts';
import { CONVERSATION_ID_MAX } from '../../protocol/limits.ts';
import { parse, text } from '../../protocol/validation.ts';
import type { Admin } from '../access/admin.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { ConversationIds } from '../access/conversation-ids.ts';
import { digest } from '../access/signing.ts';
import { subjectOf, type Visitors } from '../access/visitors.ts';
import type { Voters } from '../access/voters.ts';
import type { ProxyLimits } from '../options.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/stores.ts';
import type { Gate } from '../upstream/gate.ts';
import type { UsageCounter } from './usage-counter.ts';
import type { UsageStore } from './usage-store.ts';

export interface UsageRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  access: AgentAccess;
  visitors: Visitors;
  voters: Voters;
  conversations: ConversationIds;
  limiter: RateLimiter;
  limits: ProxyLimits;
  usage: UsageCounter;
  store: UsageStore;
  gate: Gate;
}

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** Votes from one address: each is stored as a row. */
const VOTES = { count: 600, seconds: 600 };
const TOO_MANY = 'Many ratings came from your network in a short time. Please try again later.';

const feedbackSchema = v.object({
  messageId: text(1, 200),
  conversationId: text(1, CONVERSATION_ID_MAX),
  value: v.picklist(['up', 'down'], 'must be up or down'),
  reason: v.optional(text(0, 1000)),
});

export function usageRoutes(options: UsageRoutesOptions): Hono<ProxyEnv> {
  const { agents, admin, access, visitors, voters, conversations, limiter, limits, usage, store, gate } =
    options;
  const app = new Hono<ProxyEnv>();

  /**
   * For visitors: rates a reply of their own conversation. `{ messageId, conversationId, value: "up" or "down", reason? }`,
   * with a reason of up to 1,000 characters.
   */
  app.post('/api/v2/agents/:agentId/feedback', async c => {
    const { visitor } = await visitors.fromRequest(c);
    const { agentId } = await access.authorize(c);
    const body = await readJson(c.req.raw, limits.bodyBytes);
    const { conversationId } = readClaims(body);
    const opened = conversationId && (await conversations.open(agentId, visitor, conversationId));
    const { messageId, value, reason } = parse(feedbackSchema, body);
    await limiter.guard(`votes:${agentId}`, c.get('address'), VOTES, TOO_MANY);
    const [voter, ...formerVoters] = await voters.keysOf(await digest(subjectOf(visitor)));
    const vote = {
      agentId,
      voter: voter!,
      formerVoters,
      messageId,
      conversationId: opened!,
      value,
      reason: reason || undefined,
      at: Math.floor(Date.now() / 1000),
    };
    await store.vote(vote).catch(storeUnavailable);
    return c.body(null, 204);
  });

  /** For the owner: requests, replies, failures, unanswered questions and credits of the last 30 days, and the ratings. */
  app.get('/v2/chatbots/:chatbotId/usage', async c => {
    await admin.require(c.req.raw, c.get('address'));
    const agentId = agents.readId(c.req.param('chatbotId'));
    await usage.save().catch(storeUnavailable);
    const since = new Date(Date.now() - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10);
    const report = await store.report(agentId, since).catch(storeUnavailable);
    return c.json({ data: { ...report, rateLimit: gate.rate ?? null } });
  });

  return app;
}

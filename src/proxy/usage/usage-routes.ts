import type { Context } from 'hono';
import * as v from 'valibot';
import { readClaims } from '../../protocol/chat-request.ts';
import { CONVERSATION_ID_MAX } from '../../protocol/limits.ts';
import { parse, text } from '../../protocol/validation.ts';
import { authorizeAgent } from '../access/agent-access.ts';
import { digest } from '../access/crypto.ts';
import { subjectOf } from '../access/visitor.ts';
import { readVisitor } from '../access/visitor-header.ts';
import { readAgentId } from '../http/agent-id.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/store-unavailable.ts';

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** Votes that may come from one address: each is a row that is kept. */
const VOTES = { count: 600, seconds: 600 };
const TOO_MANY = 'Many opinions came from your network in a short time. Please try again later.';

const feedbackSchema = v.object({
  messageId: text(1, 200),
  conversationId: text(1, CONVERSATION_ID_MAX),
  value: v.picklist(['up', 'down'], 'must be up or down'),
  reason: v.optional(text(0, 1000)),
});

/** `POST /api/v2/agents/{agentId}/feedback`: what a visitor thinks of a reply in his own conversation. */
export async function giveFeedback(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { visitor } = await readVisitor(c, parts);
  const { agentId } = await authorizeAgent(c, parts);
  const body = await readJson(c.req.raw, parts.config.limits.bodyBytes);
  const { conversationId } = readClaims(body);
  if (conversationId !== undefined) await parts.conversations.open(agentId, visitor, conversationId);
  const { messageId, value, reason } = parse(feedbackSchema, body);
  await parts.limits.guard(`votes:${agentId}`, c.get('address'), VOTES, TOO_MANY);
  const vote = {
    agentId,
    voter: await digest(subjectOf(visitor)),
    messageId,
    value,
    reason: reason || undefined,
    at: Math.floor(Date.now() / 1000),
  };
  await parts.stores.usage.vote(vote).catch(storeUnavailable);
  return c.body(null, 204);
}

/** `GET /v2/chatbots/{chatbotId}/usage`: the last 30 days, for the owner. */
export async function readUsage(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  const agentId = readAgentId(c.req.param('chatbotId'));
  await parts.usage.save().catch(storeUnavailable);
  const since = new Date(Date.now() - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10);
  const report = await parts.stores.usage.report(agentId, since).catch(storeUnavailable);
  return c.json({ data: { ...report, rateLimit: parts.gate.rate ?? null } });
}

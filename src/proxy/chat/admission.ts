import type { Context } from 'hono';
import { limitReached } from '../../limits/rate-limiter.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import { passBotCheck } from '../access/bot-check.ts';
import type { Visitor } from '../access/visitor.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';

const TOO_MANY = 'You have sent many messages in a short time. Please wait a moment.';

/**
 * Decides whether a new message may go to the service: the owner's limit on the sender's address, and the bot
 * check before a visitor's first one. Joining a reply that runs already needs neither.
 * @throws ProtocolError `rate_limited` with the owner's own words, `forbidden`
 */
export async function admit(
  c: Context<ProxyEnv>,
  parts: Parts,
  { agentId, settings, isAdmin }: AgentAccess,
  visitor: Visitor,
): Promise<void> {
  if (isAdmin) return;
  await passBotCheck(c, parts, agentId, visitor);
  const limit = c.get('visitorLimit');
  if (!limit) return;
  const taken = await parts.limits.take(limit.name, limit.count, limit.seconds);
  c.set('visitorRate', taken);
  if (!taken.accepted) throw limitReached(taken, settings.rateLimit?.message || TOO_MANY);
}

import type { Context } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import { authorizeAgent } from '../access/agent-access.ts';
import { subjectsOf } from '../access/visitor.ts';
import { readVisitor } from '../access/visitor-header.ts';
import { faultOf } from '../operations/logger.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { readIdempotencyKey, replyKey } from './idempotency.ts';

/** `DELETE /api/v2/agents/{agentId}/chat/{idempotencyKey}`: stops a reply at the service. Already over is fine. */
export async function stopReply(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { visitor } = await readVisitor(c, parts);
  const { agentId } = await authorizeAgent(c, parts);
  const key = readIdempotencyKey(c.req.param('key'))!;
  for (const subject of subjectsOf(visitor)) {
    if (await stop(parts, await replyKey(agentId, subject, key))) return c.body(null, 204);
  }
  throw new ProtocolError('not_found', 'Idempotency-Key: there is no such reply');
}

async function stop(parts: Parts, id: string): Promise<boolean> {
  return parts.replies.stop(id) || (await stopElsewhere(parts, id));
}

/** False when no other instance knows the reply. @throws ProtocolError when none can be asked now */
async function stopElsewhere({ exchange, logger }: Parts, id: string): Promise<boolean> {
  if (!exchange) return false;
  try {
    return await exchange.stop(id);
  } catch (error) {
    logger.warn({ ...faultOf(error) }, 'other instances cannot be asked');
    throw new ProtocolError('internal', 'The reply cannot be stopped now.', { status: 503, retryAfter: 5 });
  }
}

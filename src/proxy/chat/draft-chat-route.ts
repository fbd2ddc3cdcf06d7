import type { Context } from 'hono';
import { parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import { parseDraftSettings } from '../../protocol/settings-patch.ts';
import type { Visitor } from '../access/visitor.ts';
import { readAgentId } from '../http/agent-id.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { eventResponse } from '../replies/event-response.ts';
import { pump } from '../replies/pump.ts';
import { headReady } from '../replies/reply-outcome.ts';
import { sendWithRetry } from '../upstream/send-with-retry.ts';

/** Conversations of the console belong to the owner, and open no visitor's. */
const OWNER: Visitor = { id: 'owner', userId: undefined, checked: true, expiresAt: 0 };

/**
 * `POST /v2/chatbots/{chatbotId}/draft-chat`: the owner's question to an agent with settings he has not saved, always
 * as a stream. 404 where the service knows no such chat. Its credits are counted, it is no visitor's question, and it is
 * over when its reader leaves.
 */
export async function draftChat(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  const agentId = readAgentId(c.req.param('chatbotId'));
  const body = await readJson(c.req.raw, parts.config.limits.adminBodyBytes);
  const { conversationId: bound } = readClaims(body);
  const conversationId = bound && (await parts.conversations.open(agentId, OWNER, bound));
  const { message } = parseChatRequest(body);
  const patch = parseDraftSettings(body);
  const request = {
    message,
    stream: true,
    ...(conversationId && { conversationId }),
  };
  const { limits } = parts.config;
  const id = crypto.randomUUID();
  const reply = parts.replies.start({ key: id, question: id, lasting: false }, async (log, signal) => {
    const response = await sendWithRetry(
      { ...parts, ...limits, attempts: 1 },
      {
        send: (stopped, headMs) => parts.upstream.draftChat(agentId, request, patch, stopped, headMs),
        visitor: OWNER.id,
        requestId: c.get('requestId'),
        signal,
        onWait: until => log.wait(until),
      },
    );
    await pump(response, log, parts.config, {
      bind: upstreamId => parts.conversations.bind(agentId, OWNER, upstreamId),
    });
    if (log.lastEvent?.type === 'done') {
      const { credits } = log.lastEvent.data.metadata.usage;
      parts.metrics.credits(credits);
      parts.usage.count(agentId, { credits });
    }
  });
  const left = (): void => parts.replies.left(reply);
  await headReady(reply.log, c.req.raw.signal, left);
  return eventResponse(c, reply.log, {
    after: 0,
    heartbeat: limits.heartbeatSeconds * 1000,
    onClose: left,
  });
}

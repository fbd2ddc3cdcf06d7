import { Hono } from 'hono';
import { parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import { readJson } from '../../protocol/json-body.ts';
import { parseDraftSettings, SETTINGS_FIELDS_MAX } from '../../protocol/settings-patch.ts';
import type { Admin } from '../access/admin.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { Visitor } from '../access/visitors.ts';
import type { ProxyContext } from '../context.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { eventResponse } from '../replies/event-response.ts';
import { relay } from '../replies/relay.ts';
import { headReady } from '../replies/reply-outcome.ts';
import { sendWithRetry } from '../upstream/send.ts';

/** Conversations of the console belong to the owner, and open no visitor's. */
const OWNER: Visitor = { id: 'owner', userId: undefined, checked: true, expiresAt: 0 };

/** "Try it" of the panel. Its credits are counted, it is not a visitor's question, and it ends when its reader leaves. */
export function draftChatRoutes(context: ProxyContext, admin: Admin, agents: ServedAgents): Hono<ProxyEnv> {
  const { conversations, limits, metrics, replies, upstream, usage } = context;
  const app = new Hono<ProxyEnv>();

  /**
   * For the owner: a streamed chat that follows the `settings` in its body, which are not stored. 404 if the service has
   * no such chat.
   */
  app.post('/v2/chatbots/:chatbotId/draft-chat', async c => {
    await admin.require(c.req.raw, c.get('address'));
    const agentId = agents.readId(c.req.param('chatbotId'));
    const body = await readJson(c.req.raw, limits.adminBodyBytes, undefined, SETTINGS_FIELDS_MAX);
    const { conversationId: bound } = readClaims(body);
    const conversationId = bound && (await conversations.open(agentId, OWNER, bound));
    const { message } = parseChatRequest(body);
    const patch = parseDraftSettings(body);
    const question = { message, stream: true, ...(conversationId && { conversationId }) };
    const trace = c.get('trace');
    const address = c.get('address');
    const id = crypto.randomUUID();
    const reply = replies.start({ key: id, question: id, resumable: false }, async (log, signal) => {
      const response = await sendWithRetry(
        { ...context, ...limits },
        {
          send: (stopped, headMs) =>
            upstream.traced(trace).draftChat(agentId, question, patch, stopped, headMs),
          visitor: OWNER.id,
          address,
          trace,
          signal,
          onWait: until => log.wait(until),
        },
      );
      await relay(response, log, context, {
        bind: upstreamId => conversations.bind(agentId, OWNER, upstreamId),
      });
      if (log.lastEvent?.type === 'done') {
        const { credits } = log.lastEvent.data.metadata.usage;
        metrics.credits(credits);
        usage.count(agentId, { credits });
      }
    });
    const readerLeft = (): void => replies.readerLeft(reply);
    await headReady(reply.log, c.req.raw.signal, readerLeft);
    return eventResponse(c, reply.log, {
      after: 0,
      heartbeat: limits.heartbeatSeconds * 1000,
      onClose: readerLeft,
    });
  });
  return app;
}

import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { readClaims, refusalOfLargeBody } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import { USER_ID_MAX } from '../../protocol/limits.ts';
import { identifier, noArray, parse } from '../../protocol/validation.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import type { BotGuard } from '../access/bot-guard.ts';
import type { UserIdentity } from '../access/user-identity.ts';
import {
  anonymousSubject,
  subjectOf,
  subjectsOf,
  VISITOR_HEADER,
  type Visitor,
  type Visitors,
} from '../access/visitors.ts';
import type { ProxyContext } from '../context.ts';
import { faultOf } from '../operations/logger.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { eventResponse } from '../replies/event-response.ts';
import type { Reply } from '../replies/replies.ts';
import { headReady, wholeReply } from '../replies/reply-outcome.ts';
import { joinOrStartReply } from './join-or-start-reply.ts';
import {
  noSuchEvent,
  questionDigest,
  readIdempotencyKey,
  readLastEventId,
  readQuestion,
  replyKey,
} from './question.ts';
import type { VisitorLimit } from './visitor-limit.ts';

export interface ChatRoutesOptions {
  context: ProxyContext;
  access: AgentAccess;
  visitors: Visitors;
  identity: UserIdentity;
  botGuard: BotGuard;
  visitorLimit: VisitorLimit;
}

const CHAT = '/api/v2/agents/:agentId/chat';

const sessionSchema = noArray(
  v.object(
    {
      userId: v.optional(identifier(USER_ID_MAX)),
      userHash: v.optional(v.string('must be a string')),
    },
    'must be an object',
  ),
);

/** The reply to a visitor's question, and how it is read. */
interface FoundReply {
  visitor: Visitor;
  reply: Reply;
  isStreamed: boolean;
  lastEventId: number;
}

/** A visitor's chat: a question and its reply, stopping a reply, and a session ahead of the first question. */
export function chatRoutes({
  context,
  access,
  visitors,
  identity,
  botGuard,
  visitorLimit,
}: ChatRoutesOptions): Hono<ProxyEnv> {
  const { replies, metrics, limits } = context;
  const app = new Hono<ProxyEnv>();
  app.use(CHAT, visitorLimit.headers);

  /** For visitors: asks the agent. Answers as JSON or, with `"stream": true`, as server-sent events. */
  app.post(CHAT, async c => {
    const { visitor, reply, isStreamed, lastEventId } = await replies.arriving(() => findReply(c));
    return isStreamed ? await stream(c, visitor, reply, lastEventId) : await json(c, visitor, reply);
  });

  /** For visitors: stops a reply at the service. 204, also if the reply is over. */
  app.delete(`${CHAT}/:key`, async c => {
    const { visitor } = await visitors.fromRequest(c);
    const { agentId } = await access.authorize(c);
    const key = readIdempotencyKey(c.req.param('key'))!;
    for (const subject of subjectsOf(visitor)) {
      const id = await replyKey(agentId, subject, key);
      if (replies.stop(id) || (await stopElsewhere(context, id))) return c.body(null, 204);
    }
    throw new ProtocolError('not_found', 'Idempotency-Key: there is no such reply');
  });

  /**
   * For visitors: issues a visitor token ahead of the first message, or one for a signed-in user. A visitor who sends a
   * token keeps their identity, so that signing in keeps the conversation.
   */
  app.post('/api/v2/session', async c => {
    const visitor = visitors.renew((await visitors.fromRequest(c)).visitor);
    const body = await readJson(c.req.raw, limits.bodyBytes);
    const claims = readClaims(body);
    if (claims.userId !== undefined) await identity.verify(claims.userId, claims.userHash);
    const { userId } = parse(sessionSchema, body);
    if (userId !== undefined) visitor.userId = userId;
    const token = await visitors.issue(visitor);
    c.header(VISITOR_HEADER, token);
    return c.json({ data: { token, expiresAt: visitor.expiresAt } });
  });

  async function findReply(c: Context<ProxyEnv>): Promise<FoundReply> {
    const { visitor, newToken } = await visitors.fromRequest(c);
    const agent = await access.authorize(c);
    c.get('span').set({ 'gen_ai.agent.id': agent.agentId });
    if (newToken !== undefined) c.header(VISITOR_HEADER, newToken);

    const body = await readJson(c.req.raw, limits.bodyBytes, refusalOfLargeBody);
    const { conversations } = context;
    const { question, sender } = await readQuestion(body, agent.agentId, visitor, {
      identity,
      conversations,
    });
    const key = readIdempotencyKey(c.req.header('Idempotency-Key'));
    const lastEventId = readLastEventId(c.req.header('Last-Event-ID'));
    const id = await replyKey(agent.agentId, subjectOf(sender), key ?? crypto.randomUUID());
    const digest = await questionDigest(question);
    const { userId: claimed } = readClaims(body);

    const reply = await joinOrStartReply(context, {
      id,
      digest,
      ...(key !== undefined &&
        sender.userId !== undefined && {
          beforeSignIn: {
            id: await replyKey(agent.agentId, anonymousSubject(sender), key),
            digest: await questionDigest({ ...question, userId: claimed }),
          },
        }),
      resumable: key !== undefined,
      resuming: lastEventId > 0,
      agentId: agent.agentId,
      visitor: sender,
      question,
      trace: c.get('trace'),
      address: c.get('address'),
      waitUntil: c.env?.waitUntil,
      async admit() {
        if (agent.isAdmin) return;
        await botGuard.pass(c, agent.agentId, visitor);
        await visitorLimit.take(c, agent);
      },
    });
    return { visitor, reply, isStreamed: question.stream, lastEventId };
  }

  async function stream(
    c: Context<ProxyEnv>,
    visitor: Visitor,
    reply: Reply,
    after: number,
  ): Promise<Response> {
    const { log } = reply;
    log.answers++;
    try {
      await headReady(log, c.req.raw.signal, () => replies.readerLeft(reply));
      await rememberProof(c, visitor, reply);
      // A running reply may still reach the event, read from another instance.
      if (log.ended && after > log.count) throw noSuchEvent();
    } catch (error) {
      log.answers--;
      throw error;
    }
    metrics.replyOpened();
    const span = c.get('span');
    const release = span.hold();
    return eventResponse(c, log, {
      after,
      heartbeat: limits.heartbeatSeconds * 1000,
      onClose: () => {
        log.answers--;
        metrics.replyClosed();
        if (log.lastEvent?.type === 'error') span.fail(log.lastEvent.code ?? '_OTHER');
        release();
        replies.readerLeft(reply);
      },
    });
  }

  async function json(c: Context<ProxyEnv>, visitor: Visitor, reply: Reply): Promise<Response> {
    const data = await wholeReply(reply.log, c.req.raw.signal, () => replies.readerLeft(reply));
    await rememberProof(c, visitor, reply);
    return c.json({ data });
  }

  /**
   * A reply that has begun was admitted, even if the answer that carried the token was lost. Before it begins, a reply
   * joined at another instance may still be refused there.
   */
  async function rememberProof(c: Context<ProxyEnv>, visitor: Visitor, { log }: Reply): Promise<void> {
    if (log.accepted || log.lastEvent) await botGuard.remember(c, visitor);
  }

  return app;
}

/** False if no other instance knows the reply. @throws ProtocolError 503 if none can be asked now */
async function stopElsewhere({ exchange, logger }: ProxyContext, id: string): Promise<boolean> {
  if (!exchange) return false;
  try {
    return await exchange.stop(id);
  } catch (error) {
    logger.warn({ ...faultOf(error) }, 'other instances cannot be asked');
    throw new ProtocolError('internal', 'The reply cannot be stopped now.', { status: 503, retryAfter: 5 });
  }
}

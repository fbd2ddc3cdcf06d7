import type { Context } from 'hono';
import { readClaims } from '../../protocol/chat-request.ts';
import { authorizeAgent } from '../access/agent-access.ts';
import { anonymousSubject, subjectOf, type Visitor } from '../access/visitor.ts';
import { readVisitor, VISITOR_HEADER } from '../access/visitor-header.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { eventResponse } from '../replies/event-response.ts';
import type { Reply } from '../replies/replies.ts';
import { headReady, wholeReply } from '../replies/reply-outcome.ts';
import { admit } from './admission.ts';
import { noSuchEvent, questionDigest, readIdempotencyKey, readLastEventId, replyKey } from './idempotency.ts';
import { obtainReply } from './obtain-reply.ts';
import { readQuestion } from './question.ts';

/** `POST /api/v2/agents/{agentId}/chat`: asks once and answers from the reply's log, as JSON or as a stream. */
export async function chat(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { visitor, newToken } = await readVisitor(c, parts);
  const access = await authorizeAgent(c, parts);
  if (newToken !== undefined) c.header(VISITOR_HEADER, newToken);

  const body = await readJson(c.req.raw, parts.config.limits.bodyBytes);
  const { question, asker } = await readQuestion(body, access.agentId, visitor, parts);
  const key = readIdempotencyKey(c.req.header('Idempotency-Key'));
  const lastEventId = readLastEventId(c.req.header('Last-Event-ID'));
  const id = await replyKey(access.agentId, subjectOf(asker), key ?? crypto.randomUUID());
  const digest = await questionDigest(question);
  const { userId: claimed } = readClaims(body);

  const reply = await obtainReply(parts, {
    id,
    digest,
    ...(key !== undefined &&
      asker.userId !== undefined && {
        beforeSignIn: {
          id: await replyKey(access.agentId, anonymousSubject(asker), key),
          digest: await questionDigest({ ...question, userId: claimed }),
        },
      }),
    lasting: key !== undefined,
    resuming: lastEventId > 0,
    access,
    visitor: asker,
    question,
    requestId: c.get('requestId'),
    waitUntil: c.env?.waitUntil,
    admit: () => admit(c, parts, access, visitor),
  });
  return question.stream ? stream(c, parts, visitor, reply, lastEventId) : json(c, parts, visitor, reply);
}

async function stream(
  c: Context<ProxyEnv>,
  parts: Parts,
  visitor: Visitor,
  reply: Reply,
  after: number,
): Promise<Response> {
  const { log } = reply;
  log.answers++;
  try {
    await headReady(log, c.req.raw.signal, () => parts.replies.left(reply));
    await rememberChecked(c, parts, visitor, reply);
    // A running reply may come to it yet, read from another instance.
    if (log.ended && after > log.count) throw noSuchEvent();
  } catch (error) {
    log.answers--;
    throw error;
  }
  parts.metrics.replyOpened();
  return eventResponse(c, log, {
    after,
    heartbeat: parts.config.limits.heartbeatSeconds * 1000,
    onClose: () => {
      log.answers--;
      parts.metrics.replyClosed();
      parts.replies.left(reply);
    },
  });
}

async function json(c: Context<ProxyEnv>, parts: Parts, visitor: Visitor, reply: Reply): Promise<Response> {
  const data = await wholeReply(reply.log, c.req.raw.signal, () => parts.replies.left(reply));
  await rememberChecked(c, parts, visitor, reply);
  return c.json({ data });
}

/**
 * Whoever has a reply that has begun was let in, though the answer that said so may have been lost. Before that, one
 * that is joined at another instance may still be refused there.
 */
async function rememberChecked(
  c: Context<ProxyEnv>,
  { config, visitors }: Parts,
  visitor: Visitor,
  { log }: Reply,
): Promise<void> {
  if (!config.botCheck || visitor.checked || !(log.accepted || log.lastEvent)) return;
  c.header(VISITOR_HEADER, await visitors.issue({ ...visitor, checked: true }));
}

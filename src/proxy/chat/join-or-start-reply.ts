import { ProtocolError } from '../../protocol/errors.ts';
import type { ProxyContext } from '../context.ts';
import { faultOf } from '../operations/logger.ts';
import type { Reply, ReplyExchange } from '../replies/replies.ts';
import { asRefusal, differentQuestion } from '../replies/reply-errors.ts';
import { ReplyLog } from '../replies/reply-log.ts';
import { type NewReply, type ReplyRef, startReply } from './start-reply.ts';

/**
 * The reply to a question: joined if it is written or about to be, here or at another instance, else started.
 * @throws ProtocolError `conflict` for a key that was used for another question; `not_found` if the visitor has part of
 *   a reply that is no longer kept (asking again would be a second message); and what `admit` throws
 */
export async function joinOrStartReply(context: ProxyContext, asked: NewReply): Promise<Reply> {
  const { beforeSignIn } = asked;
  const wanted =
    beforeSignIn && (await isKnown(context, beforeSignIn)) ? { ...asked, ...beforeSignIn } : asked;
  const { id, digest, resuming } = wanted;
  if (!resuming) return context.replies.joinOrStart(id, digest, () => joinOrStart(context, wanted));
  const reply = context.replies.find(id, digest) ?? (await joinElsewhere(context, wanted));
  if (!reply) throw new ProtocolError('not_found', 'Last-Event-ID: this reply is no longer kept');
  return reply;
}

async function isKnown(context: ProxyContext, { id }: ReplyRef): Promise<boolean> {
  const { replies, exchange } = context;
  return replies.has(id) || !!(exchange && (await ifReachable(context, () => exchange.look(id))));
}

async function joinOrStart(context: ProxyContext, wanted: NewReply): Promise<Reply> {
  const { exchange } = context;
  const known = wanted.resumable && (await joinElsewhere(context, wanted));
  if (known) return known;
  // Claimed before it is admitted: a message that reaches two instances at once is counted and checked once.
  const claim =
    exchange &&
    wanted.resumable &&
    (await ifReachable(context, () => exchange.claim(wanted.id, wanted.digest)));
  if (claim && claim !== 'claimed') return join(context, exchange, wanted, claim);
  try {
    await wanted.admit();
  } catch (error) {
    if (claim) await giveUp(exchange, wanted.id, asRefusal(error));
    throw error;
  }
  return startReply(context, wanted);
}

/** Refuses those who wait for the reply at other instances, and frees its key. */
function giveUp(exchange: ReplyExchange, id: string, refusal: ProtocolError): Promise<void> {
  const log = new ReplyLog();
  log.refuse(refusal);
  return exchange.sink(id).ended(log);
}

async function joinElsewhere(context: ProxyContext, wanted: NewReply): Promise<Reply | undefined> {
  const { exchange } = context;
  const { id, resuming } = wanted;
  if (!exchange) return undefined;
  const known = await ifReachable(context, () => (resuming ? exchange.lookWithRetry(id) : exchange.look(id)));
  return known && join(context, exchange, wanted, known);
}

function join(
  context: ProxyContext,
  exchange: ReplyExchange,
  { id, digest }: NewReply,
  { question }: { question: string },
): Reply {
  if (question !== digest) throw differentQuestion();
  return context.replies.find(id, digest) ?? context.replies.adopt(() => exchange.follow(id, digest));
}

/** While the shared store cannot be reached, each instance answers its own visitors. */
async function ifReachable<T>(context: ProxyContext, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    context.logger.warn({ ...faultOf(error) }, 'other instances cannot be asked');
    return undefined;
  }
}

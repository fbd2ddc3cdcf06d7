import { ProtocolError } from '../../protocol/errors.ts';
import { faultOf } from '../operations/logger.ts';
import type { Parts } from '../parts.ts';
import type { ReplyExchange } from '../replies/exchange.ts';
import type { Reply } from '../replies/replies.ts';
import { asRefusal, differentQuestion } from '../replies/reply-errors.ts';
import { ReplyLog } from '../replies/reply-log.ts';
import { type NewReply, type ReplyRef, startReply } from './start-reply.ts';

/**
 * The reply to a question: joined where it is written or being begun, here or at another instance, else begun.
 * @throws ProtocolError `conflict` for a key that was used for another question, `not_found` when the visitor has
 *   part of a reply that is not kept any more (asking again would be a second message), and what `admit` throws
 */
export async function obtainReply(parts: Parts, asked: NewReply): Promise<Reply> {
  const { beforeSignIn } = asked;
  const wanted = beforeSignIn && (await isKnown(parts, beforeSignIn)) ? { ...asked, ...beforeSignIn } : asked;
  const { id, digest, resuming } = wanted;
  if (!resuming) return parts.replies.obtain(id, digest, () => joinOrStart(parts, wanted));
  const reply = parts.replies.find(id, digest) ?? (await joinElsewhere(parts, wanted));
  if (!reply) throw new ProtocolError('not_found', 'Last-Event-ID: this reply is not kept any more');
  return reply;
}

async function isKnown(parts: Parts, { id }: ReplyRef): Promise<boolean> {
  const { replies, exchange } = parts;
  return replies.knows(id) || !!(exchange && (await tolerant(parts, () => exchange.look(id))));
}

async function joinOrStart(parts: Parts, wanted: NewReply): Promise<Reply> {
  const { exchange } = parts;
  const known = wanted.lasting && (await joinElsewhere(parts, wanted));
  if (known) return known;
  // Before it is admitted: a message that reaches two instances at once is counted, and passes the bot check, once.
  const taken =
    exchange && wanted.lasting && (await tolerant(parts, () => exchange.claim(wanted.id, wanted.digest)));
  if (taken && taken !== 'claimed') return join(parts, exchange, wanted, taken);
  try {
    await wanted.admit();
  } catch (error) {
    if (taken) await giveUp(exchange, wanted.id, asRefusal(error));
    throw error;
  }
  return startReply(parts, wanted);
}

/** Tells those who wait for the reply at other instances, and leaves its key to be used again. */
function giveUp(exchange: ReplyExchange, id: string, refusal: ProtocolError): Promise<void> {
  const log = new ReplyLog();
  log.refuse(refusal);
  return exchange.sink(id).ended(log);
}

async function joinElsewhere(parts: Parts, wanted: NewReply): Promise<Reply | undefined> {
  const { exchange } = parts;
  const { id, resuming } = wanted;
  if (!exchange) return undefined;
  const known = await tolerant(parts, () => (resuming ? exchange.lookPatiently(id) : exchange.look(id)));
  return known && join(parts, exchange, wanted, known);
}

function join(
  parts: Parts,
  exchange: ReplyExchange,
  { id, digest }: NewReply,
  { question }: { question: string },
): Reply {
  if (question !== digest) throw differentQuestion();
  return parts.replies.find(id, digest) ?? parts.replies.adopt(() => exchange.follow(id, digest));
}

/** While what instances share cannot be reached, each answers its own visitors. */
async function tolerant<T>(parts: Parts, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    parts.logger.warn({ ...faultOf(error) }, 'other instances cannot be asked');
    return undefined;
  }
}

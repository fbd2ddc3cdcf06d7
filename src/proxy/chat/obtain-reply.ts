import { ProtocolError } from '../../protocol/errors.ts';
import { faultOf } from '../operations/logger.ts';
import type { Parts } from '../parts.ts';
import type { ReplyExchange } from '../replies/exchange.ts';
import { differentQuestion, type Reply } from '../replies/replies.ts';
import { type NewReply, startReply } from './start-reply.ts';

/**
 * The reply to a question this instance does not know yet: joined where another instance writes it, else begun.
 * @throws ProtocolError `conflict` for a key that was used for another question, `not_found` when the visitor has
 *   part of a reply that is not kept any more (asking again would be a second message), and what `admit` throws
 */
export async function obtainReply(parts: Parts, wanted: NewReply): Promise<Reply> {
  const { exchange } = parts;
  if (wanted.resuming) {
    const elsewhere = exchange && (await tolerant(parts, () => exchange.look(wanted.id)));
    if (elsewhere) return join(parts, exchange, wanted, elsewhere);
    throw new ProtocolError('not_found', 'Last-Event-ID: this reply is not kept any more');
  }
  const known = exchange && wanted.lasting && (await tolerant(parts, () => exchange.look(wanted.id)));
  if (known) return join(parts, exchange, wanted, known);
  await wanted.admit();
  const taken =
    exchange && wanted.lasting && (await tolerant(parts, () => exchange.claim(wanted.id, wanted.digest)));
  if (taken && taken !== 'claimed') return join(parts, exchange, wanted, taken);
  // While this one waited, the same question may have come twice.
  return parts.replies.find(wanted.id, wanted.digest) ?? startReply(parts, wanted);
}

function join(
  parts: Parts,
  exchange: ReplyExchange,
  { id, digest }: NewReply,
  { question }: { question: string },
): Reply {
  if (question !== digest) throw differentQuestion();
  const here = parts.replies.find(id, digest);
  if (here) return here;
  const reply = exchange.follow(id, digest);
  parts.replies.adopt(reply);
  return reply;
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

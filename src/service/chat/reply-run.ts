import { randomUUID } from 'node:crypto';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { isTextPart, type Part } from '../../protocol/message.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import type { Answerer } from '../answerers/answerer.ts';
import type { Agent } from '../storage/agents.ts';
import { lastTurns, storeExchange } from '../storage/conversations.ts';
import { type Charge, refund } from '../storage/credits.ts';
import type { Database } from '../storage/tables.ts';

/** Finish reason of a reply its reader left; what had been sent is kept. */
const CANCELLED = 'cancelled';
const EARLIER_MESSAGES = 40;
const HALF_AT_END = /[\ud800-\udbff]$/;

export interface ReplyContext {
  database: Database;
  answerer: Answerer;
  agent: Agent;
  request: ChatRequest;
  charge: Charge;
  signal: AbortSignal;
  /** Told before the first event when the reply will hold no answer. */
  onNothingFound?: () => void;
}

/**
 * One reply from question to stored answer, as the events of section 6. Throws instead of an `error` event.
 *
 * The charge is settled exactly once: with the `done` event, and when the reader leaves after the first token
 * (what was sent is then kept); it is given back when the reply fails, or the reader leaves before any token.
 */
export async function* runReply(context: ReplyContext): AsyncGenerator<StreamEvent, void> {
  const { database, answerer, agent, request, charge, signal } = context;
  const ids = {
    conversationId: request.conversationId ?? randomUUID(),
    userMessageId: randomUUID(),
    replyId: randomUUID(),
  };
  const userId = request.userId ?? null;
  const parts: Part[] = [];
  let finishReason: string | undefined;
  /** Of a character that a model sends in two pieces: it goes out as a whole, and at the end of a reply not at all. */
  let half = '';
  let outcome: 'left' | 'failed' | 'stored' = 'left';

  const store = (reason: string): Promise<void> =>
    storeExchange(database, {
      ...ids,
      agentId: agent.id,
      userId,
      userText: request.message,
      replyParts: parts,
      finishReason: reason,
      chargeId: charge.id,
    });

  try {
    const earlier = request.conversationId
      ? await lastTurns(database, request.conversationId, EARLIER_MESSAGES)
      : [];
    const pieces = answerer.reply({
      agentId: agent.id,
      turns: [...earlier, { role: 'user', text: request.message }],
      settings: agent.settings,
      streamed: request.stream,
      signal,
    });
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (piece.type === 'nothing-found') context.onNothingFound?.();
      else if (piece.type === 'part') parts.push(piece.part);
      else if (piece.type === 'finish') finishReason = piece.reason;
      else {
        const text = half + piece.text;
        half = HALF_AT_END.exec(text)?.[0] ?? '';
        // One whose other half did not follow is unreadable, and strict readers refuse what holds it.
        const content = text.slice(0, text.length - half.length).toWellFormed();
        if (content === '') continue;
        addText(parts, content);
        yield { type: 'token', content };
      }
    }
    if (finishReason === undefined) {
      throw new ProtocolError('stream_interrupted', 'The answer broke off. Please try again.');
    }
    if (!parts.some(isTextPart)) parts.unshift({ type: 'text', text: '' });
    await store(finishReason);
    outcome = 'stored';
    yield {
      type: 'done',
      data: {
        id: ids.replyId,
        role: 'assistant',
        parts,
        metadata: {
          userMessageId: ids.userMessageId,
          conversationId: ids.conversationId,
          userId,
          finishReason,
          usage: { credits: charge.credits },
        },
      },
    };
  } catch (error) {
    if (outcome === 'left' && !isLeaving(signal)) outcome = 'failed';
    throw signal.aborted ? signal.reason : error;
  } finally {
    // A reader of plain JSON who leaves has read nothing yet.
    if (outcome === 'left' && request.stream && parts.some(isTextPart)) await store(CANCELLED);
    else if (outcome !== 'stored') await refund(database, charge.id);
  }
}

/** Why a reply's signal was aborted: its reader left, or the service gave it up (which is the service's failure). */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
}

function isLeaving(signal: AbortSignal): boolean {
  return signal.reason instanceof ReaderLeft;
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (last && isTextPart(last)) last.text += text;
  else parts.push({ type: 'text', text });
}

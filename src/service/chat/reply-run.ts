import { randomUUID } from 'node:crypto';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import type { PassageUse, ReplyOutcome } from '../../protocol/conversations.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { isTextPart, type Part, textOf } from '../../protocol/message.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import type { Trace } from '../../protocol/trace.ts';
import { inSpan, startSpan } from '../../tracing/spans.ts';
import type { Answerer } from '../answerers/answerer.ts';
import type { ServiceLogger } from '../contract.ts';
import { describeError } from '../errors.ts';
import { certainLanguageOf } from '../knowledge/language/certain-language.ts';
import type { Agent } from '../storage/agents.ts';
import { lastMessages, storeExchange } from '../storage/conversations.ts';
import { type Charge, refund } from '../storage/credits.ts';
import type { MessageIndex } from '../storage/engine.ts';
import type { Database } from '../storage/tables.ts';
import { storeReply } from './store-reply.ts';
import { readAsked, readTurns } from './tool-rounds.ts';

/** Finish reason of a reply whose reader left. The text sent so far is stored. */
const CANCELLED = 'cancelled';
const EARLIER_MESSAGES = 40;
const HIGH_SURROGATE_AT_END = /[\ud800-\udbff]$/;

export interface ReplyContext {
  database: Database;
  /** The same data, through connections that are kept for storing replies. */
  replyDatabase: Database;
  index: MessageIndex;
  answerer: Answerer;
  agent: Agent;
  request: ChatRequest;
  charge: Charge;
  /** A digest that is the same in all conversations of one visitor. */
  visitor?: string | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
  logger?: ServiceLogger | undefined;
  /** Called once the reply is stored, and its credits are charged. */
  onStored?: () => void;
  /** Called before the first event when the reply will contain no answer. */
  onNothingFound?: () => void;
}

/**
 * Makes one reply and stores it. Yields the events of docs/interface.md section 6, but throws instead of an `error` event.
 *
 * The charge is settled exactly once: with the `done` event, or when the reader leaves after the first token (the text
 * sent so far is stored). It is refunded when the reply fails, or the reader leaves before the first token.
 */
export async function* runReply(context: ReplyContext): AsyncGenerator<StreamEvent, void> {
  const { database, replyDatabase, answerer, agent, request, charge, signal } = context;
  const ids = {
    conversationId: request.conversationId ?? randomUUID(),
    userMessageId: randomUUID(),
    replyId: randomUUID(),
  };
  const userId = request.userId ?? null;
  let asked = readAsked(request, undefined);
  const parts: Part[] = [];
  let finishReason: string | undefined;
  const replied: { outcome?: ReplyOutcome; passages?: readonly PassageUse[] } = {};
  /** First half of a surrogate pair that a model sends in two pieces; dropped at the end of a reply. */
  let surrogate = '';
  let outcome: 'left' | 'failed' | 'stored' = 'left';

  const store = async (reason: string): Promise<void> => {
    await inSpan(startSpan('store reply', context.trace), () =>
      storeReply(
        () =>
          storeExchange(replyDatabase, context.index, {
            ...ids,
            ...replied,
            visitor: context.visitor,
            agentId: agent.id,
            userId,
            userParts: asked.parts,
            replyParts: parts,
            finishReason: reason,
            chargeId: charge.id,
          }),
        () => signal.aborted && !isLeaving(signal),
        error =>
          context.logger?.warn(
            { ...context.trace, reason: describeError(error) },
            'a reply cannot be stored yet',
          ),
      ),
    );
    context.onStored?.();
  };

  try {
    const earlier = request.conversationId
      ? await lastMessages(database, request.conversationId, EARLIER_MESSAGES)
      : [];
    asked = readAsked(request, earlier.at(-1));
    const { turns, toolRounds } = readTurns([...earlier, asked]);
    const pieces = answerer.reply({
      agentId: agent.id,
      turns,
      settings: agent.settings,
      tools: request.tools?.filter(({ name }) => agent.settings.allowedTools.includes(name)),
      toolRounds,
      streamed: request.stream,
      signal,
      trace: context.trace,
    });
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (piece.type === 'nothing-found') {
        replied.outcome = piece.isNearMiss ? 'near-miss' : 'nothing-found';
        context.onNothingFound?.();
      } else if (piece.type === 'passages') replied.passages = piece.passages;
      else if (piece.type === 'part') parts.push(piece.part);
      else if (piece.type === 'finish') finishReason = piece.reason;
      // Readers of the stream have it already; they get the whole message with the `done` event.
      else if (piece.type === 'discard-text') removeText(parts);
      else {
        const text = surrogate + piece.text;
        surrogate = HIGH_SURROGATE_AT_END.exec(text)?.[0] ?? '';
        // Strict parsers reject lone surrogates.
        const content = text.slice(0, text.length - surrogate.length).toWellFormed();
        if (content === '') continue;
        addText(parts, content);
        yield { type: 'token', content };
      }
    }
    if (finishReason === undefined) {
      throw new ProtocolError('stream_interrupted', 'The answer broke off. Please try again.');
    }
    if (!parts.some(isTextPart)) parts.unshift({ type: 'text', text: '' });
    markLanguage(parts);
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
    // A client that reads JSON has received nothing when it leaves.
    if (outcome === 'left' && request.stream && parts.some(isTextPart)) await store(CANCELLED);
    else if (outcome !== 'stored') await refund(replyDatabase, charge.id);
  }
}

/** The abort reason of a reply whose reader left. Any other reason is a failure of the service. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
}

function isLeaving(signal: AbortSignal): boolean {
  return signal.reason instanceof ReaderLeft;
}

/** Sets the language of the text parts, so that a screen reader uses the right voice. */
function markLanguage(parts: readonly Part[]): void {
  const language = certainLanguageOf(textOf(parts));
  if (language) for (const part of parts) if (isTextPart(part)) part.language = language;
}

function removeText(parts: Part[]): void {
  parts.splice(0, parts.length, ...parts.filter(part => !isTextPart(part)));
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (last && isTextPart(last)) last.text += text;
  else parts.push({ type: 'text', text });
}

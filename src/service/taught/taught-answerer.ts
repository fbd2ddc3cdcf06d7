import { setTimeout as pause } from 'node:timers/promises';
import { isSuggestionsPart } from '../../protocol/message.ts';
import type { TaughtAnswer } from '../../protocol/taught-answers.ts';
import { traceSearch } from '../../tracing/gen-ai-spans.ts';
import type { Answerer, Question, ReplyPiece } from '../answerers/answerer.ts';
import { textChunks } from '../answerers/text-chunks.ts';
import { answers } from './answer-index.ts';
import type { TaughtAnswers } from './taught-answers.ts';

/** Questions that are offered with a reply. */
const OFFERED_MAX = 3;

/**
 * Replies with the answer that the owner wrote for a question, unchanged; passes other questions to the next
 * answerer. If that one finds nothing, suggests the taught question that nearly matches.
 */
export class TaughtAnswerer implements Answerer {
  readonly #taught: TaughtAnswers;
  readonly #next: Answerer;
  readonly #paceMs: number;

  constructor(taught: TaughtAnswers, next: Answerer, paceMs: number) {
    this.#taught = taught;
    this.#next = next;
    this.#paceMs = paceMs;
  }

  async *reply(question: Question): AsyncGenerator<ReplyPiece> {
    const { agentId, turns, settings, toolRounds, trace } = question;
    // The results of tools continue a reply of the model.
    const found = toolRounds?.length
      ? undefined
      : await traceSearch('answers', trace, () => this.#taught.find(agentId, turns, settings));
    if (!found) yield* this.#next.reply(question);
    else if (answers(found)) yield* this.#replyWith(found.answer, question);
    else yield* this.#offer(found.answer, question);
  }

  async *#replyWith(answer: TaughtAnswer, { streamed, signal }: Question): AsyncGenerator<ReplyPiece> {
    const source = { title: answer.question, ...(answer.url !== null && { url: answer.url }) };
    yield { type: 'passages', passages: [{ ...source, answerId: answer.id }] };
    for (const chunk of textChunks(answer.answer)) {
      yield { type: 'text', text: chunk };
      if (streamed) await pause(this.#paceMs, undefined, { signal });
    }
    yield { type: 'part', part: { type: 'citation', ...source } };
    // The visitor has the answer, whether it can be counted or not.
    await this.#taught.countUse(answer).catch(() => {});
    yield { type: 'finish', reason: 'stop' };
  }

  /** Puts the taught question first among the suggestions of a reply that has no answer. */
  async *#offer(answer: TaughtAnswer, question: Question): AsyncGenerator<ReplyPiece> {
    let isMissing = false;
    let queries: readonly string[] = [];
    for await (const piece of this.#next.reply(question)) {
      if (piece.type === 'nothing-found') {
        isMissing = true;
        yield { ...piece, isNearMiss: true };
      } else if (isMissing && piece.type === 'part' && isSuggestionsPart(piece.part)) {
        queries = piece.part.queries;
      } else {
        if (isMissing && piece.type === 'finish') {
          const offered = [...new Set([answer.question, ...queries])].slice(0, OFFERED_MAX);
          yield { type: 'part', part: { type: 'suggestions', queries: offered } };
        }
        yield piece;
      }
    }
  }
}

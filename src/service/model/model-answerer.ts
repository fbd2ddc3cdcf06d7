import { randomUUID } from 'node:crypto';
import type { Answerer, Question, ReplyPiece } from '../answerers/answerer.ts';
import { citations } from '../answerers/citations.ts';
import { topicsOf } from '../answerers/topics.ts';
import type { ServiceLogger } from '../contract.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { CitationMarks } from './citation-marks.ts';
import { type Completion, openCompletion } from './completion.ts';
import { contextPassages } from './context-passages.ts';
import { type Endpoint, ModelClient } from './model-client.ts';
import { type Budgets, buildPrompt } from './prompt.ts';
import { describeFailure, EmptyAnswer, ModelTimeout } from './provider-failure.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { ToolCalls } from './tool-calls.ts';

export interface ModelAnswererOptions extends Endpoint {
  passages: PassageStore;
  /** Whether documents of an agent are still being read, as after a start. */
  isReading?: ((agentId: string) => boolean) | undefined;
  /** Milliseconds without any output after which the model times out. Default 60,000. */
  idleTimeoutMs?: number | undefined;
}

/** Estimated tokens. */
const BUDGETS: Budgets = { history: 1500, passages: 1500 };
const IDLE_TIMEOUT_MS = 60_000;
/** Timeout after the finish reason: some endpoints leave the connection open. */
const END_MS = 2000;
/** Characters. A longer reply is cut off with the finish reason `length`. */
const REPLY_MAX = 200_000;

/** Answers with a model, from passages of the owner's documents that match the question. */
export class ModelAnswerer implements Answerer {
  readonly #passages: PassageStore;
  readonly #isReading: (agentId: string) => boolean;
  readonly #client: ModelClient;
  readonly #logger: ServiceLogger | undefined;
  readonly #idleTimeoutMs: number;

  constructor(options: ModelAnswererOptions) {
    this.#passages = options.passages;
    this.#isReading = options.isReading ?? (() => false);
    this.#client = new ModelClient(options);
    this.#logger = options.logger;
    this.#idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  }

  /** @throws ProtocolError `upstream_unavailable` before the first piece, `stream_interrupted` after it. */
  async *reply({ agentId, turns, settings, signal }: Question): AsyncGenerator<ReplyPiece> {
    const topics = topicsOf(turns);
    const isReading = this.#isReading(agentId);
    const context = await contextPassages(this.#passages, agentId, turns, topics);
    const { messages, sources } = buildPrompt({
      instructions: settings.instructions,
      turns,
      passages: context.passages,
      hasDocuments: context.hasDocuments,
      isReading,
      budgets: BUDGETS,
      boundary: randomUUID(),
      now: new Date(),
    });
    let marks = new CitationMarks(sources.length);
    // Without documents, numbers in brackets are text.
    const hasMarks = context.hasDocuments || isReading;
    const reasoning = new ReasoningFilter();
    const calls = new ToolCalls();
    const idle = new IdleTimeout(this.#idleTimeoutMs, signal);
    let length = 0;
    let begun = false;
    let refuses = false;
    let reason: string | undefined;
    let completion: Completion | undefined;

    try {
      idle.start();
      completion = await openCompletion(this.#client, {
        model: settings.model,
        temperature: settings.temp,
        messages,
        signal: idle.signal,
      });
      for (;;) {
        idle.start(reason === undefined ? undefined : END_MS);
        const { done, value } = await completion.next();
        idle.stop();
        idle.signal.throwIfAborted();
        if (done) break;
        reason = value.finishReason ?? reason;
        for (const call of value.toolCalls) calls.add(call);
        refuses ||= value.refuses;
        length += value.text.length;
        const { text: answer, discardsEarlier } = reasoning.push(value.text);
        if (discardsEarlier) {
          marks = new CitationMarks(sources.length);
          if (begun) yield { type: 'discard-text' };
        }
        const text = hasMarks ? marks.push(answer) : answer;
        begun ||= text !== '';
        if (text !== '') yield { type: 'text', text };
        if (length > REPLY_MAX) {
          reason = 'length';
          break;
        }
      }
      if (reason === undefined) throw new Error('The model ended without a finish reason.');
    } catch (error) {
      signal.throwIfAborted();
      // With a finish reason the answer is complete, and only the end of the stream is missing.
      if (reason === undefined) throw this.#report(idle.signal.aborted ? idle.signal.reason : error, begun);
    } finally {
      idle.stop();
      await completion?.return?.(undefined);
    }

    const end = reasoning.finish();
    const rest = hasMarks ? marks.push(end) + marks.finish() : end;
    const toolCalls = calls.parts();
    const isWithheld = reason === 'content_filter';
    if (!begun && rest === '' && toolCalls.length === 0 && !isWithheld)
      throw this.#report(new EmptyAnswer(), false);
    if (rest !== '') yield { type: 'text', text: rest };
    for (const part of toolCalls) yield { type: 'part', part };
    const used = marks.used.map(number => sources[number - 1]!);
    // A reply to "Thanks!", a refusal and a tool call alone have no sources.
    const isAnswer = !topics.asksNothing && !refuses && (begun || rest !== '');
    const answers = isAnswer ? context.answering : 0;
    const answering = sources.filter(source => context.passages.indexOf(source) < answers);
    for (const part of citations(used.length > 0 ? used : answering)) yield { type: 'part', part };
    yield { type: 'finish', reason };
  }

  #report(cause: unknown, begun: boolean): Error {
    const { error, log } = describeFailure(cause, begun);
    this.#logger?.error(log, 'the model gave no answer');
    return error;
  }
}

/** Aborts when the model sends nothing for too long, or when the reply is no longer wanted. */
class IdleTimeout {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, wanted: AbortSignal) {
    this.#ms = ms;
    this.signal = AbortSignal.any([wanted, this.#controller.signal]);
  }

  /** Waits for the model. Stop it while waiting for a slow reader. */
  start(ms: number = this.#ms): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(new ModelTimeout()), ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

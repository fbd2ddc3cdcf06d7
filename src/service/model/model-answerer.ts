import { randomUUID } from 'node:crypto';
import type { Answerer, Question, ReplyPiece } from '../answerers/answerer.ts';
import { citations } from '../answerers/citations.ts';
import { topicsOf } from '../answerers/topics.ts';
import type { ServiceLogger } from '../contract.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { CitationMarks } from './citation-marks.ts';
import { type Completion, openCompletion } from './completion.ts';
import { contextPassages } from './context-passages.ts';
import { IdleTimeout } from './idle-timeout.ts';
import { type Endpoint, ModelClient } from './model-client.ts';
import { type Budgets, buildPrompt } from './prompt.ts';
import { describeFailure, EmptyAnswer } from './provider-failure.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { ToolCalls } from './tool-calls.ts';

export interface ModelAnswererOptions extends Endpoint {
  /** Where passages that match a question are looked up. */
  passages: PassageStore;
  /** Whether an agent's documents are not all known yet, as after a start. */
  isReading?: ((agentId: string) => boolean) | undefined;
  logger?: ServiceLogger | undefined;
  /** Milliseconds without anything from the model after which it is given up. Default 60,000. */
  idleTimeoutMs?: number | undefined;
}

/** Estimated tokens of the earlier turns and of the passages that a model is given. */
const BUDGETS: Budgets = { history: 1500, passages: 1500 };
const IDLE_TIMEOUT_MS = 60_000;
/** The same once the answer has its finish reason: some endpoints leave the connection open after it. */
const END_MS = 2000;
/** Characters of a reply at most. A model that never ends is stopped here, with the finish reason `length`. */
const REPLY_MAX = 200_000;

/** Has a model write the answer, from the passages of the owner's documents that match the question. */
export class ModelAnswerer implements Answerer {
  readonly #passages: PassageStore;
  readonly #isReading: (agentId: string) => boolean;
  readonly #client: ModelClient;
  readonly #logger: ServiceLogger | undefined;
  readonly #idleTimeoutMs: number;
  readonly #boundary: string = randomUUID();

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
      boundary: this.#boundary,
    });
    const marks = new CitationMarks(sources.length);
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
        const said = reasoning.push(value.text);
        const text = sources.length > 0 ? marks.push(said) : said;
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
      // All that was asked for is there; only the end of the transmission is missing.
      if (reason === undefined) throw this.#report(idle.signal.aborted ? idle.signal.reason : error, begun);
    } finally {
      idle.stop();
      await completion?.return?.(undefined);
    }

    const rest = marks.push(reasoning.finish()) + marks.finish();
    const toolCalls = calls.parts();
    const isWithheld = reason === 'content_filter';
    if (!begun && rest === '' && toolCalls.length === 0 && !isWithheld)
      throw this.#report(new EmptyAnswer(), false);
    if (rest !== '') yield { type: 'text', text: rest };
    for (const part of toolCalls) yield { type: 'part', part };
    const used = marks.used.map(number => sources[number - 1]!);
    // "Thanks!" is answered from none, "I can't help with that" neither, and a tool call alone says nothing.
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

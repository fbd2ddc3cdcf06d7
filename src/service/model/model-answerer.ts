import { randomUUID } from 'node:crypto';
import type { Trace } from '../../protocol/trace.ts';
import { traceSearch } from '../../tracing/gen-ai-spans.ts';
import type { Answerer, Question, ReplyPiece, Turn } from '../answerers/answerer.ts';
import { citations, passageUses } from '../answerers/citations.ts';
import { topicsOf } from '../answerers/topics.ts';
import type { ServiceLogger } from '../contract.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { CitationMarks } from './citation-marks.ts';
import { citedPassages, toTerms } from './cited-passages.ts';
import { type Completion, openCompletion } from './completion.ts';
import { contextPassages } from './context-passages.ts';
import type { Embeddings } from './embeddings.ts';
import type { ModelClient } from './model-client.ts';
import { buildPrompt, estimateTokens, type Message, type Prompt } from './prompt.ts';
import { describeFailure, EmptyAnswer, isContextTooShort, ModelTimeout } from './provider-failure.ts';
import { rewriteQuery } from './query-rewrite.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { ToolCalls } from './tool-calls.ts';

export interface ModelAnswererOptions {
  client: ModelClient;
  embeddings?: Embeddings | undefined;
  logger?: ServiceLogger | undefined;
  /** Called with the status of the endpoint's answer, 0 if there was none. */
  onFailure?: ((status: number) => void) | undefined;
  passages: PassageStore;
  /** Whether documents of an agent are still being read, as after a start. */
  isReading?: ((agentId: string) => boolean) | undefined;
  /** Milliseconds without any output after which the model times out. Default 60,000. */
  idleTimeoutMs?: number | undefined;
  /** Estimated tokens of passages in a prompt. Default: depends on the context of the model. */
  passageTokens?: number | undefined;
  /** Answers if the endpoint has no chat model. */
  withoutModel?: Answerer | undefined;
  /** Whether to ask the model for search words if the visitor's own words find nothing. Default false. */
  rewritesQueries?: boolean | undefined;
}

/** Estimated tokens of earlier turns. */
const HISTORY_TOKENS = 1500;
/** Estimated tokens of passages: if the context is unknown, at most, and after a prompt has exceeded the context. */
const PASSAGE_TOKENS = { unknown: 6000, most: 16_000, least: 1500 };
/** The share of a model's context that passages may take. */
const PASSAGE_SHARE = 3 / 8;
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
  readonly #embeddings: Embeddings | undefined;
  readonly #logger: ServiceLogger | undefined;
  readonly #onFailure: (status: number) => void;
  readonly #idleTimeoutMs: number;
  readonly #passageTokens: number | undefined;
  readonly #rewritesQueries: boolean;
  readonly #withoutModel: Answerer | undefined;
  /** Models whose context was too short for a prompt. */
  readonly #shortContexts = new Set<string>();

  constructor(options: ModelAnswererOptions) {
    this.#passages = options.passages;
    this.#isReading = options.isReading ?? (() => false);
    this.#client = options.client;
    this.#embeddings = options.embeddings;
    this.#logger = options.logger;
    this.#onFailure = options.onFailure ?? (() => {});
    this.#idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
    this.#passageTokens = options.passageTokens;
    this.#rewritesQueries = options.rewritesQueries ?? false;
    this.#withoutModel = options.withoutModel;
  }

  /** @throws ProtocolError `upstream_unavailable` before the first piece, `stream_interrupted` after it. */
  async *reply(question: Question): AsyncGenerator<ReplyPiece> {
    if (this.#withoutModel && !(await this.#client.hasChatModel(question.settings.model)))
      yield* this.#withoutModel.reply(question);
    else yield* this.#replyByModel(question);
  }

  async *#replyByModel({
    agentId,
    turns,
    settings,
    tools,
    toolRounds,
    signal,
    trace,
  }: Question): AsyncGenerator<ReplyPiece> {
    const topics = topicsOf(turns, settings.synonyms);
    const isReading = this.#isReading(agentId);
    const model = settings.model;
    let tokens = await this.#budgetFor(model);
    const context = await traceSearch('documents', trace, () =>
      contextPassages(this.#passages, {
        agentId,
        turns,
        topics,
        tokens,
        rewrite: this.#rewritesQueries
          ? languages =>
              rewriteQuery(this.#client, { model, questions: questionsOf(turns), languages, signal })
          : undefined,
        nearest: this.#embeddings && (texts => this.#embeddings!.nearest(agentId, texts, signal)),
      }),
    );
    const prompt = (): Prompt =>
      buildPrompt({
        instructions: settings.instructions,
        turns,
        ...context,
        isReading,
        budgets: { history: HISTORY_TOKENS, passages: tokens },
        boundary: randomUUID(),
        now: new Date(),
      });
    let { messages, sources } = prompt();
    let marks = new CitationMarks(sources.length);
    // Without documents, numbers in brackets are text.
    const hasMarks = context.hasDocuments || isReading;
    const reasoning = new ReasoningFilter();
    const calls = new ToolCalls();
    const idle = new IdleTimeout(this.#idleTimeoutMs, signal);
    let length = 0;
    let said = '';
    let begun = false;
    let refuses = false;
    let reason: string | undefined;
    let completion: Completion | undefined;

    try {
      idle.start();
      const request = { model, temperature: settings.temp, tools, toolRounds, trace, signal: idle.signal };
      completion = await openCompletion(this.#client, { ...request, messages }).catch((error: unknown) => {
        if (!isContextTooShort(error) || tokens <= PASSAGE_TOKENS.least) throw error;
        const long = messages;
        tokens = PASSAGE_TOKENS.least;
        ({ messages, sources } = prompt());
        if (promptTokens(messages) >= promptTokens(long)) throw error;
        this.#shortContexts.add(model);
        marks = new CitationMarks(sources.length);
        idle.start();
        return openCompletion(this.#client, { ...request, messages });
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
          said = '';
          if (begun) yield { type: 'discard-text' };
        }
        const text = hasMarks ? marks.push(answer) : answer;
        said += text;
        begun ||= text !== '';
        if (text !== '') yield { type: 'text', text };
        if (length > REPLY_MAX) {
          reason = 'length';
          break;
        }
      }
      if (reason === undefined) throw new Error('The model ended without a finish reason.');
      this.#client.noteReply();
    } catch (error) {
      signal.throwIfAborted();
      // With a finish reason the answer is complete, and only the end of the stream is missing.
      if (reason === undefined)
        throw this.#report(idle.signal.aborted ? idle.signal.reason : error, begun, trace);
    } finally {
      idle.stop();
      await completion?.return?.(undefined);
    }

    const end = reasoning.finish({ isCutOff: reason === 'length' });
    const rest = hasMarks ? marks.push(end) + marks.finish() : end;
    const toolCalls = calls.parts(tools);
    const isWithheld = reason === 'content_filter';
    if (!begun && rest === '' && toolCalls.length === 0 && !isWithheld)
      throw this.#report(new EmptyAnswer(), false, trace);
    if (rest !== '') yield { type: 'text', text: rest };
    for (const part of toolCalls) yield { type: 'part', part };
    const used = marks.used.map(number => sources[number - 1]!);
    // A reply to "Thanks!", a refusal and a tool call alone have no sources.
    const isAnswer = !topics.asksNothing && !refuses && (begun || rest !== '');
    const answering = isAnswer ? sources.filter(({ id }) => context.answering.has(id)) : [];
    const asked = toTerms(topics.own);
    const cited =
      used.length > 0
        ? citedPassages(said + rest, used)
        : answering.map(passage => ({ passage, held: asked }));
    for (const part of citations(cited)) yield { type: 'part', part };
    if (sources.length > 0) yield { type: 'passages', passages: passageUses(sources) };
    yield { type: 'finish', reason };
  }

  /** Estimated tokens of passages in a prompt for this model. */
  async #budgetFor(model: string): Promise<number> {
    if (this.#shortContexts.has(model)) return PASSAGE_TOKENS.least;
    if (this.#passageTokens !== undefined) return this.#passageTokens;
    const known = await this.#client.contextTokens(model);
    return known === undefined
      ? PASSAGE_TOKENS.unknown
      : Math.min(PASSAGE_TOKENS.most, Math.floor(known * PASSAGE_SHARE));
  }

  #report(cause: unknown, begun: boolean, trace: Trace | undefined): Error {
    if (!begun && !(cause instanceof EmptyAnswer)) this.#client.noteFailure(cause);
    const { error, log } = describeFailure(cause, begun);
    this.#onFailure(log.status ?? 0);
    this.#logger?.error({ ...trace, ...log }, 'the model gave no answer');
    return error;
  }
}

function questionsOf(turns: readonly Turn[]): string[] {
  return turns.filter(({ role }) => role === 'user').map(({ text }) => text);
}

function promptTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
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

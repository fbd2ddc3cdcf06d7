import type { EmbeddingsStatus } from '../../protocol/models-state.ts';
import { startModelCall } from '../../tracing/gen-ai-spans.ts';
import { inSpan } from '../../tracing/spans.ts';
import type { ServiceLogger } from '../contract.ts';
import { describeError } from '../errors.ts';
import type { FoundPassage, PassageStore } from '../knowledge/index/passage-store.ts';
import type { PassageVectors } from '../knowledge/index/passage-vectors.ts';
import type { ModelClient } from './model-client.ts';

export interface EmbeddingsOptions {
  client: ModelClient;
  /** The name of the embeddings model at the endpoint. */
  model: string;
  store: PassageStore;
  vectors: PassageVectors;
  logger?: ServiceLogger | undefined;
}

/** Passages of a request: with 3,000 dimensions, a response of 2 MB. */
const BATCH_SIZE = 32;
const BATCH_TIMEOUT_MS = 60_000;
const QUERY_TIMEOUT_MS = 3000;
/** How long no question waits for an endpoint that did not answer in time. */
const PAUSE_MS = 10_000;
/** How often questions make the service look for passages that another process has stored. */
const CHECK_MS = 10_000;
/** Characters of a passage, and of one that is too long for the model. */
const TEXT_MAX = 8000;
const SHORT_TEXT_MAX = 1000;
const NEAREST_MAX = 40;
/** Refusals of an input that is too long. */
const TOO_LONG = new Set<unknown>([400, 413, 422]);

/** Makes a vector of each passage, and finds the passages whose vectors are near that of a question. */
export class Embeddings {
  readonly model: string;
  readonly #client: ModelClient;
  readonly #store: PassageStore;
  readonly #vectors: PassageVectors;
  readonly #logger: ServiceLogger | undefined;
  readonly #closing = new AbortController();
  #status: EmbeddingsStatus = 'ok';
  #pausedUntil = 0;
  #checkedAt = 0;
  #update: Promise<void> | undefined;
  #isStale = false;

  constructor({ client, model, store, vectors, logger }: EmbeddingsOptions) {
    this.model = model;
    this.#client = client;
    this.#store = store;
    this.#vectors = vectors;
    this.#logger = logger;
  }

  get status(): EmbeddingsStatus {
    return this.#status;
  }

  /** Makes the missing vectors of all passages. A call while this goes on makes it look again at its end. Never throws. */
  update(): Promise<void> {
    this.#isStale = true;
    this.#update ??= this.#run().finally(() => {
      this.#update = undefined;
    });
    return this.#update;
  }

  /** For each text, the agent's passages nearest to it, nearest first. Empty when there are no vectors. Never throws. */
  async nearest(agentId: string, texts: readonly string[], signal: AbortSignal): Promise<FoundPassage[][]> {
    if (this.#status === 'unsupported' || Date.now() < this.#pausedUntil) return [];
    if (Date.now() - this.#checkedAt > CHECK_MS) {
      this.#checkedAt = Date.now();
      void this.update();
    }
    try {
      if (!(await this.#vectors.isSupported())) return [];
      const vectors = await this.#embed(texts, QUERY_TIMEOUT_MS, signal);
      const ids = await Promise.all(
        vectors.map(vector => this.#vectors.nearest(agentId, vector, NEAREST_MAX)),
      );
      return await Promise.all(ids.map(found => this.#store.byIds(found)));
    } catch (error) {
      signal.throwIfAborted();
      if ((error as Error).name === 'TimeoutError') this.#pausedUntil = Date.now() + PAUSE_MS;
      this.#report(error);
      return [];
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#update;
  }

  async #run(): Promise<void> {
    try {
      if (!(await this.#vectors.isSupported())) {
        this.#status = 'unsupported';
        this.#logger?.warn({}, 'the database has no vectors: install the extension pgvector');
        return;
      }
      while (this.#isStale) {
        this.#isStale = false;
        for await (const passages of this.#vectors.missing(BATCH_SIZE)) {
          if (this.#closing.signal.aborted) return;
          const known = await this.#vectors.known(passages.map(({ hash }) => hash));
          const texts = new Map(
            passages.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]),
          );
          const vectors = texts.size > 0 ? await this.#embedPassages([...texts.values()]) : [];
          await this.#vectors.store(
            passages,
            [...texts.keys()].map((hash, i) => ({ hash, vector: vectors[i]! })),
          );
        }
        await this.#vectors.removeUnused();
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#report(error);
    }
  }

  async #embedPassages(texts: readonly string[]): Promise<Float32Array[]> {
    const cut = (length: number): string[] => texts.map(text => text.slice(0, length).toWellFormed());
    const { signal } = this.#closing;
    try {
      return await this.#embed(cut(TEXT_MAX), BATCH_TIMEOUT_MS, signal);
    } catch (error) {
      if (!TOO_LONG.has((error as { status?: unknown }).status)) throw error;
      return await this.#embed(cut(SHORT_TEXT_MAX), BATCH_TIMEOUT_MS, signal);
    }
  }

  async #embed(texts: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<Float32Array[]> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const sdk = await this.#client.sdk();
      const { data } = await inSpan(
        startModelCall({ operation: 'embeddings', model: this.model, url: this.#client.url }, undefined),
        () =>
          sdk.embeddings.create(
            // Without a format the SDK asks for base64, which not every server knows.
            { model: this.model, input: [...texts], encoding_format: 'float' },
            { signal: AbortSignal.any([signal, timeout]) },
          ),
      );
      const vectors = texts.map((_, i) => data.find(({ index }) => index === i)?.embedding);
      if (!vectors.every(isVector)) throw new Error('The endpoint sent no vectors.');
      this.#recover();
      return vectors.map(vector => Float32Array.from(vector));
    } catch (error) {
      throw timeout.aborted ? timeout.reason : error;
    }
  }

  #recover(): void {
    if (this.#status === 'ok') return;
    this.#status = 'ok';
    this.#logger?.info({ model: this.model }, 'the embeddings model answers again');
    // The vectors that could not be made.
    void this.update();
  }

  #report(error: unknown): void {
    if (this.#status === 'unreachable') return;
    this.#status = 'unreachable';
    const { status } = error as { status?: number };
    this.#logger?.warn(
      { model: this.model, ...(status === undefined ? { reason: describeError(error) } : { status }) },
      'the embeddings model cannot be used (OPENAI_BASE_URL, EMBEDDING_MODEL); searching by words alone',
    );
  }
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
}

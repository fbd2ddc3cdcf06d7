import type { OpenAI } from 'openai';
import { outgoingFetch } from '../../network/outgoing.ts';
import { listedNames, type ModelStatus } from '../../protocol/models-state.ts';
import type { ServiceLogger } from '../contract.ts';
import { EndpointHealth } from './endpoint-health.ts';

export interface Endpoint {
  /** Of an OpenAI-compatible API, usually ending in `/v1`. May have a query. Default: OpenAI's own. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  logger?: ServiceLogger | undefined;
}

/** The model when the settings name none and the endpoint offers no choice. */
const DEFAULT_MODEL = 'gpt-4o-mini';
const OPENAI = 'https://api.openai.com/v1';
const LIST_TIMEOUT_MS = 5000;
/** Bytes of a response that is not a stream: a whole reply, a list of models, an error. */
const RESPONSE_MAX = 4 * 1024 * 1024;
/** Models that do not chat: embeddings, reranking, speech, images, moderation. */
const NOT_CHAT =
  /embed|(?:^|[/_-])(?:bge|e5|gte|minilm|labse|paraphrase|splade|colbert|voyage)(?:[-_.:]|$)|rerank|whisper|(?:^|[-_/])(?:x?tts|asr|stt|clip|ocr|realtime)(?:[-_.:]|$)|speech|transcri|kokoro|parakeet|moderation|guard|dall-e|image|diffusion|flux|sora|video/i;

/** Fields of a listed model with its context: of vLLM; OpenRouter; Groq; LM Studio and Mistral. */
const CONTEXT_FIELDS = [
  'max_model_len',
  'context_length',
  'context_window',
  'loaded_context_length',
  'max_context_length',
];

/** Features that a request can do without, in the order in which they are left out. */
export const OPTIONAL_FEATURES = ['temperature', 'tools', 'system', 'stream'] as const;
export type OptionalFeature = (typeof OPTIONAL_FEATURES)[number];

/** The SDK, loaded at the first question, and what is known about the models of the endpoint. */
export class ModelClient {
  readonly #unsupported = new Map<string, Set<OptionalFeature>>();
  readonly #endpoint: Endpoint;
  #sdk: Promise<OpenAI> | undefined;
  #chosen: Promise<string | null | undefined> | undefined;
  #choice: string | null | undefined;
  /** Tokens of the context of each model that the endpoint lists with one. */
  readonly #contexts = new Map<string, number>();
  #listed: Promise<OpenAI.Model[]> | undefined;
  #contextsListed: Promise<unknown> | undefined;
  #names: string[] | undefined;
  /** When the endpoint was last asked for its models. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #check: Promise<void> | undefined;
  readonly #health = new EndpointHealth();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Where the endpoint is. */
  get url(): string {
    return this.#endpoint.baseUrl || OPENAI;
  }

  /** The model of agents whose settings name none, once the endpoint has listed its models; null if none of them chats. */
  get chosen(): string | null | undefined {
    return this.#choice;
  }

  /** What the latest requests have shown; undefined before the first. */
  get status(): ModelStatus | undefined {
    return this.#health.status;
  }

  /** The names of all models that the endpoint lists; undefined if it lists none. */
  get listed(): string[] | undefined {
    return this.#names;
  }

  /** Asks the endpoint for its models, unless that was done in the last `maxAge` milliseconds. Never throws. */
  check(maxAge: number): Promise<void> {
    if (!this.#check && performance.now() - this.#checkedAt < maxAge) return Promise.resolve();
    this.#check ??= this.#listAgain().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #listAgain(): Promise<void> {
    const reading = this.#readList();
    const models = await reading.catch(() => []);
    if (models.length === 0) return;
    this.#listed = reading;
    await this.#readChoice();
  }

  /** The model has written a reply. */
  noteReply(): void {
    this.#health.replied();
  }

  /** A reply has failed. @param error of the SDK, or why no reply came */
  noteFailure(error: unknown): void {
    this.#health.failed(error);
  }

  sdk(): Promise<OpenAI> {
    this.#sdk ??= load(this.#endpoint);
    return this.#sdk;
  }

  /** The features that a model has rejected. The caller adds what it finds out. */
  unsupportedBy(model: string): Set<OptionalFeature> {
    const unsupported = this.#unsupported.get(model) ?? new Set();
    this.#unsupported.set(model, unsupported);
    return unsupported;
  }

  /**
   * The configured model, or one that the endpoint lists. Without an API key the endpoint is the owner's own server: the
   * first listed chat model. With a key each model has a price, so it must be the only one.
   */
  async modelOr(configured: string): Promise<string> {
    return configured.trim() || (await this.#readChoice()) || DEFAULT_MODEL;
  }

  /**
   * False if the settings name no model and the endpoint has listed only models that do not chat, such as embeddings
   * models. Sends no request.
   */
  async hasChatModel(configured: string): Promise<boolean> {
    return configured.trim() !== '' || (await this.#chosen) !== null;
  }

  async #readChoice(): Promise<string | null | undefined> {
    this.#chosen ??= this.#choose();
    const model = await this.#chosen;
    if (model === undefined) this.#chosen = undefined;
    this.#choice = model;
    return model;
  }

  /**
   * Tokens of the context of a model, as far as the endpoint has listed it. Nobody waits for the list of models if the
   * settings name a model.
   */
  async contextTokens(configured: string): Promise<number | undefined> {
    const name = configured.trim();
    if (name !== '') this.#contextsListed ??= this.#list().catch(() => {});
    return this.#contexts.get(name === '' ? await this.modelOr(name) : name);
  }

  /** Undefined if a later request may succeed, because the server may still be starting. */
  async #choose(): Promise<string | null | undefined> {
    const model = await this.#firstListed();
    if (model === null)
      this.#endpoint.logger?.info({}, 'the endpoint lists no model that chats; quoting documents');
    if (model) this.#endpoint.logger?.info({ model }, 'the settings name no model; using this one');
    return model;
  }

  async #firstListed(): Promise<string | null | undefined> {
    try {
      const data = await this.#list();
      const chat = data.filter(({ id }) => !NOT_CHAT.test(id));
      if (data.length > 0 && chat.length === 0) return null;
      const mayChoose = !this.#endpoint.apiKey || chat.length === 1;
      return mayChoose ? chat[0]?.id : DEFAULT_MODEL;
    } catch (error) {
      // Not every server lists its models, or not for every key.
      const { status = 0 } = error as { status?: number };
      return [401, 403, 404, 405].includes(status) ? DEFAULT_MODEL : undefined;
    }
  }

  /** Asks again only after a failure, and while the endpoint lists no model. */
  async #list(): Promise<OpenAI.Model[]> {
    this.#listed ??= this.#readList();
    const reading = this.#listed;
    const models = await reading.catch(() => []);
    if (models.length === 0 && this.#listed === reading) this.#listed = undefined;
    return await reading;
  }

  async #readList(): Promise<OpenAI.Model[]> {
    const sdk = await this.sdk();
    this.#checkedAt = performance.now();
    const { data } = await sdk.models.list({ timeout: LIST_TIMEOUT_MS }).catch((error: unknown) => {
      this.#health.notListed(error);
      throw error;
    });
    this.#health.listed();
    this.#names = data.length > 0 ? listedNames(data.map(({ id }) => id)) : undefined;
    for (const model of data) {
      const tokens = contextOf(model);
      if (tokens !== undefined) this.#contexts.set(model.id, tokens);
    }
    return data;
  }
}

/** The context of a listed model in tokens, under the names that servers give it. */
function contextOf(model: OpenAI.Model): number | undefined {
  return CONTEXT_FIELDS.map(field => (model as unknown as Record<string, unknown>)[field]).find(
    (value): value is number => Number.isInteger(value) && (value as number) > 0,
  );
}

async function load({ baseUrl, apiKey }: Endpoint): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  const url = URL.parse(baseUrl || OPENAI);
  const query = Object.fromEntries(url?.searchParams ?? []);
  return new OpenAI({
    // The SDK appends paths to `baseURL`, so the query is passed separately.
    baseURL: url?.search ? url.origin + url.pathname : baseUrl || OPENAI,
    defaultQuery: query,
    // The SDK requires a key. Without one, no Authorization header is sent.
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    // The callers of the service retry, within a limit for each question.
    maxRetries: 0,
    // With OPENAI_LOG it would log what visitors write.
    logLevel: 'off',
    // A redirect must not receive the key.
    fetchOptions: { redirect: 'error' },
    fetch: fetchBounded,
  });
}

/** `fetch` with a maximum size for responses that are not streams, and errors in the form that the SDK reads. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await outgoingFetch(input, init);
  const isStream = response.ok && response.headers.get('content-type')?.includes('text/event-stream');
  if (!response.body || isStream) return response;
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= RESPONSE_MAX) controller.enqueue(chunk);
      else controller.error(new Error('The response is too large.'));
    },
  });
  const read = new Response(response.body.pipeThrough(bounded), response);
  return response.ok ? read : withErrorObject(read);
}

/** Wraps an error such as `{"detail": …}`, of which the SDK would keep only the status. */
async function withErrorObject(response: Response): Promise<Response> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = text;
  }
  // The body may be `null`.
  const { error } = Object(Array.isArray(body) ? body[0] : body) as { error?: unknown };
  const known = typeof error === 'object' && error !== null ? error : { message: text };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(JSON.stringify({ error: known }), { status: response.status, headers });
}

import type { OpenAI } from 'openai';
import { boundedFetch } from './bounded-fetch.ts';

export interface Endpoint {
  /** Of an OpenAI-compatible API, ending as a rule in `/v1`. Default: OpenAI's own. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

/** Asked for when the agent's settings name no model and none can be found out. */
const DEFAULT_MODEL = 'gpt-4o-mini';
const OPENAI = 'https://api.openai.com/v1';
const LIST_TIMEOUT_MS = 5000;

/** Parameters that a model is asked without once it has refused them. */
export const REFUSABLE = ['temperature', 'stream'] as const;
export type Refusable = (typeof REFUSABLE)[number];

/** The SDK, loaded and set up at the first question: most starts of a service never need it. */
export class ModelClient {
  readonly #refused = new Map<string, Set<Refusable>>();
  readonly #endpoint: Endpoint;
  #sdk: Promise<OpenAI> | undefined;
  #unnamed: Promise<string | undefined> | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  sdk(): Promise<OpenAI> {
    this.#sdk ??= load(this.#endpoint);
    return this.#sdk;
  }

  /** What a model turned out to refuse to be asked with, to be added to. */
  refusedBy(model: string): Set<Refusable> {
    const refused = this.#refused.get(model) ?? new Set();
    this.#refused.set(model, refused);
    return refused;
  }

  /**
   * The model to ask where the settings name none. A server without a key is the owner's own and serves the models he
   * put there: the first it lists. One with a key bills by the model, so none is picked from a longer list.
   */
  async modelOr(configured: string): Promise<string> {
    if (configured.trim() !== '') return configured.trim();
    this.#unnamed ??= this.#firstListed();
    const model = await this.#unnamed;
    if (!model) this.#unnamed = undefined;
    return model ?? DEFAULT_MODEL;
  }

  /** Undefined where the server, which may be starting, can say more another time. */
  async #firstListed(): Promise<string | undefined> {
    try {
      const sdk = await this.sdk();
      const { data } = await sdk.models.list({ timeout: LIST_TIMEOUT_MS });
      const [first] = data;
      const mayPick = !this.#endpoint.apiKey || data.length === 1;
      return mayPick ? first?.id : DEFAULT_MODEL;
    } catch (error) {
      // Not every compatible server lists its models, and not to every key.
      const { status = 0 } = error as { status?: number };
      return [401, 403, 404, 405].includes(status) ? DEFAULT_MODEL : undefined;
    }
  }
}

async function load({ baseUrl, apiKey }: Endpoint): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl || OPENAI,
    // The SDK demands a key; without one, no Authorization header is sent at all.
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    // Retries are the caller's, who knows how often it was asked already; two ladders would multiply.
    maxRetries: 0,
    // It would log what visitors write when OPENAI_LOG says so.
    logLevel: 'off',
    // A key must not follow to wherever an address sends it.
    fetchOptions: { redirect: 'error' },
    fetch: boundedFetch,
  });
}

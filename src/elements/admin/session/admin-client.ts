import { ClientError } from '../../../client/transport/client-error.ts';
import { proxyUrl } from '../../../client/transport/proxy-url.ts';
import '../../../client/transport/refusal.ts';
import { parseExactly } from '../../../protocol/contact-import/exact-json.ts';
import type { ContactInput, ContactPage } from '../../../protocol/contacts.ts';
import {
  type ConversationDetail,
  type ConversationFilters,
  type ConversationList,
  type ConversationQuery,
  type ConversationSummary,
  conversationParams,
  type ExportFormat,
} from '../../../protocol/conversations.ts';
import type { Extensions } from '../../../protocol/extension-headers.ts';
import { type ModelsReport, readModelsReport } from '../../../protocol/models-state.ts';
import type { Erased, Person } from '../../../protocol/personal-data.ts';
import { isTree, type Settings, type SettingsPatch } from '../../../protocol/settings.ts';
import { readSettings } from './read-settings.ts';

// Loads up front what ClientError would import later: after one failed import Firefox never retries, and no error body could be read.

export interface SettingsRecord {
  settings: Settings;
  version: number | undefined;
  /** Unix seconds. */
  updatedAt: number | undefined;
  /** Unparsed, for `If-Match`. */
  etag: string | undefined;
}

/** An earlier version of the settings. */
export interface PastVersion {
  version: number;
  /** Unix seconds. */
  updatedAt: number | undefined;
  /** Who saved it, if the server knows. */
  by: string | undefined;
  settings: Settings;
}

/** What a header can hold. For anything else `fetch` throws the same TypeError as without a connection. */
const FITS_HEADER = /^[\x20-\xff]*$/;

/** Twice as long as the proxy waits for the service. */
const ANSWER_MS = 60_000;
/** For a thousand contacts over a slow connection. */
const LONG_ANSWER_MS = 10 * ANSWER_MS;

export interface AdminClientOptions {
  /** Where the proxy is mounted. */
  endpoint: string;
  agentId: string;
  fetch?: typeof fetch;
}

interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
  query?: URLSearchParams;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must begin. Default: `ANSWER_MS`. */
  timeout?: number;
}

interface Answer {
  headers: Headers;
  /** Parsed JSON. */
  body: unknown;
}

/** Requests to the proxy with the admin token, which is sent only in the `Authorization` header. */
export class AdminClient {
  readonly agentId: string;
  readonly endpoint: string;
  readonly #fetch: typeof fetch;
  #token = '';
  #author = '';

  constructor(options: AdminClientOptions) {
    this.endpoint = options.endpoint;
    this.agentId = options.agentId;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  get token(): string {
    return this.#token;
  }

  useToken(token: string): void {
    this.#token = token;
  }

  /** Name to show in the history of settings; empty for none. */
  useAuthor(name: string): void {
    this.#author = name;
  }

  /** A `fetch` with the token, for a chat with an agent that is not public. */
  readonly fetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${this.#token}`);
    return this.#fetch(input, { ...init, headers });
  };

  /** @throws ClientError */
  async settings(): Promise<SettingsRecord> {
    // The path would match no route, and without CORS headers the page could not read the 404.
    if (this.agentId === '') throw new ClientError('not_found', 'agent-id is missing');
    const { body, headers } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'settings']);
    const data = dataOf(body);
    if (!isTree(data) || !isTree(data.settings)) throw new ClientError('unreadable', 'expected settings');
    return {
      settings: readSettings(data.settings),
      version: finiteNumber(data.version),
      updatedAt: finiteNumber(data.updatedAt),
      etag: headers.get('ETag') ?? undefined,
    };
  }

  /**
   * The models of the agent service. Undefined if it names none. Never throws.
   * @param isListed whether the service lists what its endpoint offers; else they are read from `/readyz`
   */
  async models(isListed: boolean): Promise<ModelsReport | undefined> {
    try {
      if (isListed) {
        const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'models']);
        return readModelsReport(dataOf(body));
      }
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await this.#fetch(proxyUrl(this.endpoint, 'readyz'), { cache: 'no-store', signal });
      return readModelsReport(await readJson(response));
    } catch {
      return undefined;
    }
  }

  /**
   * The address of a page of our documentation, if the server of this page has it, as `agent-chat start` does. A page of
   * another origin could not find that out, and its console would report an error. Never throws.
   */
  async documentation(page: string): Promise<string | undefined> {
    try {
      const address = proxyUrl(this.endpoint, 'demo', 'docs', page);
      if (new URL(address, document.baseURI).origin !== location.origin) return undefined;
      const { ok } = await this.#fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
      return ok ? address : undefined;
    } catch {
      return undefined;
    }
  }

  /** Section 4.4, 202. @throws ClientError `conflict` when somebody saved since `etag`. */
  async save(patch: SettingsPatch, etag: string | undefined): Promise<void> {
    await this.#post(['v2', 'chatbots', 'settings'], {
      body: { chatbotId: this.agentId, ...patch },
      headers: {
        ...(etag !== undefined && { 'If-Match': etag }),
        // Headers hold Latin-1 only.
        ...(this.#author !== '' && { 'X-Admin-Name': encodeURIComponent(this.#author.toWellFormed()) }),
      },
    });
  }

  /** Newest first. @throws ClientError */
  async history(): Promise<PastVersion[]> {
    const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'settings', 'history']);
    const data = dataOf(body);
    if (!Array.isArray(data)) throw new ClientError('unreadable', 'expected a list of versions');
    return data
      .filter(isTree)
      .flatMap(entry => {
        const version = finiteNumber(entry.version);
        if (version === undefined || !isTree(entry.settings)) return [];
        return {
          version,
          updatedAt: finiteNumber(entry.updatedAt),
          by: typeof entry.by === 'string' && entry.by !== '' ? entry.by : undefined,
          settings: readSettings(entry.settings),
        };
      })
      .sort((a, b) => b.version - a.version);
  }

  /** Section 4.3. @throws ClientError */
  async contacts(page: number, perPage: number, signal?: AbortSignal): Promise<ContactPage> {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'contacts'], { query, signal });
    if (!isTree(body) || !Array.isArray(body.data) || !isTree(body.pages)) {
      throw new ClientError('unreadable', 'expected a page of contacts');
    }
    return body as unknown as ContactPage;
  }

  /** Section 4.2: creates all of 1 to 1000 contacts or none. @throws ClientError `conflict` when one exists. */
  async createContacts(users: readonly ContactInput[]): Promise<void> {
    const body = { users };
    await this.#post(['v2', 'chatbots', this.agentId, 'contacts'], { body, timeout: LONG_ANSWER_MS });
  }

  /** A request about one contact. @throws ClientError */
  async contact(method: 'POST' | 'DELETE', id: string, body?: object): Promise<void> {
    await this.#send(method, ['v2', 'chatbots', this.agentId, 'contacts', id], body ? { body } : {});
  }

  /** The proxy's counters. @throws ClientError */
  async usage(): Promise<unknown> {
    return dataOf((await this.#send('GET', ['v2', 'chatbots', this.agentId, 'usage'])).body);
  }

  /** What the agent service offers besides the interface; nothing if the proxy is of an earlier version. */
  async extensions(): Promise<Extensions> {
    if (this.agentId === '') return {};
    const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'extensions']);
    const data = dataOf(body);
    if (!isTree(data)) return {};
    const { conversations, answers, models, sources, personalData, contacts } = data;
    return {
      ...(isTree(conversations) && { conversations: { days: finiteNumber(conversations.days) ?? null } }),
      ...(answers === true && { answers }),
      ...(models === true && { models }),
      ...(sources === true && { sources }),
      ...(personalData === true && { personalData }),
      ...(contacts === true && { contacts }),
    };
  }

  /** A request about taught answers. @param path below `answers` @returns the answer's `data` @throws ClientError */
  async answers(method: 'GET' | 'POST' | 'DELETE', path: readonly string[], body?: object): Promise<unknown> {
    const { body: answer } = await this.#send(
      method,
      ['v2', 'chatbots', this.agentId, 'answers', ...path],
      body ? { body } : {},
    );
    return dataOf(answer);
  }

  /** A request about sources. @param path below `sources` @returns the answer's `data` @throws ClientError */
  async sources(
    method: 'GET' | 'POST' | 'DELETE',
    path: readonly string[],
    { source, body }: { source?: string; body?: object } = {},
  ): Promise<unknown> {
    const { body: answer } = await this.#send(method, ['v2', 'chatbots', this.agentId, 'sources', ...path], {
      ...(body && { body }),
      ...(source !== undefined && { query: new URLSearchParams({ source }) }),
    });
    return dataOf(answer);
  }

  /** A page of conversations. @throws ClientError */
  async conversations(
    query: Partial<ConversationQuery>,
    signal?: AbortSignal,
  ): Promise<ConversationList<ConversationSummary>> {
    const path = ['v2', 'chatbots', this.agentId, 'conversations'];
    const { body } = await this.#send('GET', path, { query: conversationParams(query), signal });
    if (!isTree(body) || !Array.isArray(body.data)) {
      throw new ClientError('unreadable', 'expected a page of conversations');
    }
    return body as unknown as ConversationList<ConversationSummary>;
  }

  /** @throws ClientError */
  async conversation(id: string): Promise<ConversationDetail> {
    const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'conversations', id]);
    const data = dataOf(body);
    if (!isTree(data) || !Array.isArray(data.messages)) {
      throw new ClientError('unreadable', 'expected a conversation');
    }
    return data as unknown as ConversationDetail;
  }

  /** @throws ClientError */
  async deleteConversation(id: string): Promise<void> {
    await this.#send('DELETE', ['v2', 'chatbots', this.agentId, 'conversations', id]);
  }

  /** A file of all conversations that match. @throws ClientError */
  async exportConversations(
    filters: ConversationFilters,
    format: ExportFormat,
    signal: AbortSignal,
  ): Promise<Blob> {
    const query = conversationParams(filters);
    query.set('format', format);
    return await this.#file('GET', ['conversations', 'export'], { query, signal });
  }

  /** A file with all that is stored about a person. @throws ClientError */
  async exportPerson(person: Person): Promise<Blob> {
    return await this.#file('POST', ['personal-data', 'export'], { body: person });
  }

  /** Deletes all that is stored about a person. @throws ClientError */
  async forgetPerson(person: Person): Promise<Erased> {
    const path = ['v2', 'chatbots', this.agentId, 'personal-data', 'delete'];
    const { body } = await this.#send('POST', path, { body: person, timeout: LONG_ANSWER_MS });
    const data = dataOf(body);
    if (!isTree(data)) throw new ClientError('unreadable', 'expected counts');
    const count = (name: keyof Erased): number => finiteNumber(data[name]) ?? 0;
    return {
      ...{ conversations: count('conversations'), messages: count('messages') },
      ...{ contacts: count('contacts'), verdicts: count('verdicts'), answers: count('answers') },
    };
  }

  async #file(method: string, path: string[], options: SendOptions): Promise<Blob> {
    const segments = ['v2', 'chatbots', this.agentId, ...path];
    return await this.#request(method, segments, { timeout: LONG_ANSWER_MS, ...options }, response =>
      response.blob(),
    );
  }

  /** Checks the body, because a captive portal, such as a hotel's sign-in page, answers 200 to everything. */
  async #post(segments: string[], options: SendOptions): Promise<void> {
    const { body } = await this.#send('POST', segments, options);
    if (!isTree(body)) throw new ClientError('unreadable', 'expected a JSON object');
  }

  #send(method: string, segments: string[], options: SendOptions = {}): Promise<Answer> {
    return this.#request(method, segments, options, async response => ({
      headers: response.headers,
      body: await readJson(response),
    }));
  }

  async #request<T>(
    method: string,
    segments: string[],
    options: SendOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (!FITS_HEADER.test(this.#token))
      throw new ClientError('unauthorized', 'the token does not fit into a header');
    const query = options.query ? `?${options.query}` : '';
    const request = new AbortController();
    const { signal } = request;
    const onAbort = (): void => request.abort(options.signal?.reason);
    if (options.signal?.aborted) onAbort();
    options.signal?.addEventListener('abort', onAbort);
    const onTimeout = (): void => request.abort(new ClientError('timeout', 'no answer in time'));
    const { timeout = ANSWER_MS } = options;
    let timer = setTimeout(onTimeout, timeout);
    try {
      const response = await this.#fetch(proxyUrl(this.endpoint, ...segments) + query, {
        method,
        cache: 'no-store',
        headers: {
          Authorization: `Bearer ${this.#token}`,
          ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        signal,
      }).catch(cause => {
        throw new ClientError('offline', 'no answer', { cause });
      });
      clearTimeout(timer);
      // The body of a GET can be long.
      timer = setTimeout(onTimeout, method === 'GET' ? LONG_ANSWER_MS : timeout);
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      // The reason of the abort says more than fetch's AbortError.
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    }
  }
}

/** 412: the version in `If-Match` is not the latest, because somebody else has saved. */
async function errorOf(response: Response): Promise<ClientError> {
  const error = await ClientError.from(response);
  if (response.status !== 412) return error;
  return new ClientError('conflict', error.message, { status: 412, cause: error });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return parseExactly(await response.text());
  } catch (cause) {
    throw new ClientError('unreadable', 'the answer is not JSON', { cause });
  }
}

function dataOf(body: unknown): unknown {
  return isTree(body) ? body.data : undefined;
}

function finiteNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

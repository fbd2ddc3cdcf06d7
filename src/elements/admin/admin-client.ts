import { ClientError } from '../../client/transport/client-error.ts';
import { proxyUrl } from '../../client/transport/proxy-url.ts';
// Here already when it is needed: Firefox never asks again for a file that once could not be had, and no refusal could be read.
import '../../client/transport/refusal.ts';
import { parseExactly } from '../../protocol/contact-import/exact-json.ts';
import type { ContactInput, ContactPage } from '../../protocol/contacts.ts';
import { isTree, type Settings, type SettingsPatch } from '../../protocol/settings.ts';
import { readSettings } from './read-settings.ts';

export interface SettingsRecord {
  settings: Settings;
  version: number | undefined;
  /** Unix seconds. */
  updatedAt: number | undefined;
  /** As the server wrote it, for `If-Match`. */
  etag: string | undefined;
}

/** A version the server kept. */
export interface PastVersion {
  version: number;
  /** Unix seconds. */
  updatedAt: number | undefined;
  /** Who saved it, as far as the server knows. */
  by: string | undefined;
  settings: Settings;
}

/** What a header can hold. `fetch` throws at anything else as it does when the line is down. */
const FITS_HEADER = /^[\x20-\xff]*$/;

/** Milliseconds after which nobody will answer any more: twice what the proxy waits for the service. */
const ANSWER_MS = 60_000;
/** Milliseconds that a thousand contacts may take on a slow line. */
const THOUSAND_MS = 10 * ANSWER_MS;

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
  /** Milliseconds until there must be an answer; `ANSWER_MS` where nothing is said. */
  within?: number;
}

interface Answer {
  headers: Headers;
  /** Its parsed JSON. */
  body: unknown;
}

/** Speaks to the proxy with the admin token, which goes nowhere but into the `Authorization` header. */
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

  /** Who the history of settings shall say it was; empty for nobody in particular. */
  useAuthor(name: string): void {
    this.#author = name;
  }

  /** A `fetch` that shows the token, for a chat with an agent that is not public. */
  readonly fetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${this.#token}`);
    return this.#fetch(input, { ...init, headers });
  };

  /** @throws ClientError */
  async settings(): Promise<SettingsRecord> {
    // Such an address is outside the proxy's routes, whose refusal a page elsewhere may not even read.
    if (this.agentId === '') throw new ClientError('not_found', 'agent-id is missing');
    const { body, headers } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'settings']);
    const data = dataOf(body);
    if (!isTree(data) || !isTree(data.settings))
      throw new ClientError('unreadable', 'no settings in the answer');
    return {
      settings: readSettings(data.settings),
      version: numberOrNothing(data.version),
      updatedAt: numberOrNothing(data.updatedAt),
      etag: headers.get('ETag') ?? undefined,
    };
  }

  /** Section 4.4, 202. @throws ClientError `conflict` when somebody saved since `etag`. */
  async save(patch: SettingsPatch, etag: string | undefined): Promise<void> {
    await this.#post(['v2', 'chatbots', 'settings'], {
      body: { chatbotId: this.agentId, ...patch },
      headers: {
        ...(etag !== undefined && { 'If-Match': etag }),
        // A header holds Latin letters only.
        ...(this.#author !== '' && { 'X-Admin-Name': encodeURIComponent(this.#author.toWellFormed()) }),
      },
    });
  }

  /** Newest first. @throws ClientError */
  async history(): Promise<PastVersion[]> {
    const { body } = await this.#send('GET', ['v2', 'chatbots', this.agentId, 'settings', 'history']);
    const data = dataOf(body);
    if (!Array.isArray(data)) throw new ClientError('unreadable', 'no versions in the answer');
    return data
      .filter(isTree)
      .flatMap(entry => {
        const version = numberOrNothing(entry.version);
        if (version === undefined || !isTree(entry.settings)) return [];
        return {
          version,
          updatedAt: numberOrNothing(entry.updatedAt),
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
      throw new ClientError('unreadable', 'no contacts in the answer');
    }
    return body as unknown as ContactPage;
  }

  /** Section 4.2: 1 to 1000, all or nothing. @throws ClientError `conflict` when one exists. */
  async createContacts(users: readonly ContactInput[]): Promise<void> {
    const body = { users };
    await this.#post(['v2', 'chatbots', this.agentId, 'contacts'], { body, within: THOUSAND_MS });
  }

  /** What the proxy counted. @throws ClientError */
  async usage(): Promise<unknown> {
    return dataOf((await this.#send('GET', ['v2', 'chatbots', this.agentId, 'usage'])).body);
  }

  /** What stands between here and the server, a hotel's sign-in page for one, says 200 to everything. */
  async #post(segments: string[], options: SendOptions): Promise<void> {
    const { body } = await this.#send('POST', segments, options);
    if (!isTree(body)) throw new ClientError('unreadable', 'the answer is not the one of a server');
  }

  async #send(method: string, segments: string[], options: SendOptions = {}): Promise<Answer> {
    if (!FITS_HEADER.test(this.#token))
      throw new ClientError('unauthorized', 'no server can have such a token');
    const query = options.query ? `?${options.query}` : '';
    const line = new AbortController();
    const { signal } = line;
    const leave = (): void => line.abort(options.signal?.reason);
    if (options.signal?.aborted) leave();
    options.signal?.addEventListener('abort', leave);
    const giveUp = (): void => line.abort(new ClientError('timeout', 'no answer in time'));
    const { within = ANSWER_MS } = options;
    let patience = setTimeout(giveUp, within);
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
      clearTimeout(patience);
      // A reading may be long; what is said of a save is a line.
      patience = setTimeout(giveUp, method === 'GET' ? THOUSAND_MS : within);
      if (!response.ok) throw await refusalOf(response);
      return { headers: response.headers, body: await readJson(response) };
    } catch (error) {
      // Why it was given up says more than that it broke off.
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(patience);
      options.signal?.removeEventListener('abort', leave);
    }
  }
}

/** Of a version that is there no more: somebody else has saved. */
async function refusalOf(response: Response): Promise<ClientError> {
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

function numberOrNothing(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

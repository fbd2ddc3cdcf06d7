import type { PublicSettings } from '../protocol/settings.ts';
import type { StreamEvent } from '../protocol/stream-events.ts';
import { isAssistantMessage, parseStreamEvent } from '../protocol/stream-events.ts';
import { ClientError } from './client-error.ts';
import { openEventStream } from './event-stream.ts';
import { proxyUrl } from './proxy-url.ts';
import { fetchPublicSettings } from './settings.ts';

export interface AgentClientOptions {
  /** Where the proxy is mounted. */
  endpoint: string;
  agentId: string;
  /** The site's own id for a signed-in visitor; needs `userHash`. */
  userId?: string;
  /** HMAC-SHA-256 of `userId` with the site's secret, lower-case hex. Never stored. */
  userHash?: string;
  fetch?: typeof fetch;
  /** Milliseconds of silence after which a line counts as dead. Default 45,000: three missed heartbeats. */
  idleTimeout?: number;
}

export interface ReplyRequest {
  message: string;
  conversationId?: string | undefined;
  idempotencyKey: string;
  /** Joins the reply after this event. */
  lastEventId?: string | undefined;
  signal: AbortSignal;
  onHead?(headers: Headers): void;
  onEvent(event: StreamEvent, id: string): void;
  onComment?(text: string): void;
}

/** Speaks to the proxy. Holds nothing but the visitor's token; what a conversation is, it does not know. */
export class AgentClient {
  readonly endpoint: string;
  readonly agentId: string;
  readonly userId: string | undefined;
  /** The visitor's signed token: kept from the first answer on, sent back with every request. */
  visitorToken: string | undefined;
  /** Called when the proxy gave a token, so that it can be stored. */
  onVisitorToken: ((token: string | undefined) => void) | undefined;
  readonly #userHash: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #idleTimeout: number;

  constructor(options: AgentClientOptions) {
    this.endpoint = options.endpoint;
    this.agentId = options.agentId;
    this.userId = options.userId;
    this.#userHash = options.userHash;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#idleTimeout = options.idleTimeout ?? 45_000;
  }

  /** The agent's public settings. @throws ClientError */
  fetchSettings(): Promise<PublicSettings> {
    return fetchPublicSettings({ endpoint: this.endpoint, agentId: this.agentId, fetch: this.#fetch });
  }

  /**
   * Asks once and hands on the reply's events, `done` or `error` last. Never asks a second time.
   * @throws ClientError as `openEventStream` does; the signal's reason when aborted.
   */
  async streamReply(request: ReplyRequest): Promise<void> {
    await this.#identify();
    const answer = await openEventStream({
      url: this.#url('api', 'v2', 'agents', this.agentId, 'chat'),
      headers: this.#headers({
        'Idempotency-Key': request.idempotencyKey,
        ...(request.lastEventId !== undefined && { 'Last-Event-ID': request.lastEventId }),
      }),
      body: JSON.stringify({
        message: request.message,
        stream: true,
        ...(request.conversationId !== undefined && { conversationId: request.conversationId }),
      }),
      fetch: this.#fetch,
      signal: request.signal,
      idleTimeout: this.#idleTimeout,
      onHead: response => {
        this.#keepToken(response);
        request.onHead?.(response.headers);
      },
      onEvent: (data, id) => {
        const event = parseStreamEvent(data);
        if (!event) return false;
        request.onEvent(event, id);
        return event.type !== 'token';
      },
      ...(request.onComment && { onComment: request.onComment }),
    });
    if (answer) request.onEvent(await readWhole(answer), '');
  }

  /** Stops a reply at the service; what it has said so far stays. Already over is fine too. @throws ClientError */
  async stopReply(idempotencyKey: string): Promise<void> {
    await this.#send('DELETE', ['api', 'v2', 'agents', this.agentId, 'chat', idempotencyKey]);
  }

  async #identify(): Promise<void> {
    if (this.userId === undefined || this.visitorToken !== undefined) return;
    const response = await this.#send('POST', ['api', 'v2', 'session'], {
      userId: this.userId,
      userHash: this.#userHash,
    });
    const body = (await response.json().catch(() => undefined)) as { data?: { token?: unknown } } | undefined;
    if (typeof body?.data?.token === 'string') this.#setToken(body.data.token);
  }

  async #send(method: string, segments: string[], body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(this.#url(...segments), {
        method,
        headers: this.#headers(),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      throw new ClientError('offline', 'no answer', { cause });
    }
    this.#keepToken(response);
    if (!response.ok) throw await ClientError.from(response);
    return response;
  }

  #headers(more: Record<string, string> = {}): Record<string, string> {
    return {
      'Content-Type': 'application/json',
      ...(this.visitorToken !== undefined && { 'X-Visitor-Token': this.visitorToken }),
      ...more,
    };
  }

  #keepToken(response: Response): void {
    const token = response.headers.get('X-Visitor-Token');
    if (token && token !== this.visitorToken) this.#setToken(token);
  }

  #setToken(token: string | undefined): void {
    this.visitorToken = token;
    this.onVisitorToken?.(token);
  }

  #url(...segments: string[]): string {
    return proxyUrl(this.endpoint, ...segments);
  }
}

/** A reply that came whole instead of streamed. A page of a captive portal is `unreadable`. */
async function readWhole(response: Response): Promise<StreamEvent> {
  const body: unknown = await response.json().catch(() => undefined);
  const { data, error } = (typeof body === 'object' && body !== null ? body : {}) as {
    data?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  if (isAssistantMessage(data)) return { type: 'done', data };
  if (error)
    return {
      type: 'error',
      message: String(error.message ?? ''),
      ...(typeof error.code === 'string' && { code: error.code }),
    };
  throw new ClientError('unreadable', 'the answer is neither an event stream nor a reply');
}

import type { StreamEvent } from '../../protocol/stream-events.ts';
import { parseStreamEvent } from '../../protocol/stream-events.ts';
import type { BotToken } from './bot-proof.ts';
import { ClientError } from './client-error.ts';
import { openEventStream } from './event-stream.ts';
import { newId } from './new-id.ts';
import { orAborted } from './or-aborted.ts';
import { proxyUrl } from './proxy-url.ts';

export interface AgentClientOptions {
  /** Where the proxy is mounted. */
  endpoint: string;
  agentId: string;
  /** The site's own id for a signed-in visitor; needs `userHash`. */
  userId?: string | undefined;
  /** HMAC-SHA-256 of `userId` with the site's secret, lower-case hex. Never stored. */
  userHash?: string | undefined;
  fetch?: typeof fetch | undefined;
  /**
   * What shows the proxy's bot check that the visitor is a person: a token of Turnstile, hCaptcha and the like, or what
   * gets one. Asked for when the proxy demands it, and not before.
   */
  botToken?: BotToken;
  /** Milliseconds the first byte of any answer may take. Default 30,000: the head of a reply is there after ten. */
  firstByteTimeout?: number | undefined;
  /** Milliseconds of silence (heartbeats end it) after which a line counts as dead. Default 25,000. */
  idleTimeout?: number | undefined;
}

export interface ReplyRequest {
  message: string;
  conversationId?: string | undefined;
  idempotencyKey: string;
  /** Joins the reply after this event. */
  lastEventId?: string | undefined;
  signal: AbortSignal;
  /** Milliseconds; instead of the client’s own. */
  firstByteTimeout?: number | undefined;
  /** The answer's head, a refusal's too. */
  onHead?(response: Response): void;
  onEvent(event: StreamEvent, id: string): void;
  onComment?: ((text: string) => void) | undefined;
  /** The proxy wants proof that the visitor is a person; the question is sent again with it. */
  onBotCheck?(): void;
}

type HeaderFields = Record<string, string>;

/** Begins the token of a visitor the proxy has not met; 128 random bits follow. */
const NEW_VISITOR = 'new.';

/**
 * Speaks to the proxy: has questions answered, and sends what else is asked of it. Holds nothing but the visitor's token;
 * what a conversation is, it does not know.
 */
export class ReplyClient {
  readonly endpoint: string;
  readonly agentId: string;
  readonly userId: string | undefined;
  /**
   * Whom the visitor is known by: a signed token, kept from the first answer on, and before it a secret of this
   * browser's own from which the proxy makes one. Sent with every request.
   */
  visitorToken: string | undefined;
  /** Called when the token changed, so that it can be stored. */
  onVisitorToken: ((token: string | undefined) => void) | undefined;
  readonly #options: AgentClientOptions;
  readonly #fetch: typeof fetch;
  readonly #firstByteTimeout: number;
  /** Counts the visitors there have been: an answer to one who was forgotten must not bring him back. */
  #visitor = 0;
  /** Whether the proxy has refused a secret of this browser's own: then the visitor is nobody until he gets a token. */
  #mustWait = false;
  #signIn: Promise<void> | undefined;

  constructor(options: AgentClientOptions) {
    this.endpoint = options.endpoint;
    this.agentId = options.agentId;
    this.userId = options.userId;
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#firstByteTimeout = options.firstByteTimeout ?? 30_000;
  }

  /**
   * Asks once and hands on the reply's events, `done` or `error` last.
   * @throws ClientError as `openEventStream` does; the signal's reason when aborted.
   */
  async streamReply(request: ReplyRequest): Promise<void> {
    const visitor = this.#visitor;
    const whole = await this.asVisitor(
      proof =>
        openEventStream({
          url: proxyUrl(this.endpoint, 'api', 'v2', 'agents', this.agentId, 'chat'),
          headers: this.#headers({
            ...proof,
            'Idempotency-Key': request.idempotencyKey,
            ...(request.lastEventId && { 'Last-Event-ID': request.lastEventId }),
          }),
          body: JSON.stringify({
            message: request.message,
            stream: true,
            conversationId: request.conversationId,
          }),
          fetch: this.#fetch,
          signal: request.signal,
          firstByteTimeout: request.firstByteTimeout ?? this.#firstByteTimeout,
          idleTimeout: this.#options.idleTimeout ?? 25_000,
          onHead: response => {
            // The conversation belongs to whom this answer says, whatever else has been answered meanwhile.
            if (visitor === this.#visitor) this.#keepToken(response);
            request.onHead?.(response);
          },
          onEvent: (data, id) => {
            const event = parseStreamEvent(data);
            if (!event) return false;
            request.onEvent(event, id);
            return event.type !== 'token';
          },
          onComment: request.onComment,
        }),
      request,
    );
    if (whole) {
      const { readWhole } = await import('./whole-answer.ts');
      request.onEvent(readWhole(whole.body), '');
    }
  }

  /** Stops a reply at the service; what it has said so far stays. @throws ClientError */
  async stopReply(idempotencyKey: string): Promise<void> {
    await this.send('DELETE', ['api', 'v2', 'agents', this.agentId, 'chat', idempotencyKey]);
  }

  /** Forgets the visitor. Answers to what he asked leave no trace. */
  forgetVisitor(): void {
    this.#visitor++;
    this.visitorToken = undefined;
  }

  /**
   * Sends as the signed-in user, if there is one, and once more when the proxy no longer accepts the token, or wants
   * proof that the visitor is a person.
   * @internal
   */
  async asVisitor<T>(send: (proof?: HeaderFields) => Promise<T>, request?: ReplyRequest): Promise<T> {
    await this.#identify(request);
    const token = this.visitorToken;
    try {
      return await send();
    } catch (error) {
      const { code, status } = error as Partial<ClientError>;
      if (code === 'bot_check') {
        const { obtainProof } = await import('./bot-proof.ts');
        return send(await obtainProof(this.#options.botToken, error, request));
      }
      if (status !== 401 || !token) throw error;
      // Another request may have got a new one meanwhile.
      if (token === this.visitorToken) this.#setToken(undefined);
      if (token.startsWith(NEW_VISITOR)) {
        this.#mustWait = true;
        throw error;
      }
      await this.#identify(request);
      return send();
    }
  }

  /**
   * The first question goes out as somebody already: should its answer be lost, head and all, the same question
   * sent again joins it.
   */
  async #identify(request?: ReplyRequest): Promise<void> {
    if (this.visitorToken) return;
    if (this.userId === undefined) {
      if (!this.#mustWait) this.#setToken(NEW_VISITOR + newId());
      return;
    }
    this.#signIn ??= this.#openSession().finally(() => {
      this.#signIn = undefined;
    });
    // Whoever stops the question waits for no answer to this one.
    await orAborted(this.#signIn, request?.signal);
  }

  async #openSession(): Promise<void> {
    const visitor = this.#visitor;
    const session = { userId: this.userId, userHash: this.#options.userHash };
    const response = await this.send('POST', ['api', 'v2', 'session'], session);
    const body = (await response.json().catch(() => {})) as { data?: { token?: unknown } } | undefined;
    const token = body?.data?.token;
    if (typeof token === 'string' && visitor === this.#visitor) this.#setToken(token);
  }

  /** @internal */
  async send(method: string, path: string[], body?: unknown, more?: HeaderFields): Promise<Response> {
    const visitor = this.#visitor;
    const token = this.visitorToken;
    const signal = AbortSignal.timeout(this.#firstByteTimeout);
    let response: Response;
    try {
      response = await this.#fetch(proxyUrl(this.endpoint, ...path), {
        method,
        headers: this.#headers(more),
        body: JSON.stringify(body),
        signal,
      });
    } catch (cause) {
      throw new ClientError(signal.aborted ? 'timeout' : 'offline', 'no answer', { cause });
    }
    if (visitor === this.#visitor && token === this.visitorToken) this.#keepToken(response);
    if (!response.ok) throw await ClientError.from(response);
    return response;
  }

  #headers(more?: HeaderFields): HeaderFields {
    return {
      'Content-Type': 'application/json',
      ...(this.visitorToken && { 'X-Visitor-Token': this.visitorToken }),
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
}

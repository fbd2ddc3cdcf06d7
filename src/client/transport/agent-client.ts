import { stringify } from '../../protocol/json.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { isAssistantMessage, parseStreamEvent } from '../../protocol/stream-events.ts';
import type { ToolDefinition, ToolResult } from '../../protocol/tools.ts';
import type { FeedbackValue } from '../conversation/conversation-state.ts';
import { abortable, OFFLINE_RETRY_MS, pause } from './abortable.ts';
import type { BotToken } from './bot-proof.ts';
import { ClientError } from './client-error.ts';
import { openEventStream } from './event-stream.ts';
import { newId } from './new-id.ts';
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
   * Passes the proxy's bot check: a token of Turnstile, hCaptcha and the like, or a function that returns one. Read only
   * when the proxy demands it.
   */
  botToken?: BotToken;
  /** Milliseconds until a response must begin. Default 30,000; the proxy begins a reply within ten seconds. */
  firstByteTimeout?: number | undefined;
  /** Milliseconds of silence (heartbeats end it) after which a connection counts as dead. Default 25,000. */
  idleTimeout?: number | undefined;
}

export interface ReplyRequest {
  message: string;
  conversationId?: string | undefined;
  /** Functions of the page that the agent may call. */
  tools?: readonly ToolDefinition[] | undefined;
  /** Results of the calls in the last reply. The message then contains them as text. */
  toolResults?: readonly ToolResult[] | undefined;
  idempotencyKey: string;
  /** Resumes the reply after this event. */
  lastEventId?: string | undefined;
  signal: AbortSignal;
  /** Milliseconds; overrides the client's own. */
  firstByteTimeout?: number | undefined;
  /** Called with the head of each response, also of a refusal. */
  onHead?(response: Response): void;
  onEvent(event: StreamEvent, id: string): void;
  onComment?: ((text: string) => void) | undefined;
  /** The proxy demands a bot check; the question is sent again with its result. */
  onBotCheck?(): void;
}

export interface Feedback {
  messageId: string;
  conversationId: string;
  value: FeedbackValue;
  reason?: string | undefined;
}

/** What a visitor typed into the lead form. */
export interface Lead {
  name?: string | undefined;
  email?: string | undefined;
  phonenumber?: string | undefined;
  /** What was typed into the owner's own fields, by their names. */
  custom_attributes?: Record<string, string | number> | undefined;
}

type HeaderFields = Record<string, string>;

/** Prefix of the token of a visitor the proxy has not met yet; 128 random bits follow. */
const NEW_VISITOR = 'new.';
/** Attempts to stop a reply while the proxy is unreachable: about as long as a reply may run there. */
const STOP_ATTEMPTS = 20;

/** Sends requests to the proxy. Its only state is the visitor's token; it knows nothing of conversations. */
export class AgentClient {
  readonly endpoint: string;
  readonly agentId: string;
  readonly userId: string | undefined;
  /**
   * Identifies the visitor; sent with every request. Until the proxy has issued a signed token, this is a secret made
   * here, from which the proxy derives one.
   */
  visitorToken: string | undefined;
  /** Called when the token changed, so that it can be stored. */
  onVisitorToken: ((token: string | undefined) => void) | undefined;
  readonly #options: AgentClientOptions;
  readonly #fetch: typeof fetch;
  readonly #firstByteTimeout: number;
  /** Incremented when the visitor is forgotten: a late response must not bring them back. */
  #visitor = 0;
  /** Whether the proxy refused a secret made here: then it must issue the token first. */
  #secretRefused = false;
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
   * Asks once and passes on the reply's events, `done` or `error` last.
   * @throws ClientError as `openEventStream` does; the signal's reason when aborted.
   */
  async streamReply(request: ReplyRequest): Promise<void> {
    const visitor = this.#visitor;
    const answer = await this.#asVisitor(
      proof =>
        openEventStream({
          url: proxyUrl(this.endpoint, 'api', 'v2', 'agents', this.agentId, 'chat'),
          headers: this.#headers({
            ...proof,
            'Idempotency-Key': request.idempotencyKey,
            ...(request.lastEventId && { 'Last-Event-ID': request.lastEventId }),
          }),
          body: stringify({
            message: request.message,
            stream: true,
            conversationId: request.conversationId,
            tools: request.tools,
            toolResults: request.toolResults,
          }),
          fetch: this.#fetch,
          signal: request.signal,
          firstByteTimeout: request.firstByteTimeout ?? this.#firstByteTimeout,
          idleTimeout: this.#options.idleTimeout ?? 25_000,
          onHead: response => {
            // This response decides whom the conversation belongs to, even if another one changed the token meanwhile.
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
    if (answer) request.onEvent(eventOfJson(answer.body), '');
  }

  /** Stops a reply at the service; what was already streamed stays. @throws ClientError */
  async stopReply(idempotencyKey: string): Promise<void> {
    await this.#send('DELETE', ['api', 'v2', 'agents', this.agentId, 'chat', idempotencyKey]);
  }

  /**
   * @internal Stops a reply as soon as the proxy can be reached: until then it goes on at its owner's cost. Gives up after about
   * ten minutes, or when the visitor logs out. Never rejects.
   */
  async stopWhenReachable(idempotencyKey: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.stopReply(idempotencyKey);
        return;
      } catch (error) {
        if ((error as Partial<ClientError>).status || attempt >= STOP_ATTEMPTS) return;
      }
      await pause(OFFLINE_RETRY_MS, undefined, true);
      if (!this.visitorToken) return;
    }
  }

  /** Tells the proxy what the visitor thinks of a reply. @throws ClientError */
  async sendFeedback(feedback: Feedback): Promise<void> {
    await this.#send('POST', ['api', 'v2', 'agents', this.agentId, 'feedback'], feedback);
  }

  /**
   * Submits the visitor's contact. A known address (409) counts as a success: nobody can ask whether one is known.
   * @throws ClientError `invalid_request` naming the field, and others.
   */
  async sendLead(lead: Lead): Promise<void> {
    // The interface requires an external_id; the proxy replaces this one with the visitor's own.
    const contact = { external_id: this.userId ?? 'visitor', ...lead };
    const path = ['v2', 'chatbots', this.agentId, 'contacts'];
    try {
      await this.#asVisitor(proof => this.#send('POST', path, { users: [contact] }, proof));
    } catch (error) {
      if ((error as Partial<ClientError>).status !== 409) throw error;
    }
  }

  /** Forgets the visitor. Responses to their requests leave no trace. */
  forgetVisitor(): void {
    this.#visitor++;
    this.visitorToken = undefined;
  }

  /** Signs the user in if necessary, and sends once more when the token has expired or a bot check is demanded. */
  async #asVisitor<T>(send: (proof?: HeaderFields) => Promise<T>, request?: ReplyRequest): Promise<T> {
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
      // Another request may have received a new one meanwhile.
      if (token === this.visitorToken) this.#setToken(undefined);
      if (token.startsWith(NEW_VISITOR)) {
        this.#secretRefused = true;
        throw error;
      }
      await this.#identify(request);
      return send();
    }
  }

  /** Gives even the first question an identity: if its response is lost entirely, sending it again resumes the reply. */
  async #identify(request?: ReplyRequest): Promise<void> {
    if (this.visitorToken) return;
    if (this.userId === undefined) {
      if (!this.#secretRefused) this.#setToken(NEW_VISITOR + newId());
      return;
    }
    this.#signIn ??= this.#openSession().finally(() => {
      this.#signIn = undefined;
    });
    await abortable(this.#signIn, request?.signal);
  }

  async #openSession(): Promise<void> {
    const visitor = this.#visitor;
    const session = { userId: this.userId, userHash: this.#options.userHash };
    const response = await this.#send('POST', ['api', 'v2', 'session'], session);
    const body = (await response.json().catch(() => {})) as { data?: { token?: unknown } } | undefined;
    const token = body?.data?.token;
    if (typeof token === 'string' && visitor === this.#visitor) this.#setToken(token);
  }

  async #send(method: string, path: string[], body?: unknown, more?: HeaderFields): Promise<Response> {
    const visitor = this.#visitor;
    const token = this.visitorToken;
    const signal = AbortSignal.timeout(this.#firstByteTimeout);
    let response: Response;
    try {
      response = await this.#fetch(proxyUrl(this.endpoint, ...path), {
        method,
        headers: this.#headers(more),
        body: stringify(body),
        signal,
      });
    } catch (cause) {
      throw new ClientError(signal.aborted ? 'timeout' : 'offline', 'no response', { cause });
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

/** A reply that came as JSON instead of a stream. @throws ClientError `unreadable`, for example for a captive portal. */
function eventOfJson(body: unknown): StreamEvent {
  const { data, error } = Object(body) as { data?: unknown; error?: { code?: unknown } };
  if (isAssistantMessage(data)) return { type: 'done', data };
  if (!error) throw new ClientError('unreadable', 'expected a reply');
  const code = Object(error).code as unknown;
  return { type: 'error', message: 'refused', ...(typeof code === 'string' && { code }) };
}

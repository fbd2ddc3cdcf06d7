import type { ChatRequest } from '../../protocol/chat-request.ts';
import { type ConversationQuery, conversationParams } from '../../protocol/conversations.ts';
import {
  APPLIED,
  CONTACT_HEADER,
  CONVERSATION_VISITOR_HEADER,
  EXTENSIONS_HEADER,
  type Extensions,
  OWN_CONTACT,
  readExtensions,
  TAKEN,
  TOOLS_HEADER,
  VISITOR_LIMIT_HEADER,
} from '../../protocol/extension-headers.ts';
import type { Person } from '../../protocol/personal-data.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import { type Trace, traceHeaders } from '../../protocol/trace.ts';
import { recordClientResponse, startClientSpan } from '../../tracing/http-spans.ts';
import { errorType, type TracedSpan } from '../../tracing/spans.ts';
import type { ProxyConfig } from '../config.ts';
import type { BodyStream } from '../http/body.ts';

/** An answer of the service. Its body must be read or cancelled. */
export interface UpstreamAnswer {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: BodyStream;
}

/** The part of `fetch` that the proxy uses. */
export type UpstreamFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    redirect: 'manual';
    /** Milliseconds until the headers of the answer; unlimited if undefined. */
    headMs?: number | undefined;
  },
) => Promise<UpstreamAnswer>;

/** A request of the owner about taught answers; `path` below `/v2/chatbots/{chatbotId}/answers`. */
export interface AnswerRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: readonly string[];
  body?: object;
}

/** A request of the owner about sources; `path` below `/v2/chatbots/{chatbotId}/sources`. */
export interface SourceRequest extends AnswerRequest {
  /** The source that it is about. */
  source?: string;
}

/** How the owner is named as the visitor of a draft chat. */
const OWNER = 'owner';

interface SendOptions {
  stream?: boolean | undefined;
  headMs?: number | undefined;
  /** A digest of the visitor, for the owner's list of conversations. */
  visitor?: string | undefined;
  /** Whether a contact comes from the person it is about. */
  isOwnContact?: boolean | undefined;
  /** How often it was sent before. */
  attempt?: number | undefined;
}

/** What is known of the service's support for tools. */
interface ToolSupport {
  /** Undefined until the service has answered. */
  accepted: boolean | undefined;
  /** The signals of messages for which the request that finds this out has failed. */
  probeFailed: WeakSet<AbortSignal>;
}

function newToolSupport(): ToolSupport {
  return { accepted: undefined, probeFailed: new WeakSet() };
}

/** Milliseconds for the request that finds out whether the service accepts tools. */
const PROBE_MS = 3000;

/**
 * All requests that the proxy sends, with the key: the four of the interface, docs/interface.md section 4, and for the owner the
 * extensions of our own service: a chat with unsaved settings, conversations, personal data,
 * taught answers, models, and sources.
 */
export class Upstream {
  readonly #config: ProxyConfig;
  readonly #fetch: UpstreamFetch;
  readonly #trace: Trace | undefined;
  readonly #tools: ToolSupport;

  constructor(
    config: ProxyConfig,
    fetch: UpstreamFetch,
    trace?: Trace,
    tools: ToolSupport = newToolSupport(),
  ) {
    this.#config = config;
    this.#fetch = fetch;
    this.#trace = trace;
    this.#tools = tools;
  }

  /** The same service, asked on behalf of a request, whose ids it gets. */
  traced(trace: Trace): Upstream {
    return new Upstream(this.#config, this.#fetch, trace, this.#tools);
  }

  /** Leaves out the fields for tools if the service does not accept them: it might refuse the whole request. */
  async chat(
    agentId: string,
    { tools, toolResults, ...request }: ChatRequest,
    signal: AbortSignal,
    options: Pick<SendOptions, 'headMs' | 'visitor' | 'attempt'> = {},
  ): Promise<UpstreamAnswer> {
    const path = `/api/v2/agents/${encodeURIComponent(agentId)}/chat`;
    const sendsTools = (tools || toolResults) && (await this.#probeTools(signal));
    const body = sendsTools ? { ...request, tools, toolResults } : request;
    return this.#send('POST', this.#config.baseUrl + path, signal, body, {
      ...options,
      stream: request.stream,
    });
  }

  /** A service without this extension answers 404. */
  draftChat(
    agentId: string,
    request: ChatRequest,
    settings: SettingsPatch,
    signal: AbortSignal,
    headMs?: number,
  ): Promise<UpstreamAnswer> {
    const url = `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(agentId)}/draft-chat`;
    return this.#send(
      'POST',
      url,
      signal,
      { ...request, settings },
      { stream: request.stream, headMs, visitor: OWNER },
    );
  }

  createContacts(chatbotId: string, users: readonly object[], signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('POST', this.#contacts(chatbotId), signal, { users });
  }

  /** A contact of the visitor themselves. Our own service corrects the one that exists; any other answers 409. */
  saveOwnContact(chatbotId: string, contact: object, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send(
      'POST',
      this.#contacts(chatbotId),
      signal,
      { users: [contact] },
      { isOwnContact: true },
    );
  }

  /** A service without this extension answers 404. */
  changeContact(chatbotId: string, id: string, patch: object, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('POST', `${this.#contacts(chatbotId)}/${encodeURIComponent(id)}`, signal, patch);
  }

  /** A service without this extension answers 404. */
  deleteContact(chatbotId: string, id: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('DELETE', `${this.#contacts(chatbotId)}/${encodeURIComponent(id)}`, signal);
  }

  listContacts(
    chatbotId: string,
    paging: { page: number; perPage: number },
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const query = new URLSearchParams({ page: String(paging.page), per_page: String(paging.perPage) });
    return this.#send('GET', `${this.#contacts(chatbotId)}?${query}`, signal);
  }

  /** A page of conversations. A service without this extension answers 404. */
  listConversations(
    chatbotId: string,
    query: Partial<ConversationQuery>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    return this.#send('GET', `${this.#conversations(chatbotId)}?${conversationParams(query)}`, signal);
  }

  readConversation(chatbotId: string, id: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('GET', `${this.#conversations(chatbotId)}/${encodeURIComponent(id)}`, signal);
  }

  deleteConversation(chatbotId: string, id: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('DELETE', `${this.#conversations(chatbotId)}/${encodeURIComponent(id)}`, signal);
  }

  /** Deletes all conversations of a person. */
  deleteConversations(
    chatbotId: string,
    person: { user: string } | { visitor: string },
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    return this.#send('DELETE', `${this.#conversations(chatbotId)}?${conversationParams(person)}`, signal);
  }

  /** What is stored about a person. A service without this extension answers 404. */
  personalData(
    chatbotId: string,
    action: 'find' | 'delete',
    person: Person,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const path = `v2/chatbots/${encodeURIComponent(chatbotId)}/personal-data/${action}`;
    return this.#send('POST', `${this.#config.servicesUrl}/${path}`, signal, person);
  }

  /** Taught answers. A service without this extension answers 404. */
  answers(
    chatbotId: string,
    { method, path, body }: AnswerRequest,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const url = [
      this.#config.servicesUrl,
      'v2',
      'chatbots',
      encodeURIComponent(chatbotId),
      'answers',
      ...path,
    ];
    return this.#send(method, url.join('/'), signal, body);
  }

  /** What the agent answers from. A service without this extension answers 404. */
  sources(
    chatbotId: string,
    { method, path, source, body }: SourceRequest,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const url = [
      this.#config.servicesUrl,
      'v2',
      'chatbots',
      encodeURIComponent(chatbotId),
      'sources',
      ...path,
    ];
    const query = source === undefined ? '' : `?${new URLSearchParams({ source })}`;
    return this.#send(method, url.join('/') + query, signal, body);
  }

  /** The models of the service. A service without this extension answers 404. */
  models(chatbotId: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    const url = `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(chatbotId)}/models`;
    return this.#send('GET', url, signal);
  }

  /** What the service offers besides the interface. Asked by a request of the interface. */
  async extensions(signal: AbortSignal): Promise<Extensions> {
    const { headers, body } = await this.probe(signal);
    body.cancel();
    return readExtensions(headers.get(EXTENSIONS_HEADER));
  }

  updateSettings(chatbotId: string, patch: object, signal: AbortSignal): Promise<UpstreamAnswer> {
    const body = { chatbotId, ...toServiceSettings(patch) };
    return this.#send('POST', `${this.#config.servicesUrl}/v2/chatbots/settings`, signal, body);
  }

  /** Requests the smallest page of contacts: any answer = reachable, not 401 = the key is accepted. */
  probe(signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.listContacts('probe', { page: 1, perPage: 10 }, signal);
  }

  /**
   * Whether the service accepts tools, by a header of its answers. Makes a request of the interface if there was no
   * answer yet, and at most one for each message, so that retries do not double the requests to a failing service.
   */
  async #probeTools(signal: AbortSignal): Promise<boolean> {
    if (this.#tools.accepted !== undefined) return this.#tools.accepted;
    if (this.#tools.probeFailed.has(signal)) return false;
    try {
      const { body } = await this.probe(AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]));
      body.cancel();
    } catch {
      signal.throwIfAborted();
    }
    if (this.#tools.accepted === undefined) this.#tools.probeFailed.add(signal);
    return this.#tools.accepted ?? false;
  }

  /** Remembers whether the service accepts tools. A failure or 429 without the header may be a gateway's. */
  #noteTools({ status, headers }: UpstreamAnswer): void {
    if (headers.get(TOOLS_HEADER) === TAKEN) this.#tools.accepted = true;
    else if (status < 500 && status !== 429) this.#tools.accepted ??= false;
  }

  #contacts(chatbotId: string): string {
    return `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(chatbotId)}/contacts`;
  }

  #conversations(chatbotId: string): string {
    return `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(chatbotId)}/conversations`;
  }

  async #send(
    method: string,
    url: string,
    signal: AbortSignal,
    body?: object,
    options: SendOptions = {},
  ): Promise<UpstreamAnswer> {
    const span = startClientSpan(method, url, this.#trace, options.attempt ?? 0);
    try {
      const request = this.#request(method, signal, body, options, span.trace);
      const answer = await span.run(() => this.#fetch(url, request));
      this.#noteTools(answer);
      recordClientResponse(span, answer.status);
      return span.isRecording ? withBodyIn(span, answer) : answer;
    } catch (error) {
      span.fail(errorType(error));
      span.end();
      throw error;
    }
  }

  #request(
    method: string,
    signal: AbortSignal,
    body: object | undefined,
    { stream, headMs, visitor, isOwnContact }: SendOptions,
    trace: Trace,
  ): Parameters<UpstreamFetch>[1] {
    return {
      method,
      signal,
      headMs,
      // A redirect would send the key to another address.
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${this.#config.apiKey}`,
        Accept: stream ? 'text/event-stream' : 'application/json',
        // No decompression, so that a reply is never larger than what the network delivered.
        'Accept-Encoding': 'identity',
        [VISITOR_LIMIT_HEADER]: APPLIED,
        ...(this.#trace && traceHeaders(trace)),
        ...(isOwnContact && { [CONTACT_HEADER]: OWN_CONTACT }),
        ...(visitor !== undefined && { [CONVERSATION_VISITOR_HEADER]: visitor }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }
}

/** The span lasts until the body is read or cancelled. */
function withBodyIn(span: TracedSpan, { ok, status, headers, body }: UpstreamAnswer): UpstreamAnswer {
  return {
    ok,
    status,
    headers,
    body: {
      async each(take) {
        try {
          await body.each(take);
        } catch (error) {
          span.fail(errorType(error));
          throw error;
        } finally {
          span.end();
        }
      },
      cancel() {
        body.cancel();
        span.end();
      },
    },
  };
}

/**
 * Settings that the service names differently, ours to theirs. The interface leaves names open (docs/interface.md section 2.4), so a service
 * with its own names needs only a line here.
 */
const SERVICE_NAMES: Readonly<Record<string, string>> = {};

/** A patch with the service's names. Only the top level is renamed. */
export function toServiceSettings(patch: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [SERVICE_NAMES[name] ?? name, value]),
  );
}

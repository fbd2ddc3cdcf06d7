import type { ChatRequest } from '../../protocol/chat-request.ts';
import { APPLIED, VISITOR_LIMIT_HEADER } from '../../protocol/extension-headers.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { ProxyConfig } from '../config.ts';
import type { Bytes } from '../http/bytes.ts';
import { toServiceSettings } from './field-names.ts';

/** What the service answers. Its body is to be read or cancelled. */
export interface UpstreamAnswer {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: Bytes;
}

/** As much of `fetch` as is used here. */
export type UpstreamFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    redirect: 'manual';
    /** Milliseconds until the answer's headers must be there; without it, as long as it takes. */
    headMs?: number | undefined;
  },
) => Promise<UpstreamAnswer>;

/**
 * The only calls that ever leave the proxy, with the key added: the four of the interface, section 4, and for the
 * owner alone a chat that follows unsaved settings, which our own service knows.
 */
export class Upstream {
  readonly #config: ProxyConfig;
  readonly #fetch: UpstreamFetch;

  constructor(config: ProxyConfig, fetch: UpstreamFetch) {
    this.#config = config;
    this.#fetch = fetch;
  }

  chat(agentId: string, request: ChatRequest, signal: AbortSignal, headMs?: number): Promise<UpstreamAnswer> {
    const path = `/api/v2/agents/${encodeURIComponent(agentId)}/chat`;
    return this.#send('POST', this.#config.baseUrl + path, signal, request, {
      stream: request.stream,
      headMs,
    });
  }

  /** A service that follows saved settings only answers 404. */
  draftChat(
    agentId: string,
    request: ChatRequest,
    settings: SettingsPatch,
    signal: AbortSignal,
    headMs?: number,
  ): Promise<UpstreamAnswer> {
    const url = `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(agentId)}/draft-chat`;
    return this.#send('POST', url, signal, { ...request, settings }, { stream: request.stream, headMs });
  }

  createContacts(chatbotId: string, users: readonly object[], signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send('POST', this.#contacts(chatbotId), signal, { users });
  }

  listContacts(
    chatbotId: string,
    paging: { page: number; perPage: number },
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const query = new URLSearchParams({ page: String(paging.page), per_page: String(paging.perPage) });
    return this.#send('GET', `${this.#contacts(chatbotId)}?${query}`, signal);
  }

  updateSettings(chatbotId: string, patch: object, signal: AbortSignal): Promise<UpstreamAnswer> {
    const body = { chatbotId, ...toServiceSettings(patch) };
    return this.#send('POST', `${this.#config.servicesUrl}/v2/chatbots/settings`, signal, body);
  }

  /** Asks for the contact list's smallest page: answered at all = reachable, not 401 = the key is accepted. */
  probe(signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.listContacts('probe', { page: 1, perPage: 10 }, signal);
  }

  #contacts(chatbotId: string): string {
    return `${this.#config.servicesUrl}/v2/chatbots/${encodeURIComponent(chatbotId)}/contacts`;
  }

  #send(
    method: string,
    url: string,
    signal: AbortSignal,
    body?: object,
    { stream, headMs }: { stream?: boolean | undefined; headMs?: number | undefined } = {},
  ): Promise<UpstreamAnswer> {
    return this.#fetch(url, {
      method,
      signal,
      headMs,
      // A redirect would carry the key to wherever it points.
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${this.#config.apiKey}`,
        Accept: stream ? 'text/event-stream' : 'application/json',
        // Nothing to decompress: a reply is no larger than what the network brought.
        'Accept-Encoding': 'identity',
        [VISITOR_LIMIT_HEADER]: APPLIED,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

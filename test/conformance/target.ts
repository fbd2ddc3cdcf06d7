import type { OpenApiCheck } from './openapi-check.ts';

/** The implementation under test. */
export interface TargetOptions {
  /** `{base_url}`. */
  url: string;
  /** `{services_url}`; the same as `url` by default. */
  servicesUrl?: string | undefined;
  key: string;
  /** An agent the key opens. */
  agentId: string;
  /** An agent that exists and belongs to another workspace; the checks on 403 need it. */
  foreignAgentId?: string | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

interface SendOptions {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

const PATIENCE_MS = 70_000;

/** Sends requests to the target and holds every answer against the description in OpenAPI. */
export class Target {
  readonly options: TargetOptions;
  readonly #check: OpenApiCheck;

  constructor(options: TargetOptions, check: OpenApiCheck) {
    this.options = options;
    this.#check = check;
  }

  chat(body: unknown, { agent, ...options }: SendOptions & { agent?: string } = {}): Promise<Answer> {
    const path = `/api/v2/agents/${encodeURIComponent(agent ?? this.options.agentId)}/chat`;
    return this.#send(this.options.url, path, '/api/v2/agents/{agentId}/chat', 'post', { ...options, body });
  }

  createContacts(body: unknown, options: SendOptions & { agent?: string } = {}): Promise<Answer> {
    return this.#send(this.#services, this.#contacts(options.agent), CONTACTS, 'post', { ...options, body });
  }

  listContacts(query = '', options: SendOptions & { agent?: string } = {}): Promise<Answer> {
    return this.#send(this.#services, this.#contacts(options.agent) + query, CONTACTS, 'get', options);
  }

  patchSettings(body: unknown, options: SendOptions = {}): Promise<Answer> {
    return this.#send(this.#services, '/v2/chatbots/settings', '/v2/chatbots/settings', 'post', {
      ...options,
      body,
    });
  }

  get #services(): string {
    return this.options.servicesUrl ?? this.options.url;
  }

  #contacts(agent: string | undefined): string {
    return `/v2/chatbots/${encodeURIComponent(agent ?? this.options.agentId)}/contacts`;
  }

  async #send(
    base: string,
    path: string,
    route: string,
    method: string,
    options: SendOptions,
  ): Promise<Answer> {
    const key = options.key === undefined ? this.options.key : options.key;
    const { body } = options;
    for (;;) {
      const response = await fetch(base.replace(/\/$/, '') + path, {
        method: method.toUpperCase(),
        headers: {
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...options.headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      this.#check.response(route, method, response.status, response.headers, text);
      // The suite sends more in a minute than some plans allow; the interface says how long to wait (section 8).
      if (response.status === 429 && (await waited(response.headers))) continue;
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    }
  }
}

const CONTACTS = '/v2/chatbots/{chatbotId}/contacts';

async function waited(headers: Headers): Promise<boolean> {
  const wait = Number(headers.get('X-RateLimit-Reset')) * 1000 - Date.now();
  if (!(wait < PATIENCE_MS)) return false;
  await new Promise(resolve => setTimeout(resolve, Math.max(0, wait) + 100));
  return true;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { TestContext } from 'node:test';
import { type AgentProxy, createProxy, type ProxyOptions } from '../../../src/proxy/index.ts';
import { type FakeUpstream, KEY, startUpstream } from '../../fakes/upstream.ts';

export { until } from '../until.ts';

export const AGENT = '3f2b8c1e-6d0a-4b7e-9a51-0c2d4e6f8a10';
export const ADMIN = 'admin-canary-0123456789';
export const IDENTITY = 'identity-secret-0123456789';

export interface Setup {
  upstream: FakeUpstream;
  proxy: AgentProxy;
  /** Asks the proxy in this process. */
  ask(path: string, init?: RequestInit & { remoteAddress?: string }): Promise<Response>;
  /** Sends a chat message as a visitor. */
  chat(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  /** Changes settings as the owner. */
  change(settings: object, headers?: Record<string, string>): Promise<Response>;
}

/** A proxy before a fake service; both end with the test. */
export async function setUp(t: TestContext, options: Partial<ProxyOptions> = {}): Promise<Setup> {
  const upstream = await startUpstream();
  const proxy = createProxy({
    baseUrl: upstream.url,
    apiKey: KEY,
    adminToken: ADMIN,
    identitySecret: IDENTITY,
    // Most tests send more from one address than the default allows.
    initialSettings: { [AGENT]: { rateLimit: null } },
    ...options,
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await upstream.close();
  });
  return around(upstream, proxy);
}

export function around(upstream: FakeUpstream, proxy: AgentProxy): Setup {
  const ask: Setup['ask'] = (path, { remoteAddress = '192.0.2.1', ...init } = {}) =>
    proxy(new Request(`https://chat.example${path}`, init), { remoteAddress });
  return {
    upstream,
    proxy,
    ask,
    chat: (body, headers = {}, signal) =>
      ask(`/api/v2/agents/${AGENT}/chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    change: (settings, headers = {}) =>
      ask('/v2/chatbots/settings', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN}`, ...headers },
        body: JSON.stringify({ chatbotId: AGENT, ...settings }),
      }),
  };
}

export interface Heard {
  id: number | undefined;
  type: string;
  content?: string;
  code?: string;
  data?: { parts: { text: string }[]; metadata: Record<string, unknown> };
}

/** The events in the text of a stream. */
export function eventsIn(text: string): Heard[] {
  return text.split('\n\n').flatMap(block => {
    const lines = block.split('\n');
    const data = lines.find(line => line.startsWith('data: '));
    const id = lines.find(line => line.startsWith('id: '));
    return data ? [{ id: id ? Number(id.slice(4)) : undefined, ...JSON.parse(data.slice(6)) }] : [];
  });
}

export function textOf(events: readonly Heard[]): string {
  return events.map(({ content = '' }) => content).join('');
}

export async function errorCode(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}

export function visitorToken(response: Response): string {
  return response.headers.get('X-Visitor-Token') ?? '';
}

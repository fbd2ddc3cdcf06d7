import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { type FakeUpstream, KEY, startUpstream } from '../../fakes/upstream.ts';
import { ADMIN, AGENT } from '../proxy/harness.ts';
import { until } from '../until.ts';
import { type Running, runCommand } from './running.ts';

export { ADMIN };

export const CHAT = `/api/v2/agents/${AGENT}/chat`;

export interface Server {
  upstream: FakeUpstream;
  command: Running;
  url: string;
  port: number;
}

/** `agent-chat proxy` in a process of its own, before a fake service. */
export async function startProxy(t: TestContext, env: Record<string, string> = {}): Promise<Server> {
  const upstream = await startUpstream();
  t.after(() => upstream.close());
  const command = runCommand(t, ['proxy'], {
    AGENT_BASE_URL: upstream.url,
    AGENT_API_KEY: KEY,
    ADMIN_TOKEN: ADMIN,
    IDENTITY_SECRET: 'identity-canary-0123456789',
    PORT: '0',
    HOST: '127.0.0.1',
    ...env,
  });
  const [, port] = await command.printed(/proxy is at \S+:(\d+)/);
  // The proxy asks the service once at its start.
  await until(() => upstream.seen.length > 0, 'the service is asked');
  upstream.seen.length = 0;
  return { upstream, command, url: `http://127.0.0.1:${port}`, port: Number(port) };
}

/** Switches the default limit on messages from one address off. */
export async function withoutRateLimit({ url, upstream }: Server): Promise<void> {
  const body = { chatbotId: AGENT, rateLimit: null };
  const saved = await post(`${url}/v2/chatbots/settings`, body, { Authorization: `Bearer ${ADMIN}` });
  if (saved.status !== 202) throw new Error(`settings: ${saved.status}`);
  upstream.seen.length = 0;
}

/** What a server answers to these bytes until it hangs up. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Resolves once nobody listens on the port. */
export async function refused(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (!open) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Bytes of memory the process holds. */
export function rss(command: Running): number {
  const status = readFileSync(`/proc/${command.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

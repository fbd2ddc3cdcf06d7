/**
 * Sends thousands of mutated requests at a proxy, a hundred at once, through its Fetch door and over a raw socket.
 * None may end the process, be answered 5xx, or make anything but a well-formed call upstream. Run by
 * `npm run fuzz:proxy`; FUZZ_CASES says how many, FUZZ_SEED which.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { listen } from '../../src/cli/listen.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { KEY, startUpstream } from '../fakes/upstream.ts';
import { seeded } from '../node/proxy/cut-replies.ts';

const CASES = Number(process.env.FUZZ_CASES ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_ONCE = 100;
const AGENT = crypto.randomUUID();
const random = seeded(SEED);
const faults: string[] = [];
process.on('unhandledRejection', reason => faults.push(`unhandled: ${String(reason)}`));

const upstream = await startUpstream();
const errors: object[] = [];
const proxy = createProxy({
  baseUrl: upstream.url,
  apiKey: KEY,
  adminToken: 'admin-canary-0123456789',
  logger: { info() {}, warn() {}, error: fields => void errors.push(fields) },
});
const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });

const VALID = [
  { method: 'POST', path: `/api/v2/agents/${AGENT}/chat`, body: { message: 'hi', stream: true } },
  {
    method: 'POST',
    path: `/api/v2/agents/${AGENT}/chat`,
    body: { message: 'hi', conversationId: 'x', userId: 'u' },
  },
  { method: 'POST', path: '/api/v2/session', body: { userId: 'u', userHash: 'h' } },
  {
    method: 'POST',
    path: `/v2/chatbots/${AGENT}/contacts`,
    body: { users: [{ name: 'a', email: 'a@b.example' }] },
  },
  { method: 'POST', path: '/v2/chatbots/settings', body: { chatbotId: AGENT, styles: { theme: 'dark' } } },
  {
    method: 'POST',
    path: `/api/v2/agents/${AGENT}/feedback`,
    body: { messageId: 'm', conversationId: 'c', value: 'up' },
  },
  { method: 'GET', path: `/api/v2/agents/${AGENT}/settings` },
  { method: 'GET', path: `/v2/chatbots/${AGENT}/contacts?page=1&per_page=10` },
  { method: 'DELETE', path: `/api/v2/agents/${AGENT}/chat/key` },
];
const NASTY = [
  '\0',
  '\r\nX-Evil: 1',
  '../',
  '%2e%2e/',
  '%',
  '\ud800',
  '😀'.repeat(1500),
  '__proto__',
  '{',
  '"',
  '-1',
  '1e999',
  '',
];
const HEADERS = [
  'Origin',
  'X-Visitor-Token',
  'Idempotency-Key',
  'Last-Event-ID',
  'Authorization',
  'X-Forwarded-For',
  'Content-Type',
  'If-Match',
  'If-None-Match',
];

for (let i = 0; i < CASES; i += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => (n % 4 === 0 ? raw() : fetched())));
}
for (const { method, url } of upstream.seen) {
  const known =
    /^\/api\/v2\/agents\/[\w-]+\/chat$|^\/v2\/chatbots\/(settings|[\w-]+\/contacts(\?page=\d+&per_page=\d+)?)$/;
  if (!known.test(url)) faults.push(`upstream saw ${method} ${url}`);
}
console.log(
  `${CASES} requests (seed ${SEED}), ${upstream.seen.length} went upstream, ${faults.length} faults`,
);
assert.deepEqual(faults.slice(0, 10), []);
assert.deepEqual(errors, []);
await close(0);
await proxy.close({ graceMs: 0 });
await upstream.close();

async function fetched(): Promise<void> {
  const { method, path, body } = pick(VALID);
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (random() < 0.7) headers[pick(HEADERS)] = encodeURI(pick(NASTY).toWellFormed()).slice(0, 3000);
  const text = body === undefined ? undefined : mutate(JSON.stringify(random() < 0.5 ? body : twist(body)));
  let request: Request;
  try {
    const init = { method, headers, ...(text !== undefined && { body: text.toWellFormed() }) };
    request = new Request(`http://x${mutate(path).replace(/^[^/]/, '/')}`, init);
  } catch {
    return;
  }
  const response = await proxy(request, { remoteAddress: '192.0.2.1' });
  await response.text();
  if (response.status >= 500) faults.push(`${response.status} for ${method} ${path} ${text?.slice(0, 200)}`);
}

/** A damaged request as bytes; the server answers 4xx or hangs up. */
async function raw(): Promise<void> {
  const { method, path, body } = pick(VALID);
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', chunk => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.end(mutate(head + text));
  const timer = setTimeout(() => socket.destroy(), 2000);
  if (!socket.closed) await once(socket, 'close');
  clearTimeout(timer);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  if (status >= 500) faults.push(`${status} for raw ${JSON.stringify(head + text).slice(0, 300)}`);
}

function mutate(text: string): string {
  let result = text;
  for (let i = Math.floor(random() * 3); i > 0; i--) {
    const at = Math.floor(random() * result.length);
    const kind = random();
    if (kind < 0.4) result = result.slice(0, at) + pick(NASTY) + result.slice(at);
    else if (kind < 0.7) result = result.slice(0, at) + result.slice(at + 1 + Math.floor(random() * 4));
    else
      result = result.slice(0, at) + String.fromCharCode(Math.floor(random() * 128)) + result.slice(at + 1);
  }
  return result;
}

function twist(body: object): object {
  const values: unknown[] = [null, 0, -1, 1e308, true, [], {}, [[]], pick(NASTY), { a: { b: [] } }];
  const entries = Object.entries(body).map(([key, value]) => [key, random() < 0.5 ? pick(values) : value]);
  return Object.fromEntries(entries) as object;
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, setUp, until, visitorToken } from './harness.ts';

const SSE = { 'Content-Type': 'text/event-stream' };
const TOKEN = 'data: {"type":"token","content":"Hel"}\n\n';

test('the metrics count how replies ended', async t => {
  const { ask, chat, upstream } = await setUp(t, { logger: { info() {}, warn() {}, error() {} } });
  const metrics = async (): Promise<string> =>
    (await ask('/metrics', { headers: { Authorization: `Bearer ${ADMIN}` } })).text();
  const counted = async (outcome: string): Promise<number> =>
    Number(new RegExp(`replies_total\\{outcome="${outcome}"\\} (\\d+)`).exec(await metrics())?.[1] ?? 0);

  await (await chat({ message: 'hi', stream: true })).text();
  assert.equal(await counted('done'), 1);

  upstream.onChat((_, response) => refuse(response, 402));
  await (await chat({ message: 'hi', stream: true })).text();
  assert.equal(await counted('refused'), 1);

  upstream.onChat((_, response) => void response.writeHead(200, SSE).end(TOKEN));
  await (await chat({ message: 'hi', stream: true })).text();
  assert.equal(await counted('interrupted'), 1);

  upstream.onChat((_, response) => void response.writeHead(200, SSE).write(TOKEN));
  const running = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'stopped' });
  const headers = { 'X-Visitor-Token': visitorToken(running) };
  await ask(`/api/v2/agents/${AGENT}/chat/stopped`, { method: 'DELETE', headers });
  await running.text();
  await until(async () => (await counted('stopped')) === 1);
});

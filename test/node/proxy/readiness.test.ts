import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadinessReport } from '../../../src/proxy/operations/readiness.ts';
import type { Answer } from '../../fakes/upstream.ts';
import { setUp } from './harness.ts';

test('an operator reads whether messages would get through, and otherwise the reason', async t => {
  const { ask, upstream } = await setUp(t);
  const ready = async (): Promise<unknown[]> => {
    const response = await ask('/readyz');
    const { status, service, stores } = (await response.json()) as Record<string, string>;
    return [response.status, status, service, stores];
  };
  assert.deepEqual(await ready(), [200, 'ok', 'ok', 'ok']);
  upstream.onService((_, response) => void response.writeHead(404).end());
  assert.deepEqual(await ready(), [200, 'ok', 'ok', 'ok'], 'it answers, and takes the key');
  upstream.onService((_, response) => void response.writeHead(401).end());
  assert.deepEqual(await ready(), [503, 'unavailable', 'key refused', 'ok']);
  upstream.onService((_, response) => void response.writeHead(500).end());
  assert.deepEqual(await ready(), [503, 'unavailable', 'unreachable', 'ok']);
  await upstream.close();
  assert.deepEqual(await ready(), [503, 'unavailable', 'unreachable', 'ok']);
});

test('an address that redirects, or serves a web page, is reported as not a service', async t => {
  const { ask, chat, upstream } = await setUp(t);
  for (const [status, headers] of [
    [301, { Location: 'https://www.agents.example/' }],
    [200, { 'Content-Type': 'text/html' }],
    [204, {}],
  ] as const) {
    const answer: Answer = (_, response) => void response.writeHead(status, headers).end();
    upstream.onService(answer);
    upstream.onChat(answer);
    assert.equal((await chat({ message: 'hi' })).status, 502);
    const ready = await ask('/readyz');
    assert.deepEqual([ready.status, ((await ready.json()) as ReadinessReport).service], [503, 'unreachable']);
  }
});

test('a client that asks again and again uses up nothing of the limit at the service', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { ask, upstream } = await setUp(t);
  for (let second = 0; second < 60; second++) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/readyz')));
    assert.ok(answers.every(({ status }) => status === 200));
    t.mock.timers.tick(1000);
  }
  assert.equal(upstream.seen.length, 15);
});

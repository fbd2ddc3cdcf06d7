import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MODELS_HEADER } from '../../../src/protocol/extension-headers.ts';
import { encodeModels } from '../../../src/protocol/models-state.ts';
import type { ReadinessReport } from '../../../src/proxy/operations/readiness.ts';
import type { Answer } from '../../fakes/upstream.ts';
import { errorCode, setUp } from './harness.ts';

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

test('an operator reads at the proxy which models the service names', async t => {
  const { ask, upstream } = await setUp(t);
  const models = async (header: string | undefined): Promise<unknown[]> => {
    upstream.onService((_, response) => {
      const type = { 'Content-Type': 'application/json' };
      response.writeHead(200, header === undefined ? type : { ...type, [MODELS_HEADER]: header }).end('{}');
    });
    const { status, model, embeddings } = (await (await ask('/readyz')).json()) as ReadinessReport;
    return [status, model, embeddings];
  };
  const embeddings = { model: 'bge-m3', status: 'unreachable' } as const;
  const state = { model: { name: 'größer/模型' }, embeddings };
  assert.deepEqual(await models(encodeModels(state)), ['ok', state.model, embeddings]);
  assert.deepEqual(await models(encodeModels({ model: null })), ['ok', null, undefined]);
  assert.deepEqual(await models(undefined), ['ok', undefined, undefined], 'another service names none');
  assert.deepEqual(await models('%E0%A4%A'), ['ok', undefined, undefined]);
  assert.deepEqual(await models(encodeURIComponent('{"model":{"name":7,"key":"sk"}}')), [
    'ok',
    { name: null },
    undefined,
  ]);
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

test('a load balancer reads that a proxy drains while it still accepts messages', async t => {
  const { ask, chat, proxy } = await setUp(t);
  proxy.drain();
  const ready = await ask('/readyz');
  assert.deepEqual([ready.status, ((await ready.json()) as ReadinessReport).status], [503, 'draining']);
  assert.equal((await chat({ message: 'hi' })).status, 200);
  assert.equal((await ask('/healthz')).status, 200);
});

test('a proxy on a full disk is not ready and the owner who saves reads why', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-full-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const { ask, change, proxy } = await setUp(t, { dataDir });
  await proxy.ready();
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  t.mock.method(DatabaseSync.prototype, 'prepare', () => {
    throw full;
  });
  const ready = await ask('/readyz');
  const { status, stores, database, redis } = (await ready.json()) as ReadinessReport;
  assert.deepEqual(
    [ready.status, status, stores, database, redis],
    [503, 'unavailable', 'full', 'full', 'ok'],
  );
  const saved = await change({ name: 'Ada' });
  const { error } = (await saved.json()) as { error: { message: string } };
  assert.deepEqual([saved.status, error.message], [507, 'The storage is full. Nothing was saved.']);
});

test('an owner who saves while the service has no space left reads why', async t => {
  const { change, upstream } = await setUp(t);
  upstream.onService((_, response) => void response.writeHead(507).end());
  const saved = await change({ name: 'Ada' });
  assert.deepEqual([saved.status, await errorCode(saved)], [507, 'internal']);
});

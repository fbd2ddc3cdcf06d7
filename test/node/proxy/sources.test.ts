import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KnowledgeSource, UPLOADS } from '../../../src/protocol/sources.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY as CANARY } from '../../fakes/upstream.ts';
import { KEY, startService } from '../service/harness.ts';
import { ADMIN, AGENT, errorCode, setUp } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}`, 'Content-Type': 'application/json' };
const TEXT = '# Kayaks\n\nWe rent kayaks from May on.';

test('the owner uploads, lists, asks and forgets through the proxy; nobody else does', async t => {
  const service = await startService();
  t.after(() => service.end());
  const proxy = createProxy({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    adminToken: ADMIN,
    fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const ask = (
    path: string,
    { method = 'GET', body, headers = AS_ADMIN }: { method?: string; body?: object; headers?: object } = {},
  ): Promise<Response> =>
    proxy(
      new Request(`https://chat.example/v2/chatbots/${service.agentId}/sources${path}`, {
        method,
        headers: headers as Record<string, string>,
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const dataOf = async <T>(response: Response): Promise<T> => {
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { data: T }).data;
  };
  const upload = `/uploads/${crypto.randomUUID()}`;
  const piece = { name: 'kayaks.md', size: TEXT.length, offset: 0, data: btoa(TEXT) };
  const state = await dataOf<{ status: string }>(await ask(upload, { method: 'POST', body: piece }));
  assert.equal(state.status, 'stored');
  const [source] = await dataOf<KnowledgeSource[]>(await ask(''));
  assert.deepEqual([source?.name, source?.documents], [UPLOADS, 1]);
  const query = `?${new URLSearchParams({ source: UPLOADS })}`;
  const [document] = await dataOf<{ id: number }[]>(await ask(`/documents${query}`));
  assert.match(JSON.stringify(await dataOf(await ask(`/documents/${document!.id}`))), /from May on/);
  const body = { question: 'When do you rent kayaks?' };
  assert.match(JSON.stringify(await dataOf(await ask('/ask', { method: 'POST', body }))), /"answers"/);
  assert.deepEqual(await dataOf(await ask(`/documents/${document!.id}`, { method: 'DELETE' })), {
    deleted: 1,
  });
  assert.deepEqual(await dataOf(await ask('')), []);

  const address = 'http://127.0.0.1/sitemap.xml';
  const site = await dataOf<{ name: string }>(await ask('/sites', { method: 'POST', body: { address } }));
  assert.equal(site.name, address);
  const named = `?${new URLSearchParams({ source: address })}`;
  assert.deepEqual(await dataOf(await ask(`/skipped${named}`)), []);
  const entry = { source: address, path: 'x' };
  assert.equal((await ask('/restore', { method: 'POST', body: entry })).status, 404);
  assert.equal((await ask('/sites', { method: 'POST', body: { address: 'ftp://x' } })).status, 400);

  assert.equal((await ask(query, { method: 'DELETE' })).status, 404);
  assert.equal((await ask('/documents/x')).status, 404);
  assert.equal((await ask('/documents')).status, 400);
  assert.equal((await ask('/uploads/x', { method: 'POST', body: piece })).status, 404);
  const path = { ...piece, name: '../kayaks.md' };
  assert.equal((await ask(upload, { method: 'POST', body: path })).status, 400);
  const large = { ...piece, data: 'A'.repeat(600 * 1024) };
  assert.equal((await ask(upload, { method: 'POST', body: large })).status, 413);
  const anybody = { 'Content-Type': 'application/json' };
  for (const [route, init] of [
    ['', {}],
    [query, { method: 'DELETE' }],
    [`/documents${query}`, {}],
    ['/documents/1', {}],
    ['/documents/1', { method: 'DELETE' }],
    [upload, { method: 'POST', body: piece }],
    ['/ask', { method: 'POST', body }],
    ['/sites', { method: 'POST', body: { address } }],
    [`/skipped${named}`, {}],
    ['/restore', { method: 'POST', body: entry }],
  ] as const)
    assert.equal((await ask(route, { ...init, headers: anybody })).status, 401, route);
});

test('in front of another service there are no sources, and no answer with the key is passed on', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/sources`;
  upstream.onService((_, response) => {
    response.writeHead(404).end();
  });
  const missing = await ask(path, { headers: AS_ADMIN });
  assert.deepEqual([missing.status, await errorCode(missing)], [404, 'not_found']);
  for (const body of ['{', '[]', '{"data":1}', JSON.stringify({ data: [{ name: CANARY }] })]) {
    upstream.onService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    const refused = await ask(path, { headers: AS_ADMIN });
    assert.equal(refused.status, 502, body);
    assert.doesNotMatch(await refused.text(), new RegExp(CANARY));
  }
});

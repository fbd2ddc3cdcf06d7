import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { KEY as CANARY } from '../../fakes/upstream.ts';
import { KEY, startService } from '../service/harness.ts';
import { ADMIN, AGENT, errorCode, setUp } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}` };

test('the owner reads at the proxy which model answers and which there are; nobody else does', async t => {
  const provider = await openAiServer({ models: ['llama', 'qwen'] });
  t.after(() => provider.close());
  const service = await startService({ openaiBaseUrl: provider.url });
  t.after(() => service.end());
  const proxy = createProxy({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    adminToken: ADMIN,
    fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const ask = (headers: Record<string, string>): Promise<Response> =>
    proxy(new Request(`https://chat.example/v2/chatbots/${service.agentId}/models`, { headers }));
  assert.deepEqual(await (await ask(AS_ADMIN)).json(), {
    data: { model: { name: 'llama', status: 'ok' }, available: ['llama', 'qwen'] },
  });
  assert.equal((await ask({})).status, 401);
});

test('in front of another service there are no models, and only what is known is passed on', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/models`;
  const answer = async (status: number, body: string): Promise<Response> => {
    upstream.onService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    return await ask(path, { headers: AS_ADMIN });
  };
  const missing = await answer(404, '{}');
  assert.deepEqual([missing.status, await errorCode(missing)], [404, 'not_found']);
  for (const body of ['{', '[]', '{"data":1}', JSON.stringify({ data: { model: null, key: CANARY } })]) {
    const refused = await answer(200, body);
    assert.equal(refused.status, 502, body);
    assert.doesNotMatch(await refused.text(), new RegExp(CANARY));
  }
  const odd = {
    model: { name: 7, status: 'fine', url: 'http://x' },
    available: ['a', 1, null, 'a', 'x'.repeat(300)],
  };
  assert.deepEqual(await (await answer(200, JSON.stringify({ data: odd }))).json(), {
    data: { model: { name: null }, available: ['a'] },
  });
});

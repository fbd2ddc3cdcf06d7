import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { KEY, startService } from '../service/harness.ts';
import { setUp } from './harness.ts';

const REQUEST_ID = 'shop-7f3a:42';
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const IDS = { requestId: REQUEST_ID, traceparent: TRACEPARENT };

type Line = Record<string, unknown> & { message: string };

function logger(lines: Line[]) {
  const add = (fields: object, message: string): void => void lines.push({ ...fields, message });
  return { info: add, warn: add, error: add };
}

test('one failing reply is followed by one id through the logs of proxy and service', async t => {
  const model = await openAiServer();
  const serviceLines: Line[] = [];
  const proxyLines: Line[] = [];
  const service = await startService({ openaiBaseUrl: model.url, logger: logger(serviceLines) });
  const proxy = createProxy({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: KEY,
    logger: logger(proxyLines),
    fetch: (async (url: string, init: RequestInit) =>
      service.service.fetch(new Request(url, init))) as typeof fetch,
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await service.end();
    await model.close();
  });
  model.script({ status: 400 }, { text: ['One'], ending: 'cut the line' });
  const ask = async (stream: boolean): Promise<Response> =>
    proxy(
      new Request(`https://chat.example/api/v2/agents/${service.agentId}/chat`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Request-Id': REQUEST_ID,
          traceparent: TRACEPARENT,
        },
        body: JSON.stringify({ message: 'Where is the moon?', stream }),
      }),
    );

  const refused = await ask(false);
  assert.ok(refused.status >= 500);
  assert.equal(refused.headers.get('X-Request-Id'), REQUEST_ID);
  const { error } = (await refused.json()) as { error: Record<string, unknown> };
  assert.deepEqual({ requestId: error.requestId, traceparent: error.traceparent }, IDS);
  await (await ask(true)).text();

  for (const [lines, message] of [
    [serviceLines, 'the model gave no answer'],
    [serviceLines, 'a reply failed'],
    [proxyLines, 'a reply broke off'],
    [proxyLines, 'request'],
  ] as const) {
    const line = lines.find(each => each.message === message);
    assert.deepEqual({ requestId: line?.requestId, traceparent: line?.traceparent }, IDS, message);
  }
});

test('a request without ids, or with ids that could forge a log line, gets a new id', async t => {
  const { ask } = await setUp(t);
  for (const given of [undefined, 'two words', '"quoted"', 'x'.repeat(129)]) {
    const answer = await ask('/nowhere', {
      headers: { ...(given !== undefined && { 'X-Request-Id': given }), traceparent: `${TRACEPARENT}00` },
    });
    const { error } = (await answer.json()) as { error: Record<string, unknown> };
    assert.match(String(error.requestId), /^[\da-f-]{36}$/);
    assert.equal(answer.headers.get('X-Request-Id'), error.requestId);
    assert.ok(!('traceparent' in error));
  }
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openAiServer } from '../../fakes/openai-server.ts';
import { startService } from './harness.ts';

interface Given {
  apiKey?: string;
  models?: readonly string[];
  model?: string;
}

/** The model and the Authorization header that the endpoint sees. */
async function asked(t: TestContext, { apiKey, models, model }: Given): Promise<(string | undefined)[]> {
  const provider = await openAiServer({ ...(apiKey && { apiKey }), ...(models && { models }) });
  t.after(() => provider.close());
  const harness = await startService({
    openaiBaseUrl: provider.url,
    openaiApiKey: apiKey,
    ...(model && { settings: { model } }),
  });
  t.after(() => harness.end());
  await harness.ask('Hello?');
  await harness.ask('Hello again?');
  const [first, second] = provider.seen;
  assert.equal(first!.body.model, second!.body.model);
  // The endpoint is asked for its list of models once.
  assert.equal(provider.listings(), 1);
  return [first!.body.model, first!.authorization];
}

test('the model of the settings is used, whatever the endpoint lists', async t => {
  assert.deepEqual(await asked(t, { model: 'mine', models: ['a', 'b'] }), ['mine', undefined]);
});

test('the first listed model of your own server without a key is used', async t => {
  assert.deepEqual(await asked(t, { models: ['llama', 'qwen'] }), ['llama', undefined]);
});

test('with a key, no model is chosen from several, because each has its price', async t => {
  const apiKey = 'sk-1';
  assert.deepEqual(await asked(t, { apiKey, models: ['dear', 'cheap'] }), ['gpt-4o-mini', 'Bearer sk-1']);
});

test('the only model of an endpoint is used', async t => {
  assert.deepEqual(await asked(t, { apiKey: 'sk-1', models: ['only'] }), ['only', 'Bearer sk-1']);
});

test('an endpoint that lists no models is asked all the same', async t => {
  assert.deepEqual(await asked(t, {}), ['gpt-4o-mini', undefined]);
});

test('a server that has no model yet is asked again for its list', async t => {
  const models: string[] = [];
  const provider = await openAiServer({ models });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  await harness.ask('Hello?');
  models.push('llama');
  await harness.ask('Hello again?');
  assert.equal(provider.seen.at(-1)!.body.model, 'llama');
});

test('/readyz names the chosen model, once a question has chosen it', async t => {
  const provider = await openAiServer({
    models: ['text-embedding-3-small', 'bge-reranker', 'whisper-1', 'llama'],
  });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  const ready = async (): Promise<unknown> => (await harness.send('/readyz', { key: null })).json();
  const stores = { database: 'ok', redis: 'ok' };
  assert.deepEqual(await ready(), { status: 'ok', ...stores, model: { name: null } });
  await harness.ask('Hello?');
  assert.deepEqual(await ready(), { status: 'ok', ...stores, model: { name: 'llama' } });
});

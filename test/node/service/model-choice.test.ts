import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MODELS_HEADER } from '../../../src/protocol/extension-headers.ts';
import { decodeModels } from '../../../src/protocol/models-state.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { startService, until } from './harness.ts';

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

test('/readyz and the log name the chosen model before the first question', async t => {
  const provider = await openAiServer({
    models: ['text-embedding-3-small', 'bge-reranker', 'whisper-1', 'llama'],
  });
  t.after(() => provider.close());
  const log: object[] = [];
  const record = (fields: object, message: string): void => void log.push({ message, ...fields });
  const logger = { info: record, warn: record, error: record };
  const harness = await startService({ openaiBaseUrl: provider.url, logger });
  t.after(() => harness.end());
  const ready = async (): Promise<unknown> => (await harness.send('/readyz', { key: null })).json();
  const stores = { database: 'ok', redis: 'ok' };
  await until(async () => JSON.stringify(await ready()).includes('llama'));
  assert.deepEqual(await ready(), { status: 'ok', ...stores, model: { name: 'llama' } });
  assert.deepEqual(
    log.filter(entry => 'model' in entry),
    [{ message: 'the settings name no model; using this one', model: 'llama' }],
  );
  assert.equal(provider.seen.length, 0);
});

test('the holder of a key reads the models with the contacts', async t => {
  const provider = await openAiServer({ models: ['llama'], embed: () => [1] });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url, embeddingModel: 'größer/é' });
  t.after(() => harness.end());
  await harness.ask('Hello?');
  const contacts = `/v2/chatbots/${harness.agentId}/contacts`;
  const named = await harness.send(contacts, {});
  assert.deepEqual(decodeModels(named.headers.get(MODELS_HEADER)), {
    model: { name: 'llama' },
    embeddings: { model: 'größer/é', status: 'ok' },
  });
  assert.equal((await harness.send(contacts, { key: null })).headers.get(MODELS_HEADER), null);
});

test('a service without a model says so', async t => {
  const harness = await startService({});
  t.after(() => harness.end());
  const ready = await (await harness.send('/readyz', { key: null })).json();
  assert.deepEqual(ready, { status: 'ok', database: 'ok', redis: 'ok', model: null });
});

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

test('models that do not chat are passed over, whatever their makers call them', async t => {
  const models = [
    ...[
      'nomic-embed-text:latest',
      'bge-m3',
      'all-minilm:l6-v2',
      'intfloat/multilingual-e5-large',
      'gte-large',
    ],
    ...['paraphrase-multilingual', 'sentence-transformers/LaBSE', 'naver/splade-v3', 'jina-colbert-v2'],
    ...['voyage-3.5', 'Qwen3-Reranker-0.6B', 'whisper-1', 'gpt-4o-mini-tts', 'xtts-v2', 'parakeet-tdt-0.6b'],
    ...['gpt-realtime', 'dall-e-3', 'omni-moderation-latest', 'llama-guard-4'],
  ];
  assert.deepEqual(await asked(t, { models: [...models, 'llama'] }), ['llama', undefined]);
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
  assert.deepEqual(await ready(), { status: 'ok', ...stores, model: { name: 'llama', status: 'ok' } });
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
    model: { name: 'llama', status: 'ok' },
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

interface Report {
  model: { name: string | null; status?: string } | null;
  available: string[] | null;
}

type Harness = Awaited<ReturnType<typeof startService>>;

async function reportOf(harness: Harness): Promise<Report> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/models`, {});
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: Report }).data;
}

async function readyOf(harness: Harness): Promise<{ status: string; model: Report['model'] }> {
  return (await (await harness.send('/readyz', { key: null })).json()) as {
    status: string;
    model: Report['model'];
  };
}

test('the owner reads which model answers and which there are', async t => {
  const provider = await openAiServer({ models: ['llama', 'text-embedding-3-small', 'llama'] });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  assert.deepEqual(await reportOf(harness), {
    model: { name: 'llama', status: 'ok' },
    available: ['llama', 'text-embedding-3-small'],
  });
  const path = `/v2/chatbots/${harness.agentId}/models`;
  assert.equal((await harness.send(path, { key: null })).status, 401);
  assert.equal((await harness.send(path, { method: 'POST' })).status, 405);
});

test('without a model the report says so, and an endpoint without a list still answers', async t => {
  const none = await startService({});
  t.after(() => none.end());
  assert.deepEqual(await reportOf(none), { model: null, available: null });
  const provider = await openAiServer({});
  t.after(() => provider.close());
  const unlisted = await startService({ openaiBaseUrl: provider.url });
  t.after(() => unlisted.end());
  const { model, available } = await reportOf(unlisted);
  assert.deepEqual([model?.status, available], ['ok', null]);
});

test('/readyz and the report say that nothing answers at the address of the model', async t => {
  const provider = await openAiServer({ models: ['llama'] });
  await provider.close();
  const harness = await startService({ openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  assert.equal((await reportOf(harness)).model?.status, 'unreachable');
  const { status, model } = await readyOf(harness);
  // Taught answers and settings still work, and another instance has the same model.
  assert.deepEqual([status, model?.status], ['ok', 'unreachable']);
});

test('a refused key is said until a reply succeeds', async t => {
  const provider = await openAiServer({ models: ['llama'], apiKey: 'sk-right' });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url, openaiApiKey: 'sk-wrong' });
  t.after(() => harness.end());
  assert.equal((await reportOf(harness)).model?.status, 'refused');
  await harness.chat({ message: 'Hello?' });
  assert.equal((await readyOf(harness)).model?.status, 'refused');
});

test('a model whose replies fail is said to fail, although it is listed, until one succeeds', async t => {
  const provider = await openAiServer({ models: ['llama'] });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  provider.script({ status: 500 }, { status: 404 }, {});
  await harness.chat({ message: 'Hello?' });
  assert.equal((await reportOf(harness)).model?.status, 'failing');
  await harness.chat({ message: 'Hello?' });
  assert.equal((await readyOf(harness)).model?.status, 'failing');
  await harness.chat({ message: 'Hello?' });
  assert.equal((await readyOf(harness)).model?.status, 'ok');
});

test('an unknown model of one agent does not count as a failure of the endpoint', async t => {
  const provider = await openAiServer({ models: ['llama'] });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url, settings: { model: 'lama' } });
  t.after(() => harness.end());
  provider.script({ status: 404, error: { code: 'model_not_found' } });
  await harness.chat({ message: 'Hello?' });
  assert.equal((await reportOf(harness)).model?.status, 'ok');
});

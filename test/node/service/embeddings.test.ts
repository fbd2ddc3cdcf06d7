import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { startPgvector } from '../../fakes/pgvector-server.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, startService, until } from './harness.ts';

/** What texts are about, as an embeddings model of many languages would tell: one dimension for each topic. */
const TOPICS = [
  /refund|money|geld|返金/i,
  /login|password|kennwort|anmeld/i,
  /parking|auto|parken/i,
  /release note/i,
];
const meaning = (text: string): number[] => [...TOPICS.map(topic => (topic.test(text) ? 1 : 0)), 0.1];

const DOCUMENTS = {
  'refunds.md': '# Refunds\n\n## Period\n\nThe money is sent within two weeks.',
  'account.md': '# Account\n\n## Password\n\nUse the link on the sign-in page.',
  'visit.md': '# Visit\n\n## Parking\n\nThe yard behind the house is free.',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `notes/${i}.md`,
      `# Release note ${i}\n\n${`Change number ${i} is a change. `.repeat(12)}`,
    ]),
  ),
};
const PASSAGES = Object.keys(DOCUMENTS).length;
const OPTIONS = { embeddingModel: 'many-languages', passageBudget: 500, queryRewrite: false };

type Embed = NonNullable<NonNullable<Parameters<typeof openAiServer>[0]>['embed']>;

async function start(
  t: TestContext,
  { embed = meaning, ...given }: Partial<Parameters<typeof startService>[0]> & { embed?: Embed } = {},
): Promise<[Harness, OpenAiServer]> {
  const provider = await openAiServer({ embed });
  t.after(() => provider.close());
  const harness = await startService({
    openaiBaseUrl: provider.url,
    documents: DOCUMENTS,
    ...OPTIONS,
    ...given,
  });
  t.after(() => harness.end());
  return [harness, provider];
}

const textsOf = (provider: OpenAiServer): string[] => provider.embedded.flatMap(({ input }) => input);
const sentTo = (provider: OpenAiServer): string => provider.seen.at(-1)!.body.messages.at(-1)!.content;
const embeddingsOf = async (harness: Harness): Promise<string> =>
  ((await (await harness.send('/readyz', { key: null })).json()) as { embeddings: { status: string } })
    .embeddings.status;

test('a question in other words or another language finds the passage by its meaning', async t => {
  const [harness, provider] = await start(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  for (const [question, answer] of [
    ['Wann bekomme ich mein Geld?', /within two weeks/],
    ['返金はいつですか', /within two weeks/],
    ['Ich kann mich nicht anmelden', /link on the sign-in page/],
    ['Wo kann ich mein Auto abstellen?', /yard behind the house/],
  ] as const) {
    await harness.ask(question);
    assert.match(sentTo(provider), answer, question);
  }
});

test('a follow-up is compared together with the question before it', async t => {
  const [harness, provider] = await start(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  const { metadata } = await harness.ask('Wann bekomme ich mein Geld?');
  await harness.ask('Wirklich erst dann?', metadata.conversationId);
  assert.match(sentTo(provider), /within two weeks/);
});

test('each passage is sent once, in batches, and again only when it has changed', async t => {
  const [harness, provider] = await start(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  assert.equal(new Set(textsOf(provider)).size, PASSAGES);
  assert.ok(provider.embedded.length < PASSAGES / 8, `${provider.embedded.length} requests`);
  assert.ok(provider.embedded.every(({ model }) => model === 'many-languages'));
  provider.embedded.length = 0;
  writeFileSync(
    join(harness.docs, 'account.md'),
    `${DOCUMENTS['account.md']}\n\n## Name\n\nYour name is in the profile.`,
  );
  await until(() => textsOf(provider).length > 0);
  await harness.restart();
  // A request that the restart has interrupted is sent again.
  assert.deepEqual([...new Set(textsOf(provider))], ['Account\nName\nYour name is in the profile.']);
});

test('documents that leave take their vectors along', async t => {
  const [harness, provider] = await start(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  rmSync(join(harness.docs, 'refunds.md'));
  await harness.restart();
  await harness.ask('Wann bekomme ich mein Geld?');
  assert.doesNotMatch(sentTo(provider), /within two weeks/);
});

test('another model makes vectors of its own', async t => {
  const [harness, provider] = await start(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  provider.embedded.length = 0;
  await harness.restart({ embeddingModel: 'newer' });
  await until(() => textsOf(provider).length >= PASSAGES);
  assert.ok(provider.embedded.every(({ model }) => model === 'newer'));
});

test('an endpoint that is away costs no answer, is named by /readyz, and gets the passages once it is back', async t => {
  let isAway = true;
  const [harness, provider] = await start(t, {
    embed: text => (isAway ? { status: 503 } : meaning(text)),
  });
  await harness.ask('When is the money sent?');
  assert.match(sentTo(provider), /within two weeks/);
  assert.equal(await embeddingsOf(harness), 'unreachable');
  assert.equal((await harness.send('/readyz', { key: null })).status, 200);
  isAway = false;
  provider.embedded.length = 0;
  await harness.ask('When is the money sent?');
  await until(() => textsOf(provider).length >= PASSAGES);
  assert.equal(await embeddingsOf(harness), 'ok');
});

test('a passage that is too long for the model is cut', async t => {
  const long = `# Long\n\n${'refund '.repeat(450)}`;
  const [harness, provider] = await start(t, {
    embed: text => (text.length > 1000 ? { status: 413 } : meaning(text)),
    documents: { ...DOCUMENTS, 'long.md': long },
  });
  await until(() => textsOf(provider).some(text => text.startsWith('Long') && text.length <= 1000));
  assert.equal(await embeddingsOf(harness), 'ok');
});

/** A service whose endpoint has an embeddings model and none that chats. */
async function startWithoutModel(t: TestContext, embed: Embed = meaning): Promise<[Harness, OpenAiServer]> {
  const provider = await openAiServer({ embed, models: ['many-languages-embed', 'bge-reranker'] });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url, documents: DOCUMENTS, ...OPTIONS });
  t.after(() => harness.end());
  await until(async () => (await modelOf(harness)) === null);
  return [harness, provider];
}

const modelOf = async (harness: Harness): Promise<unknown> =>
  ((await (await harness.send('/readyz', { key: null })).json()) as { model: unknown }).model;

test('without a model, what is nearest in meaning may help, in any language, and is never quoted as the answer', async t => {
  const [harness, provider] = await startWithoutModel(t);
  await until(() => textsOf(provider).length >= PASSAGES);
  for (const [question, heading] of [
    ['Wann bekomme ich mein Geld?', 'Period'],
    ['返金はいつですか', 'Period'],
    ['How do I regain my login link?', 'Password'],
  ] as const) {
    const { parts } = await harness.ask(question);
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['text', 'suggestions'],
      question,
    );
    const [text, suggestions] = parts as unknown as [{ text: string }, { queries: string[] }];
    assert.match(text.text, /\/docs\//, question);
    assert.equal(suggestions.queries[0], heading, question);
  }
  const { parts } = await harness.ask('When is the money sent?');
  assert.ok(parts.some(({ type }) => type === 'citation'));
  const elsewhere = await harness.ask('Who won the election?');
  assert.doesNotMatch(JSON.stringify(elsewhere.parts), /\/docs\//);
  assert.equal(provider.seen.length, 0, 'no model is asked');
});

test('without a model and with the endpoint away, answers are those of the words', async t => {
  const [harness] = await startWithoutModel(t, () => ({ status: 503 }));
  const quoted = await harness.ask('When is the money sent?');
  assert.ok(quoted.parts.some(({ type }) => type === 'citation'));
  const { parts } = await harness.ask('Wann bekomme ich mein Geld?');
  assert.ok(parts.every(({ type }) => type !== 'citation' && type !== 'suggestions'));
  assert.equal(await embeddingsOf(harness), 'unreachable');
});

onEachEngine('embeddings', engine => {
  test('answers go on, with vectors or, where the database has none, without them', async t => {
    const provider = await openAiServer({ embed: meaning });
    t.after(() => provider.close());
    const harness = await engine({ openaiBaseUrl: provider.url, documents: DOCUMENTS, ...OPTIONS });
    t.after(() => harness.end());
    await harness.ask('When is the money sent?');
    assert.match(sentTo(provider), /within two weeks/);
    if ((await embeddingsOf(harness)) === 'unsupported') return;
    await until(() => textsOf(provider).length >= PASSAGES);
    await harness.ask('Wann bekomme ich mein Geld?');
    assert.match(sentTo(provider), /within two weeks/);
  });
});

test('PostgreSQL with pgvector stores the vectors and finds the nearest passages', async t => {
  const server = await startPgvector();
  t.after(() => server.stop());
  const [harness, provider] = await start(t, { databaseUrl: server.url });
  await until(() => textsOf(provider).length >= PASSAGES);
  assert.equal(await embeddingsOf(harness), 'ok');
  for (const [question, answer] of [
    ['Wann bekomme ich mein Geld?', /within two weeks/],
    ['Ich kann mich nicht anmelden', /link on the sign-in page/],
    ['Wo kann ich mein Auto abstellen?', /yard behind the house/],
  ] as const) {
    await harness.ask(question);
    assert.match(sentTo(provider), answer, question);
  }
  provider.embedded.length = 0;
  rmSync(join(harness.docs, 'refunds.md'));
  writeFileSync(
    join(harness.docs, 'account.md'),
    `${DOCUMENTS['account.md']}\n\n## Name\n\nYour name is in the profile.`,
  );
  await harness.restart();
  await until(() => textsOf(provider).some(text => text.includes('in the profile')));
  assert.ok(!textsOf(provider).some(text => text.startsWith('Release note')), 'vectors are made once');
  await harness.ask('Wann bekomme ich mein Geld?');
  assert.doesNotMatch(sentTo(provider), /within two weeks/);
  await harness.restart({ embeddingModel: 'newer' });
  await until(() => provider.embedded.some(({ model }) => model === 'newer'));
  await harness.ask('Ich kann mich nicht anmelden');
  assert.match(sentTo(provider), /link on the sign-in page/);
});

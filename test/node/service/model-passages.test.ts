import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ServiceOptions } from '../../../src/service/index.ts';
import { type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { type Harness, startService } from './harness.ts';

/** Pages of a hosting company: more than a small budget of passages has room for. */
const GUIDE: Record<string, string> = {
  'install.md': `# Install the client

## Linux

Unpack the archive and run install.sh as root.

## Windows

Start setup.exe and confirm the prompt of the administrator.

## macOS

Drag the icon to the folder Applications.`,
  'backup.md': `# Backups

## Schedule

A copy of each volume is made at three in the morning.

## Restore

Choose a snapshot in the console and press Recover. It takes ten minutes for each gigabyte.`,
  'billing.md': `# Billing

## Invoices

Invoices are sent on the first of the month.

## Refunds

The unused rest of a term is paid back within two weeks.`,
};

const FILLER = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `notes/${i}.md`,
    `# Release ${i}\n\n## Windows fixes\n\n${`Windows crashes number ${i} are fixed. `.repeat(12)}`,
  ]),
);

async function start(
  t: TestContext,
  options: Partial<ServiceOptions> & { documents?: Record<string, string>; models?: object[] } = {},
): Promise<[Harness, OpenAiServer]> {
  const { models, ...given } = options;
  const provider = await openAiServer({ ...(models && { listed: models }) });
  t.after(() => provider.close());
  const harness = await startService({ openaiBaseUrl: provider.url, ...given });
  t.after(() => harness.end());
  return [harness, provider];
}

const sentTo = (provider: OpenAiServer): string => provider.seen.at(-1)!.body.messages.at(-1)!.content;
const systemOf = (provider: OpenAiServer): string => provider.seen.at(-1)!.body.messages[0]!.content;

for (const [first, next, answer] of [
  ['How do I install the client on Linux?', 'and on Windows?', /Start setup\.exe/],
  ['How do I install the client on Linux?', 'What about macOS?', /Drag the icon/],
  ['How do I restore a backup?', 'How long does it take?', /ten minutes for each gigabyte/],
  ['How do I restore a backup?', 'And when is it made?', /three in the morning/],
  ['When do I get my invoices?', 'and refunds?', /within two weeks/],
] as const) {
  test(`"${next}" after "${first}" brings the passage on both`, async t => {
    const [harness, provider] = await start(t, { documents: { ...GUIDE, ...FILLER }, passageBudget: 900 });
    const { metadata } = await harness.ask(first);
    await harness.ask(next, metadata.conversationId);
    assert.match(sentTo(provider), answer);
  });
}

test('passages of the previous question stay when the next one is about something else', async t => {
  const [harness, provider] = await start(t, { documents: { ...GUIDE, ...FILLER }, passageBudget: 900 });
  const { metadata } = await harness.ask('How do I restore a backup?');
  await harness.ask('Do the Windows fixes change that?', metadata.conversationId);
  assert.match(sentTo(provider), /Choose a snapshot/);
});

test('documents that fit the budget are sent whole, also if they match no word of the question', async t => {
  const [harness, provider] = await start(t, { documents: GUIDE });
  await harness.ask('Zebras?');
  for (const words of [/install\.sh/, /setup\.exe/, /Drag the icon/, /Choose a snapshot/, /two weeks/])
    assert.match(sentTo(provider), words);
  assert.match(systemOf(provider), /all of the documents/);
  assert.equal(provider.seen.length, 1, 'no search words are needed');
});

test('PASSAGE_BUDGET bounds the passages', async t => {
  const [harness, provider] = await start(t, { documents: FILLER, passageBudget: 700 });
  await harness.ask('Which Windows crashes are fixed?');
  assert.ok(Buffer.byteLength(sentTo(provider)) < 3 * 900, sentTo(provider));
  assert.doesNotMatch(systemOf(provider), /all of the documents/);
});

test('the passages take a share of the context that the endpoint lists, whatever its name for it', async t => {
  for (const [model, most] of [
    [{ max_model_len: 2048 }, 768],
    [{ context_length: 8192 }, 3072],
    [{ max_context_length: 1_000_000 }, 16_000],
    [{}, 6000],
  ] as const) {
    const [harness, provider] = await start(t, {
      documents: FILLER,
      models: [{ id: 'local', ...model }],
    });
    await harness.ask('Which Windows crashes are fixed?');
    const tokens = Buffer.byteLength(sentTo(provider)) / 3;
    const all = 40 * 190;
    assert.ok(tokens < most + 200 && tokens > Math.min(most, all) * 0.6, `${tokens} of ${most}`);
  }
});

test('after a context error the model is asked again with fewer passages, and from then on', async t => {
  const [harness, provider] = await start(t, { documents: FILLER });
  const refuses = ({ messages }: { messages: { content: string }[] }): boolean =>
    messages.at(-1)!.content.length > 6000;
  provider.script({ status: 400, error: { code: 'context_length_exceeded' }, refuses, text: ['Yes.'] });
  await harness.ask('Which Windows crashes are fixed?');
  assert.equal(provider.seen.length, 2);
  await harness.ask('Which Windows crashes are fixed?');
  assert.equal(provider.seen.length, 3);
});

test('a question in another language is searched with the terms that the model gives for it', async t => {
  const [harness, provider] = await start(t, {
    documents: { ...GUIDE, ...FILLER },
    passageBudget: 500,
    queryRewrite: true,
  });
  provider.script({ text: ['restore snapshot, recover'] }, { text: ['Ja [1].'] });
  await harness.ask('Wie stelle ich eine Sicherung wieder her?');
  const [asked, answered] = provider.seen.map(({ body }) => body.messages);
  assert.match(asked![0]!.content, /English/);
  assert.deepEqual(JSON.parse(asked!.at(-1)!.content), ['Wie stelle ich eine Sicherung wieder her?']);
  assert.match(answered!.at(-1)!.content, /Choose a snapshot/);
});

test('“nothing matches” is reported only if the search does not depend on the visitor’s words', async t => {
  const [harness, provider] = await start(t, {
    documents: { ...GUIDE, ...FILLER },
    passageBudget: 500,
    queryRewrite: true,
  });
  provider.script({ text: ['giraffe'] }, { text: ['No.'] });
  await harness.ask('Zebras?');
  assert.match(systemOf(provider), /Nothing in the documents of this site matches/);
  provider.script({ text: ['?'] }, { text: ['No.'] });
  await harness.ask('Zebras?');
  assert.match(systemOf(provider), /found nothing; the documents may use other words/);
});

test('search terms cost nothing when they are off, and a failure to get them costs no answer', async t => {
  const documents = { ...GUIDE, ...FILLER };
  const [off, provider] = await start(t, { documents, passageBudget: 500 });
  await off.ask('Zebras?');
  assert.equal(provider.seen.length, 1);
  const [on, failing] = await start(t, { documents, passageBudget: 500, queryRewrite: true });
  failing.script({ status: 503 }, { text: ['No.'] });
  assert.equal((await on.ask('Zebras?')).parts[0]!.type, 'text');
  assert.equal(failing.seen.length, 2);
});

test('a question with terms of the documents in their language is asked once', async t => {
  const [harness, provider] = await start(t, {
    documents: { ...GUIDE, ...FILLER },
    passageBudget: 500,
    queryRewrite: true,
  });
  await harness.ask('When is the copy of a volume made?');
  assert.equal(provider.seen.length, 1);
});

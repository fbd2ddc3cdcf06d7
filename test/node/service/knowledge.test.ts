import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, until, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

const documents = {
  'browsers.md': `# Browsers

## Supported browsers

The chat is supported by Chrome, Firefox and Safari.

## On phones

On phones, browsers need no app: see [the steps](steps.md#one). Not a heading:

\`\`\`md
# a comment in code
\`\`\`
`,
  'delivery.md': `# Delivery

## Times

Parcels to Germany take three days. Parcels to Norway take nine days.

## Prices

Delivery costs 4 euros. Colours of the parcel are free.
`,
  'about/shop.html': `<html><head><title>The shop</title><style>x{}</style></head><body><nav>Returns menu</nav>
    <h1>The shop</h1><h2 id="back">Returns</h2><p>Send back what you do not like within 30&nbsp;days.</p>
    <script>secret()</script></body></html>`,
  'notes.txt': 'Opening hours are from nine to five.\n\nThe dog is called Waldo.',
  'zh.md': '# 配送\n\n挪威的包裹需要九天。\n\n## 退货\n\n三十天内可以退货，运费自付。',
  'ja.md':
    '# お店\n\n## 返品\n\n三十日以内に返品できます。\n\n## 営業時間\n\n平日は九時から五時までです。\n\n## お支払い\n\n- 現金\n- クレジットカード\n',
  '.hidden.md': '# Hidden\n\nNobody may see the treasure map.',
};

onEachEngine('answers from documents', start => {
  let harness: Harness;
  before(async () => {
    harness = await start({ documents });
    // What waits for a file to be read asks often.
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ requests_per_minute: 100_000 }).execute(),
    );
  });
  after(() => harness.end());

  const ask = async (
    message: string,
    conversationId?: string,
  ): Promise<{ text: string; urls: string[]; id: string }> => {
    const { parts, metadata } = await harness.ask(message, conversationId);
    const urls = parts.filter(isCitationPart).map(part => part.url ?? '');
    return { text: textOf(parts), urls, id: metadata.conversationId };
  };

  test('the passage that answers is quoted under its heading and cited', async () => {
    const { text, urls } = await ask('How long do parcels to Norway take?');
    assert.equal(
      text,
      '**Delivery › Times**\n\nParcels to Germany take three days. Parcels to Norway take nine days.',
    );
    assert.deepEqual(urls, ['/docs/delivery.md#times']);
  });

  test('other forms, case and spelling of a word make no difference', async () => {
    for (const question of [
      'SUPPORTING BROWSERS',
      'which browser supports it?',
      'Is the color of a parcel free?',
    ]) {
      assert.equal((await ask(question)).urls.length, 1, question);
    }
  });

  test('a word with typing errors is understood, and a number is never another one', async () => {
    for (const question of ['how long do parcles to Norway tkae', 'Which browsrs does it supprt?']) {
      assert.equal((await ask(question)).urls.length, 1, question);
    }
    assert.deepEqual((await ask('what about order 1000001')).urls, []);
  });

  test('HTML, plain text and languages without spaces are read too', async () => {
    const html = await ask('What about returns, can I send things back?');
    assert.match(html.text, /within 30 days/);
    assert.deepEqual(html.urls, ['/docs/about/shop.html#back']);
    assert.match((await ask('What is the dog called?')).text, /Waldo/);
    assert.match((await ask('挪威的包裹要几天？')).text, /九天/);
    for (const question of ['可以退货吗？', '请问怎么退货', '退货'])
      assert.match((await ask(question)).text, /三十天内/, question);
    for (const question of ['返品できますか？', '返品したいのですが、どうすればいいですか'])
      assert.match((await ask(question)).text, /三十日以内/, question);
    assert.match((await ask('営業時間は何時からですか')).text, /九時から/);
    for (const question of ['クレジットカードは使えますか', 'クレジットカードで支払えますか'])
      assert.match((await ask(question)).text, /クレジットカード/, question);
  });

  test('a question that the documents do not answer is not answered, in the language of the question', async () => {
    const questions = [
      'What is the capital of France?',
      'Do you repair bicycles?',
      'Where is the treasure map?',
    ];
    for (const question of [...questions, 'secret()', 'Is there a parcel insurance for tigers?']) {
      const { text, urls } = await ask(question);
      assert.match(text, /^I could not find an answer/, question);
      assert.deepEqual(urls, []);
    }
    assert.match(
      (await ask('Wie ist das Wetter in Berlin?')).text,
      /^Darauf habe ich in den Dokumenten keine/,
    );
  });

  test('a greeting, thanks or a farewell is returned, and no passage is repeated', async () => {
    const { id } = await ask('How long do parcels to Norway take?');
    for (const said of [
      'Thanks!',
      'ok thank you very much for your help',
      'Great',
      'bye',
      '👍',
      'Merci beaucoup',
    ]) {
      const { text, urls } = await ask(said, id);
      assert.deepEqual(urls, [], said);
      assert.doesNotMatch(text, /could not find|pas trouvé/, said);
    }
    assert.match((await ask('Thanks!', id)).text, /^Is there anything else you would like to know\?/);
    assert.match((await ask('Danke schön!', id)).text, /^Möchten Sie noch etwas wissen\?/);
    assert.match((await ask('Guten Tag')).text, /^Was möchten Sie wissen\?/);
    assert.match((await ask('Good morning')).text, /^What would you like to know\?/);
    assert.match((await ask('こんにちは')).text, /^何をお知りになりたいですか/);
  });

  test('an announcement of a question, or praise, does not get the answer that nothing was found', async () => {
    for (const [said, answered] of [
      ['pls help', /^What would you like to know\?/],
      ['Hi, I have a question', /^What would you like to know\?/],
      ['thanks, that helped a lot!', /^What would you like to know\?/],
      ['Hallo, ich habe eine Frage', /^Was möchten Sie wissen\?/],
      ['Danke, das hat mir sehr geholfen', /^Was möchten Sie wissen\?/],
      ["Bonjour, pouvez-vous m'aider ?", /^Que souhaitez-vous savoir/],
    ] as const) {
      assert.match((await ask(said)).text, answered, said);
    }
    assert.match((await ask('I have a question: how long do parcels to Norway take?')).text, /nine days/);
  });

  test('a message of thanks with a question is answered', async () => {
    const { id } = await ask('How long do parcels to Germany take?');
    const { urls } = await ask('Ok thanks, and to Norway?', id);
    assert.deepEqual(urls, ['/docs/delivery.md#times']);
    assert.match((await ask('Good morning, how long do parcels to Norway take?')).text, /nine days/);
  });

  test('a question of symbols, operators and quotes is an ordinary question', async () => {
    for (const message of [
      '"" OR NEAR(',
      "'; drop table passages; --",
      '*',
      'a AND b NOT c',
      'title : parcels',
      '👍',
      '\\ \u0000 &|!',
    ]) {
      assert.equal((await harness.chat({ message })).status, 200, message);
    }
  });

  test('a follow-up is understood with the previous question, and the one before that', async () => {
    const first = await ask('Which browsers are supported?');
    assert.match(first.text, /Chrome, Firefox and Safari/);
    const second = await ask('and on phones?', first.id);
    assert.match(second.text, /need no app/);
    assert.match(
      second.text,
      /\[the steps\]\(\/docs\/steps\.md#one\)/,
      'its link leads to where the document is',
    );
    const parcels = await ask('How long do parcels to Germany take?');
    const norway = await ask('and to Norway?', parcels.id);
    assert.deepEqual(norway.urls, ['/docs/delivery.md#times']);
    assert.match((await ask('and to Mars?', parcels.id)).text, /^I could not find/);
  });

  test('a changed file is used at once, a removed one is not used any more, an unchanged one is not read again', async () => {
    const hashes = (): Promise<Map<string, number>> =>
      openTables(harness, async tables => {
        const rows = await tables
          .selectFrom('passages')
          .innerJoin('documents', 'documents.id', 'document_id')
          .select(['path', 'passages.id'])
          .execute();
        return new Map(rows.map(row => [row.path, row.id]));
      });
    const before = await hashes();
    await writeFile(join(harness.docs, 'new.md'), '# Gift cards\n\nGift cards never expire.\n');
    await until(async () => (await ask('Do gift cards expire?')).urls.length > 0);
    await writeFile(join(harness.docs, 'new.md'), '# Gift cards\n\nGift cards expire after nine years.\n');
    await until(async () => (await ask('Do gift cards expire?')).text.includes('nine years'));
    await rename(join(harness.docs, 'new.md'), join(harness.docs, 'moved.md'));
    await until(async () => (await ask('Do gift cards expire?')).urls[0] === '/docs/moved.md#gift-cards');
    rmSync(join(harness.docs, 'moved.md'));
    await until(async () => (await ask('Do gift cards expire?')).urls.length === 0);

    await harness.stop();
    await utimes(join(harness.docs, 'delivery.md'), new Date(), new Date());
    await writeFile(join(harness.docs, 'notes.txt'), 'The cat is called Mia.');
    await harness.restart();
    assert.match((await ask('What is the cat called?')).text, /Mia/);
    assert.match((await ask('What is the dog called?')).text, /^I could not find/);
    const now = await hashes();
    assert.notEqual(now.get('notes.txt'), before.get('notes.txt'));
    for (const path of ['delivery.md', 'browsers.md']) assert.equal(now.get(path), before.get(path), path);
  });

  test('documents that are read several times simultaneously are indexed once', async () => {
    const source = join(harness.folder, 'shared');
    const texts = Array.from({ length: 12 }, (_, i) => [
      `${i}.md`,
      `# Anchor ${i}\n\nAnchors of iron weigh ${i} kilos.\n`,
    ]);
    await writeDocuments(source, Object.fromEntries(texts));
    const { management } = harness.service;
    await Promise.all(texts.map(() => management.ingest({ agentId: harness.agentId, source })));
    await openTables(harness, async tables => {
      const passages = await tables
        .selectFrom('passages')
        .innerJoin('documents', 'documents.id', 'document_id')
        .select('path')
        .where('source', '=', source)
        .execute();
      assert.deepEqual(passages.map(({ path }) => path).sort(), texts.map(([path]) => path).sort());
    });
  });

  test('after hundreds of documents are added, changed and removed together, the index matches the files', async () => {
    const source = join(harness.folder, 'many');
    const texts = (thing: string, count: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`${i}.md`, `# ${thing} ${i}\n\nMark ${thing}${i}.\n`]),
      );
    const known = (): Promise<string[]> =>
      openTables(harness, async tables => {
        const rows = await tables
          .selectFrom('passages')
          .innerJoin('documents', 'documents.id', 'document_id')
          .select(['path', 'title', 'body'])
          .where('source', '=', source)
          .execute();
        return rows.map(({ path, title, body }) => `${path} ${title} ${body.trim()}`).sort();
      });
    const expected = (thing: string, count: number): string[] =>
      Array.from({ length: count }, (_, i) => `${i}.md ${thing} ${i} Mark ${thing}${i}.`).sort();
    const agentId = harness.agentId;
    const { ingest, forget } = harness.service.management;
    await writeDocuments(source, texts('buoy', 230));
    assert.equal((await ingest({ agentId, source })).read, 230);
    assert.deepEqual(await known(), expected('buoy', 230));
    await rm(source, { recursive: true });
    await writeDocuments(source, texts('raft', 120));
    const { read, removed } = await ingest({ agentId, source });
    assert.deepEqual({ read, removed }, { read: 120, removed: 110 });
    assert.deepEqual(await known(), expected('raft', 120));
    assert.equal(await forget(agentId, source), 120);
    assert.deepEqual(await known(), []);
  });

  test('a document with a character that no database stores is indexed', async () => {
    const source = join(harness.folder, 'scans');
    await writeDocuments(source, {
      'kites.txt': 'A kite\0 needs wind.',
      'sails.md': '# Sails\0\n\n## Sewing\0\n\nA sail is sewn twice.',
    });
    const report = await harness.service.management.ingest({ agentId: harness.agentId, source });
    assert.deepEqual(report.failed, []);
    assert.match(textOf((await harness.ask('What does a kite need?')).parts), /needs wind/);
    assert.match(textOf((await harness.ask('How is a sail sewn?')).parts), /sewn twice/);
  });

  test('the counts of terms are those of the existing passages', async () => {
    await openTables(harness, async tables => {
      const passages = await tables.selectFrom('passages').select('id').execute();
      const counts = await tables.selectFrom('passage_terms').selectAll().execute();
      assert.equal(counts.find(row => row.term === '')?.passages, passages.length);
      assert.ok(counts.every(row => row.passages >= 0 && row.passages <= passages.length));
      assert.equal(counts.find(row => row.term === 'gift')?.passages ?? 0, 0);
    });
  });
});

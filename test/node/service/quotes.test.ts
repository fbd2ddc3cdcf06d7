import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const filler = (words: string): string =>
  Array.from(
    { length: 14 },
    (_, i) => `${words} number ${i} is kept in the long shed behind the house.`,
  ).join(' ');

const documents = {
  'barn.md': `# Barn\n\n## Tools\n\n${filler('The rake')} Approx. 3 kg of oil feed the lathe. It is greased on Fridays! ${filler('The spade')}\n`,
  'naya.md': `# 納屋\n\n## 道具\n\n${'熊手は家の裏の長い小屋にしまってあります。'.repeat(30)}旋盤は金曜日に油を差します。${'鋤は家の裏の長い小屋にしまってあります。'.repeat(30)}\n`,
  'ferry.md': `# Ferry\n\n## Do you sail to Oslo?\n\nYes, we sail to Oslo.\n\n## How long does the crossing take?\n\nWe sail to Oslo in nine hours.\n`,
  'schmied.md': `# Schmied\n\n## Preise\n\nEine Sense schärfen kostet 8 €. Die Dauer ist ein Tag.\n\n## Sense leihen\n\nEine Sense leihen wir jedem, der sie gut behandelt.\n\n## Sense zurückgeben\n\nWer eine Sense leihen will, bringt die Sense sauber zurück.\n\n## Gebühren\n\nDer Preis ist 3 € am Tag, wenn Sie eine Sense leihen.\n`,
  'kiln.md': `# Kiln\n\n## Glaze a pot\n\nDip the pot into the glaze, let it dry, and glaze the pot once more.\n\n${filler('The ladle').slice(0, 850)}\n\nIt does the same for tiles. Glaze the pot before you fire it.\n`,
  'dyes.md': `# Dyes\n\n## Colours of the dyes\n\nMadder gives red, woad gives blue.\n\n${filler('The vat').slice(0, 850)}\n\nThe colours of the dyes fade in the sun.\n`,
  'loom.md': `# Weaving on a loom\n\nAll there is to know about weaving.\n\n## First steps\n\nTie the warp, then weave with the shuttle on the loom.\n\n## Selling\n\nCloth sells on Saturdays.\n`,
};

describe('a quote from a document', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({ documents });
  });
  after(() => harness.end());

  for (const [question, says, end] of [
    [
      'how is the lathe greased?',
      /Approx\. 3 kg of oil feed the lathe\. It is greased on Fridays! The spade/,
      /\.$/,
    ],
    ['旋盤の油はいつ差しますか', /旋盤は金曜日に油を差します。鋤/, /。$/],
  ] as const) {
    test(`has whole sentences around the answer if the paragraph is long: ${question}`, async () => {
      const text = textOf((await harness.ask(question)).parts);
      const quoted = text.split('\n\n').slice(1).join('\n\n');
      assert.match(quoted, says);
      assert.ok(quoted.length <= 1300, `${quoted.length} characters`);
      assert.match(quoted, end, 'ends with a sentence');
    });
  }

  test('is short in its citation, and is the sentence that answers', async () => {
    for (const [question, says] of [
      ['how is the lathe greased?', /^(?:Approx\. 3 kg of oil feed the lathe\. )?It is greased on Fridays!/],
      ['旋盤の油はいつ差しますか', /^旋盤は金曜日に油を差します。/],
    ] as const) {
      const [citation] = (await harness.ask(question)).parts.filter(isCitationPart);
      assert.match(citation!.quote ?? '', says);
      assert.ok(citation!.quote!.length <= 201);
    }
  });

  test('begins where a passage begins to answer the question, not where it matches a little more of it', async () => {
    const text = textOf((await harness.ask('how do I glaze a pot and fire it?')).parts);
    assert.match(text.split('\n\n')[1]!, /^Dip the pot/);
  });

  test('begins with the first text below the heading if a question repeats only the heading', async () => {
    const text = textOf((await harness.ask('which colours do the dyes have?')).parts);
    assert.match(text.split('\n\n')[1]!, /^Madder gives red/);
  });

  test('does not repeat itself for a follow-up without a topic', async () => {
    const first = await harness.ask('do you sail to Oslo?');
    assert.match(textOf(first.parts), /Yes, we sail/);
    const second = await harness.ask('how long does it take?', first.metadata.conversationId);
    assert.match(textOf(second.parts), /nine hours/);
  });

  test('does not answer a price with that of something else', async () => {
    const of = await harness.ask('Kann ich ein Motorrad leihen?');
    const text = textOf((await harness.ask('Wie viel ist das?', of.metadata.conversationId)).parts);
    assert.doesNotMatch(text, /€/);
  });

  test('has a passage for each of two questions, or for the one with an answer', async () => {
    const titles = async (question: string): Promise<string[]> =>
      textOf((await harness.ask(question)).parts).match(/^\*\*.+\*\*$/gm) ?? [];
    assert.deepEqual(await titles('how long does the crossing take and on which day do you sell cloth'), [
      '**Ferry › How long does the crossing take?**',
      '**Weaving on a loom › Selling**',
    ]);
    assert.deepEqual(await titles('Do you have a helicopter? And when do you sell cloth?'), [
      '**Weaving on a loom › Selling**',
    ]);
    assert.deepEqual(await titles('Do you have a helicopter, and what colour is it?'), []);
  });

  test('continues after an introduction with what it introduces', async () => {
    const text = textOf((await harness.ask('weaving on a loom')).parts);
    assert.match(text, /All there is to know/);
    assert.match(text, /Tie the warp/);
    assert.doesNotMatch(text, /Saturdays/);
  });

  for (const [message, says, unanswered] of [
    [
      'How is the lathe greased? Do you have a *helicopter*?',
      /greased on Fridays/,
      '> Do you have a \\*helicopter\\*?\n\nI could not find an answer to that in the documents.',
    ],
    [
      'Verkauft ihr Fahrräder? Was kostet es, eine Sense zu schärfen?',
      /8 €/,
      '> Verkauft ihr Fahrräder?\n\nDarauf habe ich in den Dokumenten keine Antwort gefunden.',
    ],
    [
      'Wie lange dauert es, eine Sense zu schärfen? Solarpanel?',
      /ein Tag/,
      '> Solarpanel?\n\nDarauf habe ich in den Dokumenten keine Antwort gefunden.',
    ],
    [
      '油は旋盤にいつ差しますか？自転車はありますか？',
      /金曜日/,
      '> 自転車はありますか？\n\n資料の中に答えが見つかりませんでした。',
    ],
  ] as const) {
    test(`says which of two questions has no answer: ${message}`, async () => {
      const text = textOf((await harness.ask(message)).parts);
      assert.match(text, says);
      assert.ok(text.endsWith(`\n\n${unanswered}`), text);
    });
  }

  for (const message of [
    'Do you sail to Oslo? How long does the crossing take?',
    'I have an old lathe. How is the lathe greased?',
    'Can you help me? How is the lathe greased?',
    'How is the lathe greased? Thanks!',
  ]) {
    test(`says nothing about missing answers if all is answered: ${message}`, async () => {
      assert.doesNotMatch(textOf((await harness.ask(message)).parts), /could not find/);
    });
  }
});

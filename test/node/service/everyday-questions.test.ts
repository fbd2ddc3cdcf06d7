import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'pottery.md': `# Pottery studio

## Opening hours

We open from Tuesday to Saturday, 10:00 to 18:00.

## Where we are

You find us in the old mill. The address is 3 Weir Street.

## Firing

A kiln firing costs £12. Pieces may weigh 2.5 kg.

## Aprons

Aprons are free of charge.

## Glaze test

Send us the recipe. We check each batch ourselves.

## Bookings

Please book by email.

## Kiln errors

Turn the kiln off for a minute, then on again. If the error stays, call us.

## The kiln’s display

Code 417 says that the lid is open.`,
      'reach-us.md': `# Ulla Weir

Ask for Ulla: 0961 555 0137, or ulla@pottery.example.`,
      'winkel.md': `# Winkel van Ulla

Een mok van steengoed: 14 euro. Open sinds 01.03.2019, dossier 2019-03-0412.`,
      'bottega.md': `# Bottega

## Orari

Dal martedì al sabato, dalle 10 alle 18.

## Pagamenti

Con carta di credito.`,
      'poterie.md': `# Atelier de poterie

## Horaires

L’atelier est ouvert du mardi au samedi.

## Tablier

Le tablier est gratuit.

## Cuisson

Une cuisson coûte 14 €.

## Tour de potier

Le tour se règle au pied.`,
      'toepferei.md': `# Töpferei

## Anfahrt

Die Adresse ist Wehrstraße 3.

## Brennen

Bitte kommen Sie mit trockenen Stücken.`,
      'tougei.md': `# 陶芸教室

## 持ち物

エプロンをお持ちください。

## 予約

体験教室は予約制です。

## 支払い

クレジットカードがご利用いただけます。

## 住所

堰通り三番地です。

## 電子マネー

交通系ICとPayPayが使えます。

## お子様

お子様は無料です。`,
    },
  });
});

after(() => harness.end());

const ANSWERED: readonly [question: string, place: RegExp][] = [
  ['How do I know that a glaze really comes out well?', /#glaze-test$/],
  ['PayPayは使えますか', /#電子マネー$/],
];

for (const [question, place] of ANSWERED) {
  test(`is answered: ${question}`, async () => {
    const { parts } = await harness.ask(question);
    const [citation] = parts.filter(isCitationPart);
    assert.match(decodeURIComponent(citation?.url ?? 'nothing'), place, textOf(parts));
  });
}

test('the price of “it” is never the price of something else', async () => {
  for (const [first, next] of [
    ['Comment régler le tour ?', 'combien ça coûte ?'],
    ['How do I book?', 'and what does it cost?'],
    ['How do I book?', 'how much is it?'],
  ] as const) {
    const id = (await harness.ask(first)).metadata.conversationId;
    const text = textOf((await harness.ask(next, id)).parts);
    assert.doesNotMatch(text, /£12|14 €/, `${next}\n${text}`);
  }
  const { parts } = await harness.ask('Comment régler le tour et combien ça coûte ?');
  assert.match(textOf(parts), /se règle au pied/);
  assert.doesNotMatch(textOf(parts), /14 €/);
});

test('a question about a price finds what is free', async () => {
  assert.match(textOf((await harness.ask('Combien coûte le tablier ?')).parts), /Le tablier est gratuit/);
  assert.match(textOf((await harness.ask('what do the aprons cost?')).parts), /free of charge/);
});

test('a small number alone is not a topic', async () => {
  assert.deepEqual((await harness.ask('what is 2+2?')).parts.filter(isCitationPart), []);
});

test('a question of one word in Chinese characters is answered in Japanese if the documents are Japanese', async () => {
  const japanese = await startService({
    documents: { 'tougei.md': '# 陶芸教室\n\n## 予約\n\n予約制です。' },
  });
  try {
    assert.equal(textOf((await japanese.ask('駐輪場')).parts), '資料の中に答えが見つかりませんでした。');
  } finally {
    await japanese.end();
  }
});

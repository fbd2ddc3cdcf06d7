import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassageStore } from '../../../src/service/knowledge/index/passage-store.ts';
import { isInflection } from '../../../src/service/knowledge/language/inflections.ts';
import { isTypo, typosFor } from '../../../src/service/knowledge/search/typos.ts';

const SLIPS = [
  ['waranty', 'warranty', 'a letter too few'],
  ['addresss', 'address', 'a letter too many'],
  ['retrun', 'return', 'two that changed places'],
  ['emial', 'email', 'two that changed places'],
  ['delivary', 'delivery', 'a wrong one'],
  ['lieferzit', 'lieferzeit', 'a letter too few'],
  ['достака', 'доставка', 'a letter too few'],
] as const;

const OTHERS = [
  ['plan', 'plane', 'short words are other words'],
  ['from', 'form', 'short words are other words'],
  ['train', 'trail', 'short words are other words'],
  ['return', 'return', 'the same'],
  ['eturn', 'return', 'the first letter is rarely wrong'],
  ['warnaty', 'warranty', 'two typos'],
] as const;

for (const [typed, term, why] of SLIPS) {
  test(`"${typed}" is a typo for "${term}": ${why}`, () => assert.equal(isTypo(typed, term), true));
}
for (const [typed, term, why] of OTHERS) {
  test(`"${typed}" is no typo for "${term}": ${why}`, () => assert.equal(isTypo(typed, term), false));
}

test('of several words it may be a typo of, the one that the documents say most is meant', async () => {
  const termsLike: PassageStore['termsLike'] = async () => [
    { term: 'deliver', passages: 2 },
    { term: 'delivery', passages: 9 },
    { term: 'delivers', passages: 7 },
    { term: 'livery', passages: 50 },
  ];
  const store = { termsLike } as Partial<PassageStore> as PassageStore;
  assert.deepEqual([...(await typosFor(store, 'agent', ['deliverz']))], [['deliverz', 'delivery']]);
  assert.deepEqual([...(await typosFor(store, 'agent', ['2026112']))], [], 'a number is never another');
});

const FORMS: [string, string][] = [
  ['rechnung', 'rechnungen'],
  ['leihrad', 'leihrader'],
  ['versand', 'versandkosten'],
  ['telefonnummer', 'telefon'],
  ['massagen', 'massag'],
  ['robado', 'robada'],
  ['robados', 'robado'],
  ['kinderbet', 'kinderbetten'],
  ['prenoto', 'prenotar'],
  ['biglietto', 'biglietti'],
  ['kurierem', 'kurier'],
  ['ogrencinin', 'ogrenciler'],
  ['휠체어를', '휠체어와'],
  ['suspendr', 'suspendon'],
];
const OTHER_WORDS: [string, string][] = [
  ['listen', 'list'],
  ['print', 'printer'],
  ['train', 'trailer'],
  ['plan', 'planet'],
  ['주차', '주말'],
  ['rechnung', 'rechnung'],
  ['zeichnung', 'rechnungen'],
];

/** Those that may as well be two English words, as "list" and "listen", unless one asks in that language. */
const FORMS_ELSEWHERE: [string, string, string][] = [
  ['welp', 'welpen', 'de'],
  ['kart', 'karten', 'de'],
  ['kind', 'kinder', 'de'],
  ['resilier', 'resili', 'fr'],
];

for (const [typed, term] of FORMS)
  test(`"${typed}" is another form of "${term}"`, () => assert.equal(isInflection(typed, term), true));
for (const [typed, term] of OTHER_WORDS)
  test(`"${typed}" is no other form of "${term}"`, () => assert.equal(isInflection(typed, term), false));
for (const [typed, term, language] of FORMS_ELSEWHERE) {
  test(`"${typed}" is another form of "${term}" for whoever asks in the language ${language}`, () => {
    assert.equal(isInflection(typed, term, [language]), true);
    assert.equal(isInflection(typed, term, ['en']), false);
  });
}

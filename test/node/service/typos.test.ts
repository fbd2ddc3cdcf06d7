import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassageStore } from '../../../src/service/knowledge/index/passage-store.ts';
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
  test(`"${typed}" is not a typo for "${term}": ${why}`, () => assert.equal(isTypo(typed, term), false));
}

test('of several words it may be a typo of, the one most frequent in the documents is chosen', async () => {
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

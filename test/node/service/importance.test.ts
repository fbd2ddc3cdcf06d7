import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCitationPart } from '../../../src/protocol/message.ts';
import type { FoundPassage } from '../../../src/service/knowledge/index/passage-store.ts';
import { importanceOf } from '../../../src/service/knowledge/search/importance.ts';
import type { QueryTerm } from '../../../src/service/knowledge/search/query-terms.ts';
import { rate } from '../../../src/service/knowledge/search/relevance.ts';
import { startService } from './harness.ts';

const important = (question: string, ...words: string[]): number[] =>
  importanceOf(
    question,
    words.map(word => ({ words: [word], weight: 1 })),
  );

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

test('names and nouns say more about a question than its words in lower case', () => {
  const [market, newcastle, opened, ...none] = important(
    'Wann wurde der Markt in Newcastle eröffnet?',
    ...['markt', 'newcastle', 'eröffnet'],
  );
  assert.deepEqual(none, []);
  assert.equal(market, newcastle);
  assert.ok(opened! < market!);
  assert.ok(Math.abs(market! + newcastle! + opened! - 3) < 1e-9, 'together as before');
});

test('capitals say nothing where a sentence begins, nor where all or no words have them', () => {
  assert.deepEqual(important('Tickets sold online?', 'tickets', 'sold', 'online'), [1, 1, 1]);
  assert.deepEqual(important('where can i buy tickets', 'buy', 'tickets'), [1, 1]);
  assert.deepEqual(important('WHERE CAN I BUY TICKETS?', 'buy', 'tickets'), [1, 1]);
});

test('a sentence with names takes nothing from another sentence', () => {
  const words = ['bikes', 'sell', 'sharpen', 'scythe', 'york'];
  const all = important('Do you sell bikes? Can you sharpen a scythe in York?', ...words);
  assert.deepEqual(all.slice(0, 2), [1, 1]);
  assert.ok(Math.abs(sum(all) - words.length) < 1e-9);
});

test('a question is answered by its nouns although no document contains its verb', async t => {
  const notes = Array.from({ length: 12 }, (_, i) => [
    `notiz-${i}.md`,
    `# Notiz ${i}\n\nJemand schreibt auf, was im Hafen geschieht, und schickt die Liste ins Büro.`,
  ]);
  const harness = await startService({
    documents: {
      ...Object.fromEntries(notes),
      'markt.md': '# Stadt\n\nSeit 1835 hat die Stadt einen Markt. Er liegt neben dem Bahnhof.',
    },
  });
  t.after(() => harness.end());
  const { parts } = await harness.ask('Wann wurde der Markt beim Bahnhof feierlich eingeweiht?');
  assert.deepEqual(
    parts.filter(isCitationPart).map(({ title }) => title),
    ['Stadt'],
  );
});

const PHARMACY: QueryTerm = {
  words: ['pharmacy'],
  terms: [],
  synonyms: [],
  indexed: [['pharmacy', 2]],
  weight: 1,
  importance: 1,
  own: true,
};

const passage = (id: number, heading: string): FoundPassage => ({
  id,
  documentId: 1,
  position: id,
  title: 'Pharmacy',
  url: '',
  heading,
  anchor: '',
  body: `Somebody writes down what happens in the harbour, number ${id}.`,
});

test('a title is evidence for the only passage below it, and for none of several', () => {
  const evidence = (...passages: FoundPassage[]): number[] =>
    rate([PHARMACY], passages).map(({ evidence: { heading } }) => heading);
  assert.deepEqual(evidence(passage(1, '')), [1]);
  assert.deepEqual(evidence(passage(1, ''), passage(2, '')), [0, 0]);
  assert.deepEqual(evidence(passage(1, 'Pharmacy'), passage(2, 'Pharmacy')), [1, 1]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from '../../../src/service/answerers/excerpt.ts';
import type { FoundPassage } from '../../../src/service/knowledge/index/passage-store.ts';
import type { QueryTerm } from '../../../src/service/knowledge/search/query-terms.ts';
import { workSince } from '../work.ts';

/** Quotes a passage for a question about these words. */
function quoteFor(words: readonly string[], body: string, length: number): string {
  const passage = { title: 'Shop', heading: '', body } as FoundPassage;
  const terms = words.map(
    (word): QueryTerm => ({
      words: [word],
      terms: [],
      synonyms: [],
      indexed: [],
      weight: 1,
      importance: 1,
      own: true,
    }),
  );
  return excerpt(passage, terms, length);
}

const FILLER = 'The shop has been by the harbour for a long time. '.repeat(8).trim();

test('an excerpt has the sentence that matches most of the question, and what comes before it', () => {
  const body = `A tent is a house. ${FILLER} Wash a tent by hand in cold water. ${FILLER}`;
  assert.match(quoteFor(['tent', 'wash', 'water'], body, 300), /Wash a tent by hand in cold water\./);
});

test('of a long table the matching rows are quoted, below its heading', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `| Tent ${i} | ${i} € |`).join('\n');
  const quoted = quoteFor(['tent', '17'], `| Name | Price |\n| --- | --- |\n${rows}`, 200);
  assert.match(quoted, /^\| Name \| Price \|/);
  assert.match(quoted, /\| Tent 17 \| 17 € \|/);
});

test('of a long table in which no row matches, as many rows as fit are quoted', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `| Tent ${i} | ${i} € |`).join('\n');
  const quoted = quoteFor(['price'], `| Name | Price |\n| --- | --- |\n${rows}`, 200);
  assert.match(quoted, /\| Tent 8 \| 8 €/);
  assert.ok(quoted.length <= 260, `${quoted.length} characters`);
});

test('a passage of thousands of full stops delays nobody, and its text is quoted', () => {
  const started = process.cpuUsage();
  for (const mark of ['。', '? ']) {
    const quoted = quoteFor(
      ['tent'],
      `${mark.repeat(60_000)}\n\nWash a tent by hand. Dry it in the shade.`,
      1800,
    );
    assert.equal(quoted, 'Wash a tent by hand. Dry it in the shade.');
  }
  assert.ok(workSince(started) < 2000, `${workSince(started)} ms`);
});

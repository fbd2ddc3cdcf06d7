import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from '../../../src/service/answerers/excerpt.ts';
import type { Hit } from '../../../src/service/knowledge/search/search.ts';
import { workSince } from '../work.ts';

/** A passage that was found because it speaks of tents. */
function about(body: string): Hit {
  return {
    passage: { title: 'Shop', heading: 'Shop', body },
    held: [{ term: 'tent', others: ['tents'], weight: 1 }],
  } as unknown as Hit;
}

test('a passage of thousands of full stops holds up nobody, and is quoted for what it says', () => {
  const started = process.cpuUsage();
  for (const mark of ['。', '? ']) {
    const quoted = excerpt(
      about(`${mark.repeat(60_000)}\n\nWash a tent by hand. Dry it in the shade.`),
      1800,
    );
    assert.equal(quoted, 'Wash a tent by hand. Dry it in the shade.');
  }
  assert.ok(workSince(started) < 2000, `${workSince(started)} ms`);
});

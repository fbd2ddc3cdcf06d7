import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCitationPart } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const FILLER = 'Somebody writes down what happens in the harbour, and sends the list to the office. '.repeat(
  3,
);

/** Makes the words of the others rare. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`other-${i}.md`, `# Note ${i}\n\n${FILLER}`]),
);

const quoted = async (harness: Harness, question: string): Promise<string[]> =>
  (await harness.ask(question)).parts.filter(isCitationPart).map(({ title }) => title);

test('words side by side count more than the same words anywhere in a passage', async t => {
  const harness = await startService({
    documents: {
      ...OTHERS,
      'a.md': `# Morning\n\nThe tandem stands outside. ${FILLER}Bring a basket.`,
      'b.md': `# Evening\n\nBring a tandem basket. ${FILLER}Somebody stands outside.`,
    },
  });
  t.after(() => harness.end());
  assert.equal((await quoted(harness, 'Where is the tandem basket?'))[0], 'Evening');
});

test('of a question of two words, the more common one alone is not an answer', async t => {
  const notes = Array.from({ length: 600 }, (_, i) => `## Note ${i}\n\nNothing happens in the harbour.`);
  const harness = await startService({
    documents: {
      'a.md': '# Boats\n\nA kayak costs ten euros.',
      'notes.md': `# Notes\n\n${notes.join('\n\n')}`,
    },
  });
  t.after(() => harness.end());
  assert.deepEqual(await quoted(harness, 'kayak webcam'), []);
  assert.deepEqual(await quoted(harness, 'kayak euros'), ['Boats']);
});

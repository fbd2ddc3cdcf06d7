import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'moving.md': `# Moving

## The van

The van may be borrowed for a day.

## The bin

The bin is emptied on Mondays.`,
      'verhuizen.md': `# Verhuizen

## De fiets van de winkel

De fiets van de winkel mag u een dag lenen.`,
    },
  });
});

after(() => harness.end());

test('a word is no small one because another language has it as such', async () => {
  assert.match(textOf((await harness.ask('do you have a van I can use?')).parts), /borrowed for a day/);
  assert.match(textOf((await harness.ask('when is the bin emptied?')).parts), /on Mondays/);
});

test('and is one in that language', async () => {
  assert.match(
    textOf((await harness.ask('is er een fiets van jullie?')).parts),
    /De fiets van de winkel mag/,
  );
});

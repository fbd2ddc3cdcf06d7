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
      'lift.md': `# The lift Weir-Hoist

## How it works

You press the lever.

## What Weir does not do

It lifts no pianos.

## What is Weir-Hoist?

A lift for stairs.

## Who may use it?

Grown-ups alone.

## How does billing work?

By the month.

## What you can do

Hold on.`,
      'verhuizen.md': `# Verhuizen

## De fiets van de winkel

De fiets van de winkel mag u een dag lenen.`,
    },
  });
});

after(() => harness.end());

test('a word is not a stop word because it is one in another language', async () => {
  assert.match(textOf((await harness.ask('do you have a van I can use?')).parts), /borrowed for a day/);
  assert.match(textOf((await harness.ask('when is the bin emptied?')).parts), /on Mondays/);
});

test('a question of stop words alone is answered if a heading asks the same', async () => {
  for (const [question, says] of [
    ['How does it work?', /press the lever/],
    ['how does this work', /press the lever/],
    ['What does it not do?', /no pianos/],
    ['Who may use it?', /Grown-ups/],
    ['What is it?', /A lift for stairs/],
  ] as const)
    assert.match(textOf((await harness.ask(question)).parts), says, question);
});

test('a question of stop words alone, without such a heading, gets the answer that nothing was found', async () => {
  for (const question of ['What does it do?', 'Why is it so?', 'What would it be?']) {
    const { parts } = await harness.ask(question);
    assert.match(textOf(parts), /^I could not find an answer/, question);
  }
  assert.match(textOf((await harness.ask('and so')).parts), /What would you like to know/);
});

test('a question of stop words alone is answered in its own language', async () => {
  assert.match(
    textOf((await harness.ask('is er een fiets van jullie?')).parts),
    /De fiets van de winkel mag/,
  );
});

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isCitationPart, isSuggestionsPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'plumber.md': `# Krüger Plumbing

## Emergencies

Call 0201 555 911 at any hour.

## Blocked drains (and sinks)

We clear blocked drains from 98 euros.

## Boiler service

A boiler is serviced once a year for 149 euros. The technician needs an hour.`,
      'klempner.md': `# Klempnerei Krüger

## Verstopfte Abflüsse

Verstopfte Abflüsse machen wir für 98 Euro wieder frei.`,
    },
  });
});

after(() => harness.end());

test('a visitor who asks in other words than the documents gets possible places, not an answer', async () => {
  const { parts } = await harness.ask('my toilet is blocked');
  assert.equal(
    textOf(parts),
    `I could not find an answer to that in the documents.

This may help:

- [Krüger Plumbing › Blocked drains (and sinks)](</docs/plumber.md#blocked-drains-and-sinks>)`,
  );
  assert.deepEqual(parts.filter(isCitationPart), [], 'what is no answer cites nothing');
  assert.deepEqual(parts.filter(isSuggestionsPart), [
    { type: 'suggestions', queries: ['Blocked drains (and sinks)'] },
  ]);
  const again = await harness.ask('Blocked drains (and sinks)');
  assert.match(textOf(again.parts), /98 euros/, 'a suggestion gets an answer');
  assert.deepEqual(again.parts.filter(isSuggestionsPart), [], 'an answer offers nothing else');
});

test('a section is not offered for what its document’s title says of all sections', async () => {
  const text = textOf((await harness.ask('do you sell plumbing courses?')).parts);
  assert.equal(text, 'I could not find an answer to that in the documents.');
});

test('the places are offered in the language of the question', async () => {
  assert.match(
    textOf((await harness.ask('das Klo ist verstopft')).parts),
    /^Darauf .*\n\nVielleicht hilft das hier weiter:\n\n- \[Klempnerei Krüger › Verstopfte Abflüsse\]\(<\/docs\/klempner\.md#/,
  );
});

test('nothing is offered if the documents say nothing about it', async () => {
  const text = textOf((await harness.ask('who won the world cup?')).parts);
  assert.equal(text, 'I could not find an answer to that in the documents.');
});

test('a document without an address is not offered, because there is no link to it', async () => {
  const unnamed = await startService();
  try {
    const folder = mkdtempSync(join(unnamed.folder, 'unnamed-'));
    writeFileSync(join(folder, 'drains.txt'), 'We clear blocked drains.');
    await unnamed.service.management.ingest({ agentId: unnamed.agentId, source: folder });
    assert.equal(
      textOf((await unnamed.ask('my toilet is blocked')).parts),
      'I could not find an answer to that in the documents.',
    );
    assert.match(textOf((await unnamed.ask('blocked drains')).parts), /We clear blocked drains/);
  } finally {
    await unnamed.end();
  }
});

test('a page with several addresses is offered once', async () => {
  const page = '# Drains\n\n## Blocked drains\n\nWe clear blocked drains.';
  const copied = await startService({
    documents: { 'drains.md': page, 'drains (1).md': page, 'old/drains.md': page },
  });
  try {
    const text = textOf((await copied.ask('my toilet is blocked')).parts);
    assert.equal(text.match(/Blocked drains/g)?.length, 1, text);
  } finally {
    await copied.end();
  }
});

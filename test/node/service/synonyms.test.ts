import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';

const SYNONYMS = ['subscription, plan', 'refund, money back', 'Abo, Abonnement, Tarif', 'invoice, pay slip'];

const documents = {
  'billing.md': `# Billing

## How to cancel

You can cancel your plan on the account page. It runs until the end of the month.

## Returns

We send you your money back within 14 days of a return.

## Invoices

An invoice comes by email every month.`,
  'works.md': `# Works

## Planned

The road is closed in May.`,
  'vertrag.md': `# Vertrag

## Kündigen

Den Tarif kündigen Sie im Konto, zum Ende des Monats.

## Rechnungen

Die Rechnung kommt mit der Post.`,
};
const { 'works.md': works, ...others } = documents;

const FOUND: readonly [question: string, says: RegExp][] = [
  ['How do I cancel my subscription?', /cancel your plan/],
  ['How many days until a refund after a return?', /money back/],
  ['When does my pay slip come by email?', /invoice comes by email/],
  ['Wie kann ich mein Abo kündigen?', /Den Tarif kündigen/],
  ['Wie kündige ich das Abonnement?', /Den Tarif kündigen/],
  ['Can I cancel my plan?', /cancel your plan/],
];

/** Questions of which the documents contain a synonym and nothing else. */
const REFUSED = ['How do I cancel my subscription?', 'Where are subscriptions renewed?', 'Subscription?'];

onEachEngine('synonyms', start => {
  let harness: Harness;
  let onlyWorks: Harness;
  before(async () => {
    harness = await start({ documents, settings: { synonyms: SYNONYMS } });
    onlyWorks = await start({ documents: { 'works.md': works }, settings: { synonyms: SYNONYMS } });
  });
  after(async () => {
    await harness.end();
    await onlyWorks.end();
  });

  for (const [question, says] of FOUND) {
    test(`answers: ${question}`, async () => assert.match(textOf((await harness.ask(question)).parts), says));
  }

  for (const question of REFUSED) {
    test(`a synonym alone does not answer: ${question}`, async () => {
      const { parts } = await onlyWorks.ask(question);
      assert.deepEqual(parts.filter(isCitationPart), [], textOf(parts));
    });
  }

  test('without the setting, a synonym is another word', async () => {
    const plain = await start({ documents: others });
    const { parts } = await plain.ask('How many days until a refund?');
    assert.deepEqual(parts.filter(isCitationPart), [], textOf(parts));
    await plain.end();
  });
});

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
/** Characters that one reads without scrolling much. */
const LENGTH_MAX = 1200;

/** What a visitor of this project's own pages asks, where the answer stands, and a word of it. */
const ANSWERED: readonly [question: string, document: RegExp, says: RegExp][] = [
  ['How do I put the chat on a page?', /getting-started\.md#put-the-chat/, /<script type="module"/],
  ['How do I feed it my own documents?', /getting-started\.md#feed/, /DOCS_DIR/],
  ['does it support Arabic', /admin\.md|languages\.md/, /Arabic/],
  ['what languages does the widget speak', /languages\.md/, /Japanese/],
  ['How do I limit how many messages a visitor can send?', /limits-and-credits\.md/, /rateLimit/],
  ['What does a reply cost?', /limits-and-credits\.md/, /one credit/],
  ['Is it accessible for blind people?', /accessibility\.md/, /./],
  ['How do I run it with docker?', /operations\.md/, /docker run/],
  ['Can I use it with React?', /frameworks\.md#react/, /agent-chat\/react/],
  ['how do I open the chat from my own button', /embedding\.md/, /data-agent-chat="open"/],
  ['does it work on wordpress', /embedding\.md/, /Install/],
  ['how do I collect email addresses', /admin\.md/, /lead form/i],
  ['can I run several servers', /service\.md|operations\.md/, /REDIS_URL/],
];

/** Typed in a hurry. */
const MISTYPED: readonly [question: string, document: RegExp][] = [
  ['how do I collect emial adresses', /admin\.md/],
  ['does it supprt Arabci', /admin\.md|languages\.md/],
  ['which langauges does the widgt speak', /languages\.md/],
  ['how do i run it with dokcer', /operations\.md/],
  ['does it work on wordpess', /embedding\.md/],
  ['Is it accesible for blind peple?', /accessibility\.md/],
];

const UNANSWERED = [
  'what is the capital of France',
  'do you sell bicycles',
  'who won the world cup',
  'is there a discount for students',
  'what is the weather in Berlin',
  'How tall is Mount Everest?',
  'do you have trains',
  'what about planets',
  'who is the prince',
];

describe('a visitor who asks about this project', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({ docsDirs: [DOCS] });
    rmSync(harness.docs, { recursive: true, force: true });
  });
  after(() => harness.end());

  for (const [question, document, says] of ANSWERED) {
    test(`is answered: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      const urls = parts.filter(isCitationPart).map(part => part.url ?? '');
      const text = textOf(parts);
      assert.match(urls[0] ?? 'nothing', document, text);
      assert.match(text, says);
      assert.ok(text.length <= LENGTH_MAX, `${text.length} characters`);
      assert.ok(urls.length <= 2);
    });
  }

  for (const [question, document] of MISTYPED) {
    test(`is understood: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      const [citation] = parts.filter(isCitationPart);
      assert.match(citation?.url ?? 'nothing', document, textOf(parts));
    });
  }

  for (const question of UNANSWERED) {
    test(`gets no invented answer: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      assert.match(textOf(parts), /^I could not find an answer/);
      assert.equal(parts.filter(isCitationPart).length, 0);
    });
  }
});

const NOT_OF_A_SHOP = ['where is my car', 'does it hurt', 'do you have a number of bicycles', 'upgrade'];

describe('a visitor who asks a small business', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({
      documents: {
        'shop.md': `# Shop\n\n## Opening hours\n\nMonday to Friday 9:30 to 18:00.\n\n## Contact\n\nTelephone 0113 496 0123.\n\n## Children's sizes\n\n98, 104, 110 and 116 cm.\n\n## Invoices\n\nFind the invoice for an order in your account.\n\n## Delivery\n\nDelivery costs £3.95.\n\n## Erasure\n\nYou may ask for the erasure of your data.\n\n## Terms\n\nA contract goes on until one of us gives notice three months before its end.\n`,
      },
    });
  });
  after(() => harness.end());

  for (const question of NOT_OF_A_SHOP) {
    test(`gets no invented answer: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      assert.match(textOf(parts), /^I could not find an answer/);
    });
  }
});

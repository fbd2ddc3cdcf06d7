import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const documents: Record<string, string> = {
  'en.md': `# Help

## Payment

We accept PayPal, Visa and Klarna. A PayPal payment can be cancelled within an hour.

## Widget

The widget is installed with a script tag. The widget needs no cookies.

## Newsletter

You can leave the newsletter in your account.

## Gift cards

A gift card is valid for three years. Ask at the desk.
`,
  'de.md': `# Hilfe

## Zahlung

Wir nehmen Visa, Klarna und PayPal. Der Betrag wird sofort abgebucht.

## Widget einbauen

Das Widget wird mit einem Script-Tag eingebaut. Es braucht keine Cookies.

## Nachrichten

Den Newsletter können Sie in Ihrem Konto abbestellen.

## Kundenkarte

Das ist etwas anderes als eine Gift Card.
`,
  'fr.md': `# Aide

## Paiement

Nous acceptons Visa, Klarna et PayPal. Le montant est débité tout de suite.

## Installer le widget

Le widget est installé avec une balise script. Il n'a pas besoin de cookies.

## Lettre

Vous pouvez vous désabonner de la newsletter dans votre compte.
`,
  'es.md': `# Ayuda

## Pago

Aceptamos Visa, Klarna y PayPal.

## Widget

El widget se instala con una etiqueta script. No necesita cookies.
`,
  'ja.md': `# ヘルプ

## 配送について

配送は三日以内です。
`,
  'zh.md': `# 帮助

## 配送

配送需要三天。配送到全国。
`,
};

const ANSWERED: readonly [question: string, place: RegExp][] = [
  ['配送要多久？', /\/zh\.md#/],
  ['Geht PayPal?', /\/de\.md#zahlung$/],
  ['Wie geht das mit dem Widget?', /\/de\.md#widget-einbauen$/],
  ['Wie ist das mit dem Newsletter?', /\/de\.md#nachrichten$/],
  ['Le widget est-il sans cookies ?', /\/fr\.md#installer-le-widget$/],
  ['Comment est-ce pour la newsletter ?', /\/fr\.md#lettre$/],
  ['¿Qué es el widget?', /\/es\.md#widget$/],
  ['Can I use Klarna?', /\/en\.md#payment$/],
  ['配送はいつですか？', /\/ja\.md#/],
  ['请问配送到全国需要多久？', /\/zh\.md#/],
];

describe('with documents in several languages', () => {
  let harness: Harness;

  before(async () => {
    harness = await startService({ documents });
  });

  after(() => harness.end());

  const asked = async (question: string, conversationId?: string): Promise<[string, string, string[]]> => {
    const { parts, metadata } = await harness.ask(question, conversationId);
    const urls = parts.filter(isCitationPart).map(({ url }) => decodeURI(url ?? ''));
    return [metadata.conversationId, textOf(parts), urls];
  };

  for (const [question, place] of ANSWERED) {
    test(`“${question}” is answered only from the pages in its own language`, async () => {
      const [, text, urls] = await asked(question);
      assert.equal(urls.length, 1, urls.join(' '));
      assert.match(urls[0]!, place, text);
    });
  }

  test('a question that could be in any language continues in that of the one before', async () => {
    const [conversationId] = await asked('Wie geht das mit dem Widget?');
    const [, text, urls] = await asked('PayPal?', conversationId);
    assert.match(urls.join(' '), /^\/docs\/de\.md#zahlung$/, text);
  });

  test('an answer that only a page in another language has is found there', async () => {
    const [, text] = await asked('Wo gibt es eine Gift Card, Desk?');
    assert.match(text, /Ask at the desk/);
  });
});

test('a word of no language is answered in the language of most documents', async () => {
  const mixed = await startService({
    documents: {
      'a.md': '# Über uns\n\nWir sind ein Laden und haben auch am Samstag auf.\n',
      'b.md': '# Tents\n\nThey are made of cotton and do not leak.\n',
      'c.md': '# Stoves\n\nThis is how you light one with a match.\n',
    },
  });
  assert.match(textOf((await mixed.ask('asdf')).parts), /^I could not find/);
  await mixed.end();
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const documents: Record<string, string> = {
  'hotel.md': `# Hotel

## Doppelzimmer

Die Doppelzimmer haben einen Balkon zum See. 119 € pro Nacht.

## Frühstück

Das Buffet gibt es von 7 bis 10 Uhr.

## Haustiere

Hunde schlafen für 12 € mit im Zimmer.

## Rechnungen

Rechnungen schicken wir per E-Mail.

## Massage

Eine Massage dauert 50 Minuten.
`,
  'banco.md': `# Banco

## Tarjeta robada

Bloquee la tarjeta en la aplicación.
`,
  'musee.md': `# Musée

## Billets

Plein tarif : 14 €. Tarif réduit : 9 €.

## Animaux

Les chiens ne sont pas admis.

## L’audioguide

On le prend à l’entrée.
`,
  'clinic.md': `# العيادة

## مواعيد العمل

من الأحد إلى الخميس من الساعة 9 حتى 8.

## طرق الدفع

نقبل الدفع نقدًا وبالبطاقة.
`,
  'school.md': `# विद्यालय

## वर्दी

सभी छात्रों को वर्दी पहनना अनिवार्य है।

## मोबाइल फोन

विद्यालय में मोबाइल फोन लाना मना है।
`,
};

documents['daten.html'] = '<main><h1>Daten&shy;schutz</h1><p>Löschen lassen Sie sie per Brief.</p></main>';
documents['museo.md'] = `# Museo

## Laboratori

Gli insegnanti li prenotano per e-mail.

## Fotografie

Senza flash.
`;
documents['kargo.md'] = `# Kargo

## Siparişler

Üç günde gelir.
`;
documents['okul.md'] = `# Okul

## Kayıt

Yeni öğrenciler haziran ayında gelir.

## Yüzme kursu

Havuz cuma günleri açıktır.
`;
documents['sklep.md'] = `# Sklep

## Faktura

Wysyłamy ją mailem.
`;
documents['sifria.md'] = `# ספרייה

## הרשמה

חינם לתושבי העיר.

## שעות פתיחה

בשבת סגור.
`;
documents['yeoksa.md'] = `# 박물관

## 삼각대

사용할 수 없습니다.
`;

const ANSWERED: readonly [question: string, place: RegExp][] = [
  ['Könnten Sie mir bitte sagen, wann man Frühstück haben kann?', /#frühstück$/],
  ['Dürfen eigentlich Hunde mit im Zimmer schlafen?', /#haustiere$/],
  ['Wie ist das mit dem Datenschutz?', /^\/docs\/daten/],
  ['Haben Sie Massagen?', /#massage$/],
  ['Est-ce que je peux venir avec un chien ?', /#animaux$/],
  ['Avez-vous un audioguide ?', /#l-?audioguide$/],
  ['Où prend-on l’audioguide ?', /#l-?audioguide$/],
  ['ما هي مواعيد العمل؟', /#مواعيد-العمل$/],
  ['ما هي طرق الدفع', /#طرق-الدفع$/],
  ['وما هي طرق دفع؟', /#طرق-الدفع$/],
  ['مواعيد عمل', /#مواعيد-العمل$/],
  ['क्या मोबाइल फोन ला सकते हैं?', /#मोबाइल-फोन$/],
  ['वर्दी के लिए क्या होना चाहिए?', /#वर्दी$/],
  ['Yüzme kursu ne zaman ve nerede?', /#yüzme-kursu$/],
  ['yuzme kursu icin ne lazim?', /#yüzme-kursu$/],
  ['Jak mogę dostać faktura proszę?', /#faktura$/],
  ['czy moge prosic, jesli to mozliwe, o faktura', /#faktura$/],
  ['삼각대 어떻게 되나요?', /#삼각대$/],
  ['come prenoto un laboratorio?', /#laboratori$/],
  ['siparişim nerede?', /#siparişler$/],
];

const UNANSWERED: readonly [question: string, says: RegExp][] = [
  ['Was kostet ein Fahrrad?', /^Darauf habe ich/],
  ['Könnten Sie mir bitte sagen, wie das Wetter wird?', /^Darauf habe ich/],
  ['Combien coûte une voiture ?', /^Je n’ai pas trouvé/],
  ['Yaz tatili ne zaman?', /^Belgelerde/],
  ['Czy sprzedajecie rowery?', /^W dokumentach/],
  ['¿Venden seguros?', /^No he encontrado/],
  ['ما هي عاصمة فرنسا؟', /^لم أجد/],
  ['هل عندكم طاقة شمسية؟', /^لم أجد/],
  ['भारत की राजधानी क्या है?', /^मुझे दस्तावेज़ों में/],
  ['日本の首相は誰ですか', /^資料の中に/],
  ['法国的首都是哪里？', /^我在文档中/],
  ['프랑스의 수도는 어디입니까?', /^문서에서/],
];

const SPOKEN_TO: readonly [word: string, says: RegExp][] = [
  ['bedankt', /^Wat wil je /],
  ['dziękuję', /^Co chcesz /],
  ['merci', /^Que souhaitez-vous .*\u00a0\?/],
];

describe('a visitor who asks in the language of the documents', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({ documents });
  });
  after(() => harness.end());

  for (const [question, place] of ANSWERED) {
    test(`is answered: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      const [citation] = parts.filter(isCitationPart);
      assert.match(decodeURIComponent(citation?.url ?? 'nothing'), place, textOf(parts));
    });
  }

  for (const [word, says] of SPOKEN_TO) {
    test(`is addressed as by the chat around the answer: ${word}`, async () => {
      assert.match(textOf((await harness.ask(word)).parts), says);
    });
  }

  for (const [question, says] of UNANSWERED) {
    test(`gets no invented answer: ${question}`, async () => {
      const { parts } = await harness.ask(question);
      assert.match(textOf(parts), says);
      assert.equal(parts.filter(isCitationPart).length, 0);
    });
  }
});

describe('a visitor whose few words do not reveal a language', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({
      documents: { 'sklep.md': '# Sklep\n\nTowar można zwrócić, jeśli nie jest używany.\n' },
    });
  });
  after(() => harness.end());

  test('is answered in the language of the documents', async () => {
    assert.match(textOf((await harness.ask('rowery')).parts), /^W dokumentach/);
  });

  test('is answered in the language of earlier questions', async () => {
    const { conversationId } = (await harness.ask('Do you have any of those bicycles?')).metadata;
    assert.match(textOf((await harness.ask('tandems', conversationId)).parts), /^I could not find/);
  });
});

describe('a visitor whose topic is a stop word of another language', () => {
  let harness: Harness;
  before(async () => {
    harness = await startService({
      documents: {
        'shop.md': `# Shop

## Size guide

Take one number more than you wear at home.

## Pro plan

For teams of up to ten people.

## Hats

We knit them of wool.
`,
        'magaza.md': '# Mağaza\n\n## Destek\n\nBize telefonla ulaşabilirsiniz.\n',
      },
    });
  });
  after(() => harness.end());

  for (const [question, says] of [
    ['Which size do I need?', /one number more/],
    ['what is in the Pro plan', /teams of up to ten/],
    ['Destek için size nasıl ulaşabilirim', /telefonla/],
  ] as const) {
    test(`is answered: ${question}`, async () => {
      assert.match(textOf((await harness.ask(question)).parts), says);
    });
  }
});

test('a question in a language without phrases of its own is answered in that of the documents', async t => {
  const harness = await startService({
    documents: { 'zimmer.md': '# Zimmer\n\nDie Zimmer haben einen Balkon.' },
  });
  t.after(() => harness.end());
  for (const question of [
    'Когда был открыт рынок?',
    'Πότε άνοιξε η αγορά;',
    'เปิดเมื่อไหร่',
    'Коли відкрили ринок?',
  ])
    assert.match(
      textOf((await harness.ask(question)).parts),
      /^Darauf habe ich in den Dokumenten keine Antwort/,
      question,
    );
});

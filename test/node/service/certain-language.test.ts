import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTextPart } from '../../../src/protocol/message.ts';
import { certainLanguageOf } from '../../../src/service/knowledge/language/certain-language.ts';
import { startService } from './harness.ts';

const KNOWN: Record<string, string> = {
  de: 'Sie können die Artikel innerhalb von 30 Tagen zurücksenden, wenn sie nicht benutzt wurden und noch in ihrer Schachtel sind.',
  en: '**Returns**\n\nYou can send anything back within 30 days, unused and in its box. The fee depends on the parcel.',
  fr: 'Vous pouvez renvoyer les articles dans les 30 jours, s’ils n’ont pas été utilisés et sont dans leur boîte.',
  it: 'Puoi restituire gli articoli entro 30 giorni, se non sono stati usati e sono nella loro scatola.',
  nl: 'U kunt de artikelen binnen 30 dagen terugsturen, als ze niet zijn gebruikt en nog in hun doos zitten. De kosten zijn voor u.',
};

/** Each has words in common with a language that is known. */
const UNKNOWN: Record<string, string> = {
  Afrikaans:
    'U kan die artikels binne 30 dae terugstuur, as hulle nie gebruik is nie en nog in hulle boks is. Die geld word terugbetaal soos u betaal het.',
  Bulgarian:
    'Можете да върнете артикулите в рамките на 30 дни след получаване на поръчката, ако не са използвани и са в кутията си.',
  Catalan:
    'Podeu tornar els articles durant els 30 dies següents a la recepció de la comanda, sempre que no s’hagin fet servir i siguin dins de la seva caixa.',
  Galician:
    'Pode devolver os artigos durante os 30 días seguintes á recepción do pedido, sempre que non se usasen e estean na súa caixa.',
  Malay:
    'Anda boleh memulangkan barang dalam tempoh 30 hari selepas menerima pesanan, jika ia tidak digunakan dan masih di dalam kotaknya.',
  Persian:
    'شما می‌توانید کالاها را تا ۳۰ روز پس از دریافت سفارش برگردانید، اگر استفاده نشده باشند و در جعبه خود باشند.',
  Slovak: 'Tovar môžete vrátiť do 30 dní od prevzatia objednávky, ak nebol použitý a je vo svojej krabici.',
  'a table': '| Parcel | Fee |\n| --- | --- |\n| up to 2 kg | free |\n| up to 10 kg | € 4.90 |',
  'a word': 'No.',
};

for (const [language, text] of Object.entries(KNOWN))
  test(`the language of a text of many function words is certain: ${language}`, () => {
    assert.equal(certainLanguageOf(text), language);
  });

for (const [what, text] of Object.entries(UNKNOWN))
  test(`the language is not guessed: ${what}`, () => {
    assert.equal(certainLanguageOf(text), undefined);
  });

test('an answer says its language', async () => {
  const harness = await startService({ documents: { 'returns.md': `# Rückgabe\n\n${KNOWN.de}\n` } });
  try {
    const [part] = (await harness.ask('Wie lange ist die Rückgabe der Artikel möglich?')).parts;
    assert.ok(part && isTextPart(part));
    assert.match(part.text, /30 Tagen/);
    assert.equal(part.language, 'de');
  } finally {
    await harness.end();
  }
});

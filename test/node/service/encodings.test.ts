import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeDocument } from '../../../src/service/knowledge/reading/decode-text.ts';
import { readDocument } from '../../../src/service/knowledge/reading/read-document.ts';

/** Text, and its bytes in an encoding that nothing declares. */
const SAMPLES: readonly [encoding: string, text: string, base64: string][] = [
  [
    'shift_jis',
    '営業時間は午前九時から午後五時までです。土曜日と日曜日は休みです。ご質問はお電話でどうぞ。',
    'iWOLxo6eitSCzYzfkU+L446egqmC54zfjOOM3I6egtyCxYLFgreBQpN5l2qT+oLGk/qXapP6gs2LeILdgsWCt4FCgrKOv5bigs2CqJNkmGKCxYLHgqSCvIFC',
  ],
  ['shift_jis', '送料は無料です。', 'kZeXv4LNlrOXv4LFgreBQg=='],
  [
    'euc_jp',
    '営業時間は午前九時から午後五時までです。土曜日と日曜日は休みです。ご質問はお電話でどうぞ。',
    'scS2yLv+tNakz7jhwbC25bv+pKuk6bjhuOW43rv+pN6kx6THpLmho8XazcvG/KTIxvzNy8b8pM+12aTfpMekuaGjpLS8wczkpM+kqsXFz8Okx6TJpKakvqGj',
  ],
  [
    'gbk',
    '我们的营业时间是上午九点到下午五点，周六和周日休息。如有问题请致电。',
    'ztLDx7XE06rStcqxvOTKx8nPzue+xbXjtb3Pws7nzuW146Os1tzB+brN1tzI1dDdz6Kho8jn09DOyszix+vWwrXnoaM=',
  ],
  ['gbk', '营业时间', '06rStcqxvOQ='],
  ['gbk', '请用冷水手洗帐篷，然后晾干。', 'x+vTw8Dky67K1s+01crF8aOsyLu688HAuMmhow=='],
  [
    'big5',
    '我們的營業時間是上午九點到下午五點，週六和週日休息。如有問題請致電。',
    'p9qtzKq6wOe3fq7JtqGsT6RXpMikRcJJqOykVaTIpK3CSaFBtmeku6lNtmek6aXwrqehQ6ZwprOw3cNEvdCtULlxoUM=',
  ],
  ['big5', '請用冷水手洗帳篷，然後晾乾。', 'vdClzqdOpPSk4qx+sWLBT6FBtU2r4bS9sK6hQw=='],
  [
    'euc_kr',
    '영업 시간은 오전 9시부터 오후 5시까지입니다. 토요일과 일요일은 쉽니다. 문의는 전화로 해 주세요.',
    'v7W+9yC9w7CjwLogv8DA/CA5vcO6zsXNIL/AyMQgNb3Dse7B9sDUtM+02S4gxeS/5MDPsPogwM+/5MDPwLogvbG0z7TZLiC5rsDHtMIgwPzIrbfOIMfYIMHWvLy/5C4=',
  ],
  ['euc_kr', '배송은 무료입니다.', 'uei828C6ILmrt+HA1LTPtNku'],
  [
    'koi8_r',
    'Мы работаем с девяти утра до пяти вечера. В субботу и воскресенье выходной. Звоните нам.',
    '7dkg0sHCz9TBxc0g0yDExdfR1Mkg1dTSwSDEzyDQ0dTJINfF3sXSwS4g9yDT1cLCz9TVIMkg18/Ty9LF08XO2MUg19nIz8TOz8ouIPrXz87J1MUgzsHNLg==',
  ],
  ['iso2022_jp', '返品は三十日以内です。', 'GyRCSlZJSiRPOzA9PUZ8MEpGYiRHJDkhIxsoQg=='],
  ['cp1251', 'ВОЗВРАТ ТОВАРА В ТЕЧЕНИЕ 30 ДНЕЙ', 'ws7HwtDA0iDSzsLA0MAgwiDSxdfFzcjFIDMwIMTNxck='],
  ['koi8_r', 'ВОЗВРАТ ТОВАРА В ТЕЧЕНИЕ 30 ДНЕЙ', '9+/69/Lh9CD07/fh8uEg9yD05f7l7unlIDMwIOTu5eo='],
  ['cp1251', 'Цены', '1uXt+w=='],
  ['koi8_r', 'Доставка бесплатная.', '5M/T1MHXy8EgwsXT0MzB1M7B0S4='],
  [
    'cp1251',
    'Мы работаем с девяти утра до пяти вечера. В субботу и воскресенье выходной. Звоните нам.',
    'zPsg8ODh7vLg5ewg8SDk5eL/8ugg8/Lw4CDk7iDv//LoIOLl9+Xw4C4gwiDx8+Hh7vLzIOgg4u7x6vDl8eXt/OUg4vv17uTt7ukuIMfi7u3o8uUg7eDsLg==',
  ],
  ['cp1251', 'Доставка бесплатная.', 'xO7x8uDi6uAg4eXx7+vg8u3g/y4='],
  [
    'cp1250',
    'Jesteśmy otwarci od dziewiątej do piątej. W soboty i niedziele zamknięte. Prosimy dzwonić. Źdźbło trawy, łąka, żółw.',
    'SmVzdGWcbXkgb3R3YXJjaSBvZCBkemlld2m5dGVqIGRvIHBpuXRlai4gVyBzb2JvdHkgaSBuaWVkemllbGUgemFta25p6nRlLiBQcm9zaW15IGR6d29uaeYuII9kn2KzbyB0cmF3eSwgs7lrYSwgv/Ozdy4=',
  ],
  [
    'cp1250',
    'Otevírací doba je od devíti do pěti. V sobotu a v neděli máme zavřeno. Příliš žluťoučký kůň.',
    'T3Rldu1yYWPtIGRvYmEgamUgb2QgZGV27XRpIGRvIHDsdGkuIFYgc29ib3R1IGEgdiBuZWTsbGkgbeFtZSB6YXb4ZW5vLiBQ+O1saZognmx1nW916Gv9IGv58i4=',
  ],
  [
    'cp1250',
    'Nyitva tartás: kilenctől ötig. Szombaton és vasárnap zárva. Hívjon minket, ha kérdése van, köszönjük.',
    'TnlpdHZhIHRhcnThczoga2lsZW5jdPVsIPZ0aWcuIFN6b21iYXRvbiDpcyB2YXPhcm5hcCB64XJ2YS4gSO12am9uIG1pbmtldCwgaGEga+lyZOlzZSB2YW4sIGv2c3r2bmr8ay4=',
  ],
  [
    'cp1252',
    'Wir haben von neun bis fünf geöffnet. Samstags und sonntags ist geschlossen. Grüße aus Köln.',
    'V2lyIGhhYmVuIHZvbiBuZXVuIGJpcyBm/G5mIGdl9mZmbmV0LiBTYW1zdGFncyB1bmQgc29ubnRhZ3MgaXN0IGdlc2NobG9zc2VuLiBHcvzfZSBhdXMgS/Zsbi4=',
  ],
  [
    'cp1252',
    'Ouvert de neuf heures à cinq heures, fermé le samedi et l’été – à bientôt.',
    'T3V2ZXJ0IGRlIG5ldWYgaGV1cmVzIOAgY2lucSBoZXVyZXMsIGZlcm3pIGxlIHNhbWVkaSBldCBskul06SCWIOAgYmllbnT0dC4=',
  ],
  [
    'cp1252',
    '¿Dónde está el baño? Mañana señor niño.',
    'v0TzbmRlIGVzdOEgZWwgYmHxbz8gTWHxYW5hIHNl8W9yIG5p8W8u',
  ],
  ['cp1252', 'Öffnungszeiten: täglich 9–17 Uhr', '1mZmbnVuZ3N6ZWl0ZW46IHTkZ2xpY2ggOZYxNyBVaHI='],
  [
    'cp1253',
    'Είμαστε ανοιχτά από τις εννέα έως τις πέντε. Το Σάββατο κλειστά.',
    'xd/s4fP05SDh7e/p9/TcIOHw/CD06fIg5e3t3eEg3fnyIPTp8iDw3e305S4g1O8g09zi4uH07yDq6+Xp8/TcLg==',
  ],
  [
    'cp1254',
    'Dokuzdan beşe kadar açığız. Cumartesi ve pazar günleri kapalıyız. Şimdi arayın, teşekkürler.',
    'RG9rdXpkYW4gYmX+ZSBrYWRhciBh5/3w/XouIEN1bWFydGVzaSB2ZSBwYXphciBn/G5sZXJpIGthcGFs/Xn9ei4g3mltZGkgYXJhef1uLCB0Zf5la2v8cmxlci4=',
  ],
];

describe('text in an undeclared encoding', () => {
  for (const [encoding, text, base64] of SAMPLES) {
    test(`is decoded: ${encoding}, ${text.slice(0, 24)}`, () => {
      const bytes = Buffer.from(base64, 'base64');
      assert.equal(decodeDocument(bytes), text);
      // Lines in ASCII around it do not matter.
      const ascii = Buffer.from('A line of English text.\n'.repeat(300));
      const long = Buffer.concat([ascii, bytes, Buffer.from('\n'), ascii]);
      assert.ok(decodeDocument(long).includes(text));
    });
  }

  test('is decoded in a file, and a table keeps its columns', async () => {
    const [, text, base64] = SAMPLES[0]!;
    const document = await readDocument('faq.txt', Buffer.from(base64, 'base64'), '');
    assert.deepEqual(
      document.passages.map(({ body }) => body),
      [text],
    );
  });

  test('is decoded between tags, which are in ASCII', async () => {
    for (const [, text, base64] of SAMPLES) {
      const page = ['<html><head><title>x</title></head><body><h1>FAQ</h1><p>', '</p></body></html>'];
      const bytes = [Buffer.from(page[0]!), Buffer.from(base64, 'base64'), Buffer.from(page[1]!)];
      const { passages } = await readDocument('faq.html', Buffer.concat(bytes), '');
      assert.equal(passages[0]?.body, text);
    }
  });

  test('is refused if no encoding makes sense of it', async () => {
    const bytes = Uint8Array.from({ length: 600 }, (_, i) => 0x80 + ((i * 7919) % 32));
    await assert.rejects(readDocument('x.txt', bytes, ''), {
      code: 'encoding',
      message: /has an encoding that cannot be detected; save it as UTF-8/,
    });
    const cyrillic = Buffer.from(SAMPLES.find(([encoding]) => encoding === 'cp1251')![2], 'base64');
    await assert.rejects(readDocument('x.txt', cyrillic, '', { charset: 'windows-1252' }), /encoding/);
  });
});

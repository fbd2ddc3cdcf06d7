import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadDocument } from '../../../src/service/knowledge/reading/document.ts';
import { readDocument } from '../../../src/service/knowledge/reading/read-document.ts';

const READABLE = '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding';
/** Text of a page: the font, and the codes of its characters in hexadecimal, or readable text. */
type Line = [font: string, codes: string];

/** A PDF with several fonts on its pages. `composite` fonts have two bytes for each character. */
function pdfWith(composite: Readonly<Record<string, string>>, pages: readonly (readonly Line[])[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const add = (body: string): string => `${objects.push(body)} 0 R`;
  const descriptor = add(
    '<< /Type /FontDescriptor /FontName /Own /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
  );
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor ${descriptor} >>`,
  );
  const fonts = Object.entries(composite).map(
    ([name, entries]) =>
      `/${name} ${add(`<< /Type /Font /Subtype /Type0 /BaseFont /Own ${entries} /DescendantFonts [${descendant}] >>`)}`,
  );
  const kids = pages.map(lines => {
    const content = lines
      .map(([font, text], i) => {
        const shown = font === 'Plain' ? `(${text})` : `<${text}>`;
        return `BT /${font} 12 Tf 50 ${700 - 30 * i} Td ${shown} Tj ET`;
      })
      .join('\n');
    const stream = add(`<< /Length ${content.length} >> stream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} /Resources << /Font << /Plain << /Type /Font ${READABLE} >> ${fonts.join(' ')} >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  const body = objects.map((object, i) => `${i + 1} 0 obj ${object} endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R >>`);
}

function codes(text: string, shift = 0): string {
  return [...text].map(char => (char.codePointAt(0)! + shift).toString(16).padStart(4, '0')).join('');
}

function textOf({ passages }: ReadDocument): [anchor: string, body: string][] {
  return passages.map(({ anchor, body }) => [anchor, body]);
}

test('pages with text in a font whose character map nobody knows are named, also beside readable text', async () => {
  const unknown: Line = ['Unknown', '01020304'];
  const pdf = pdfWith({ Unknown: '/Encoding /Own-Map-H' }, [
    [['Plain', 'Gates open at four.'], unknown],
    [['Plain', 'Dogs are welcome.']],
    [unknown, ['Plain', 'Tents cost 24 euros.']],
    [['Plain', '']],
  ]);
  const document = await readDocument('camp.pdf', pdf, '');
  assert.deepEqual(textOf(document), [
    ['page=1', 'Gates open at four.'],
    ['page=2', 'Dogs are welcome.'],
    ['page=3', 'Tents cost 24 euros.'],
  ]);
  assert.match(document.warning ?? '', /^was read in part: pages 1, 3 show text that cannot be read/);
});

for (const [what, shown] of [
  // Glyphs are numbered in the order of the font: "Refunds" in one with "A" as glyph 36, Cyrillic, Chinese.
  ['a Latin word', codes('Refunds', -29)],
  ['a Cyrillic word', codes('Возврат', -100)],
  ['Chinese', '0a3c1f0212b32a114d2017aa'],
  // Numbered anew in each file.
  ['numbers of control characters', '0001000200030004000500060002'],
  ['words with spaces', codes('Refunds within 30 days of a purchase at the latest', -29)],
] as const) {
  test(`glyph numbers of a font without a character map are not taken for text: ${what}`, async () => {
    const pdf = pdfWith({ Nameless: '/Encoding /Identity-H' }, [
      [
        ['Nameless', shown],
        ['Plain', 'Gates open at four.'],
      ],
    ]);
    const document = await readDocument('camp.pdf', pdf, '');
    assert.deepEqual(textOf(document), [['page=1', 'Gates open at four.']]);
    assert.match(document.warning ?? '', /^was read in part: page 1 shows text that cannot be read/);
  });
}

test('a font whose codes are those of Unicode is read', async () => {
  for (const text of [
    'Refunds within 30 days',
    'Возврат денег за 30 дней',
    '退款在三十天内。请带收据。',
    'Refunds',
  ]) {
    const pdf = pdfWith({ Named: '/Encoding /Identity-H /ToUnicode /Identity-H' }, [
      [['Named', codes(text)]],
    ]);
    const document = await readDocument('camp.pdf', pdf, '');
    assert.deepEqual(textOf(document), [['page=1', text]]);
    assert.equal(document.warning, undefined);
  }
});

test('letters that a font maps to private characters are not text, and bullets and stars are no loss', async () => {
  const own = '/Encoding /Identity-H /ToUnicode /Identity-H';
  const letters = codes('Refunds within 30 days', 0xe000);
  const lost = await readDocument(
    'camp.pdf',
    pdfWith({ Own: own }, [[['Plain', 'Gates open at four.']], [['Own', letters]]]),
    '',
  );
  assert.deepEqual(textOf(lost), [['page=1', 'Gates open at four.']]);
  assert.match(lost.warning ?? '', /^was read in part: page 2 shows text/);
  const icons = await readDocument(
    'camp.pdf',
    pdfWith({ Own: own }, [
      [
        ['Own', 'f0b7'],
        ['Plain', 'Gates open at four.'],
        ['Own', 'f005f005f005f006'],
      ],
    ]),
    '',
  );
  assert.match(icons.passages[0]!.body, /Gates open at four\./);
  assert.equal(icons.warning, undefined);
});

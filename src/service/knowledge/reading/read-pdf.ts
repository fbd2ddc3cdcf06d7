import { join } from 'node:path';
import { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
import { PassageCollector, type ReadDocument } from './document.ts';
import { PdfFonts } from './pdf-fonts.ts';
import { blocksOf, type PlacedText } from './pdf-lines.ts';
import { escapeStars } from './plain-text.ts';
import { Unreadable } from './unreadable.ts';

/** The predefined character maps, as the build copies them. A path: pdf.js reads no `file:` URL. */
const CMAPS = join(import.meta.dirname, '../../../../dist/cmaps/');
const PAGES_MAX = 5000;
/** Pages whose fonts are examined, besides those without text: it takes as long as reading their text. */
const FONT_PAGES = 1000;
/** Pages without text that are examined for what they show instead, which decodes their images. */
const EXAMINED_PAGES = 10;
/** Titles that programs write when the author gave none. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|html?|indd|pages|tex|dvi|qxd))$/i;

/** Reads the text of a PDF. The anchor of a passage is its page. @throws Unreadable */
export async function readPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  // Examining fonts goes through all that a page shows. Images contain no text, and decoding them takes time and memory.
  const pdf = await open(bytes, { fontExtraProperties: true, maxImageSize: 0 });
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable('too-large', `has more than ${PAGES_MAX} pages`);
    const fonts = new PdfFonts();
    const pages: Run[][] = [];
    const losesText: boolean[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const runs = await runsOf(page);
      pages.push(runs);
      losesText.push((number <= FONT_PAGES || runs.length === 0) && (await fonts.examine(page)));
    }
    const hasUnknownMaps = losesText.includes(true);
    const illegible = fonts.illegible(pages.flat());
    // A run that cannot be read may still end a line.
    const legible = pages.map(runs => runs.map(run => (illegible.has(run.font) ? { ...run, str: '' } : run)));
    const collector = new PassageCollector();
    for (const [i, blocks] of blocksOf(legible).entries()) {
      collector.setAnchor(`page=${i + 1}`);
      for (const { level, text } of blocks) {
        if (level > 0) collector.heading(level, text, `page=${i + 1}`);
        else collector.block(escapeStars(text));
      }
    }
    const document = collector.finish(fallbackTitle, await titleOf(pdf));
    for (const [i, runs] of pages.entries())
      losesText[i] ||= runs.some(({ font, str }) => illegible.get(font)?.hasLetters && str.trim() !== '');
    if (document.passages.length === 0 && losesText.includes(true))
      throw new Unreadable(
        'no-text',
        hasUnknownMaps
          ? 'contains no text that can be read: its fonts name a character map that is not known'
          : 'contains no text that can be read: its fonts have no character map',
      );
    const silent = legible.map((runs, i) => !losesText[i] && runs.every(({ str }) => str.trim() === ''));
    const images = await pagesWithImages(pdf, numbersOf(silent));
    if (document.passages.length === 0) throw new Unreadable('no-text', 'contains no text, only images');
    const unread = numbersOf(pages.map((_, i) => losesText[i] || images.has(i + 1)));
    return unread.length > 0 ? { ...document, warning: warningFor(unread) } : document;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(
  bytes: Uint8Array,
  options: Omit<Parameters<typeof getDocumentProxy>[1], 'data'>,
): Promise<Pdf> {
  const common = { verbosity: 0, cMapUrl: CMAPS, cMapPacked: true };
  return await getDocumentProxy(bytes, { ...common, ...options }).catch((error: unknown) => {
    const { name } = error as Error;
    throw name === 'PasswordException'
      ? new Unreadable('password', 'is protected by a password')
      : new Unreadable('damaged', 'is damaged, or not a PDF');
  });
}

interface Run extends PlacedText {
  font: string;
}

async function runsOf(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<Run[]> {
  const { items } = await page.getTextContent();
  return items.flatMap(item => {
    if (!('str' in item)) return [];
    const { str, width, hasEOL, fontName, transform } = item;
    const [, , c, d, x, y] = transform as number[];
    return [{ str, width, hasEOL, x: x!, y: y!, fontSize: Math.hypot(c!, d!), font: fontName }];
  });
}

/** Those of the given pages that show images. Pages after the first `EXAMINED_PAGES` are assumed to. */
async function pagesWithImages(pdf: Pdf, numbers: readonly number[]): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  const { OPS } = await getResolvedPDFJS();
  const showImage = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject];
  const withImages = await open(await pdf.getData(), {});
  try {
    const shown = new Set(numbers.slice(EXAMINED_PAGES));
    for (const number of numbers.slice(0, EXAMINED_PAGES)) {
      const page = await withImages.getPage(number);
      const operators = await page.getOperatorList().catch(() => undefined);
      if (!operators || showImage.some(code => operators.fnArray.includes(code))) shown.add(number);
    }
    return shown;
  } finally {
    await withImages.loadingTask.destroy();
  }
}

/** The page numbers, from 1, for which a value is true. */
function numbersOf(pages: readonly (boolean | undefined)[]): number[] {
  return pages.flatMap((is, i) => (is ? [i + 1] : []));
}

function warningFor(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  const named = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return [
    `was read in part: page${pages.length > 1 ? 's' : ''} ${named}`,
    `${pages.length > 1 ? 'show' : 'shows'} text that cannot be read, as images or in fonts without a character map.`,
    'Run the file through text recognition (OCR).',
  ].join(' ');
}

async function titleOf(pdf: Pdf): Promise<string | undefined> {
  const { info } = await getMeta(pdf).catch(() => ({ info: {} as Record<string, unknown> }));
  const title = typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : '';
  return title === '' || NO_TITLE.test(title) ? undefined : title;
}

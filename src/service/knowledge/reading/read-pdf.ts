import { join } from 'node:path';
import { getDocumentProxy, getMeta } from 'unpdf';
import { isLegible } from './decode-text.ts';
import { PassageCollector, type ReadDocument } from './document.ts';
import { blocksOf, type PlacedText } from './pdf-lines.ts';
import { escapeStars } from './plain-text.ts';
import { Unreadable } from './unreadable.ts';

/** The predefined character maps, as the build copies them. A path: pdf.js reads no `file:` URL. */
const CMAPS = join(import.meta.dirname, '../../../../dist/cmaps/');
const PAGES_MAX = 5000;
/** Pages without text that are examined for what they show instead, which decodes their images. */
const EXAMINED_PAGES = 10;
/** `OPS.showText` of pdf.js, and the operators that draw images. */
const SHOW_TEXT = 44;
const SHOW_IMAGE = [83, 85, 86];
const WORD = /[\p{L}\p{N}]/u;
/** Titles that programs write when the author gave none. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|html?|indd|pages|tex|dvi|qxd))$/i;

/** Reads the text of a PDF. The anchor of a passage is its page. @throws Unreadable */
export async function readPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, cMapUrl: CMAPS, cMapPacked: true }).catch(
    (error: unknown) => {
      const { name } = error as Error;
      throw name === 'PasswordException'
        ? new Unreadable('password', 'is protected by a password')
        : new Unreadable('damaged', 'is damaged, or not a PDF');
    },
  );
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable('too-large', `has more than ${PAGES_MAX} pages`);
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, i) => runsOf(pdf, i + 1)));
    const illegible = illegibleFonts(pages.flat());
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
    const losesText = pages.map(runs => runs.some(({ font, str }) => illegible.has(font) && WORD.test(str)));
    if (document.passages.length === 0 && losesText.includes(true))
      throw new Unreadable('no-text', 'contains no text that can be read: its fonts have no character map');
    const silent = legible.map((runs, i) => !losesText[i] && runs.every(({ str }) => str.trim() === ''));
    const shown = await shownOn(pdf, numbersOf(silent));
    if (document.passages.length === 0)
      throw new Unreadable(
        'no-text',
        [...shown.values()].includes('text')
          ? 'contains no text that can be read: its fonts name a character map that is not known'
          : 'contains no text, only images',
      );
    const unread = numbersOf(pages.map((_, i) => losesText[i] || shown.has(i + 1)));
    return unread.length > 0 ? { ...document, warning: warningFor(unread) } : document;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface Run extends PlacedText {
  font: string;
}

async function runsOf(pdf: Pdf, number: number): Promise<Run[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items.flatMap(item => {
    if (!('str' in item)) return [];
    const { str, width, hasEOL, fontName, transform } = item;
    const [, , c, d, x, y] = transform as number[];
    return [{ str, width, hasEOL, x: x!, y: y!, fontSize: Math.hypot(c!, d!), font: fontName }];
  });
}

/** Fonts that were embedded without a map from glyphs to characters. */
function illegibleFonts(runs: readonly Run[]): Set<string> {
  const byFont = Map.groupBy(runs, ({ font }) => font);
  const isIllegible = (own: readonly Run[]): boolean => !isLegible(own.map(({ str }) => str).join(''));
  return new Set([...byFont].filter(([, own]) => isIllegible(own)).map(([font]) => font));
}

/** What pages without readable text show. Empty pages are left out; of many pages, only the first are examined. */
async function shownOn(pdf: Pdf, numbers: readonly number[]): Promise<Map<number, 'text' | 'images'>> {
  const shown = new Map<number, 'text' | 'images'>();
  for (const [i, number] of numbers.entries()) {
    const page = i < EXAMINED_PAGES ? await pdf.getPage(number) : undefined;
    const operators = await page?.getOperatorList().catch(() => undefined);
    if (operators?.fnArray.includes(SHOW_TEXT)) shown.set(number, 'text');
    else if (!operators || SHOW_IMAGE.some(code => operators.fnArray.includes(code)))
      shown.set(number, 'images');
  }
  return shown;
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

import { getResolvedPDFJS } from 'unpdf';
import { isLegible } from './decode-text.ts';

type Page = Awaited<ReturnType<import('unpdf/pdfjs').PDFDocumentProxy['getPage']>>;

const CONTROL = /\p{Cc}/u;
const SPACE = /[\u0020\u3000-\u3002]/gu;
/** The share of spaces, and of Chinese and Japanese punctuation, in text. */
const SPACES_MIN = 0.02;
const SPACES_MAX = 0.4;
/** Different characters that a font shows if they are letters. Fewer are bullets. */
const LETTERS_MIN = 4;
/** The same for characters in private use: there may be several icons. */
const PRIVATE_LETTERS_MIN = 8;

/** Finds the fonts of a PDF whose text cannot be read, page by page. Open the document without images. */
export class PdfFonts {
  /** By font without a character map: the characters shown, with glyph codes read as Unicode. */
  readonly #unmapped = new Map<string, string[]>();

  /** Whether a page shows text in a font that could not be loaded, such as one with an unknown character map. */
  async examine(page: Page): Promise<boolean> {
    const { AnnotationMode, OPS } = await getResolvedPDFJS();
    const operators = await page
      .getOperatorList({ annotationMode: AnnotationMode.DISABLE })
      .catch(() => undefined);
    const { fnArray, argsArray } = operators ?? { fnArray: [], argsArray: [] };
    const fonts = new Map<string, unknown>();
    const outer: (string | undefined)[] = [];
    let font: string | undefined;
    let isSilent = false;
    for (const [i, operator] of fnArray.entries()) {
      const args = argsArray[i] as unknown[];
      if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) outer.push(font);
      else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) font = outer.pop() ?? font;
      else if (operator === OPS.setFont || operator === OPS.setGState) font = fontSetBy(args) ?? font;
      else if (operator === OPS.showText && font !== undefined) {
        if (!fonts.has(font)) fonts.set(font, await loaded(page, font));
        const glyphs = (args[0] as unknown[]).filter(isGlyph);
        isSilent ||= glyphs.length === 0 && typeof fonts.get(font) === 'string';
        if (isUnmapped(fonts.get(font))) this.#add(font, glyphs);
      }
    }
    page.cleanup();
    return isSilent;
  }

  /** Fonts whose extracted text differs from what the page shows, and whether that text has letters. */
  illegible(runs: readonly { font: string; str: string }[]): Map<string, { hasLetters: boolean }> {
    const found = new Map<string, { hasLetters: boolean }>();
    for (const [font, own] of Map.groupBy(runs, ({ font }) => font)) {
      const text = own.map(({ str }) => str).join('');
      const codes = this.#unmapped.get(font);
      if (isLegible(text) && !hasPrivateLetters(text) && (codes === undefined || isUnicode(codes))) continue;
      found.set(font, { hasLetters: new Set(text.match(/\S/gu)).size >= LETTERS_MIN });
    }
    return found;
  }

  #add(font: string, glyphs: readonly Glyph[]): void {
    const shown = this.#unmapped.get(font) ?? [];
    this.#unmapped.set(font, shown);
    for (const { unicode } of glyphs) shown.push(unicode);
  }
}

interface Glyph {
  unicode: string;
}

function isGlyph(item: unknown): item is Glyph {
  return typeof item === 'object' && item !== null && 'unicode' in item;
}

/** The font that `setFont`, or an entry of `setGState`, names. */
function fontSetBy([first]: readonly unknown[]): string | undefined {
  if (typeof first === 'string') return first;
  const entry = Array.isArray(first) ? first.find(([key]: unknown[]) => key === 'Font') : undefined;
  return (entry as [string, [string]] | undefined)?.[1][0];
}

/** A font, or a message if it could not be loaded. */
async function loaded(page: Page, name: string): Promise<unknown> {
  return await new Promise(resolve => page.commonObjs.get(name, resolve));
}

/** Whether the codes of a font are taken for those of Unicode. Mostly they are numbers of glyphs. */
function isUnmapped(font: unknown): boolean {
  const { composite, toUnicode } = Object(font) as { composite?: boolean; toUnicode?: object };
  return composite === true && toUnicode !== undefined && 'firstChar' in toUnicode;
}

/** Whether codes make sense as those of Unicode: with spaces, or in small letters. */
function isUnicode(codes: readonly string[]): boolean {
  const text = codes.join('');
  if (CONTROL.test(text)) return false;
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  const spaces = (text.match(SPACE)?.length ?? 0) / codes.length;
  const small = (text.match(/[a-z]/g)?.length ?? 0) / codes.length;
  return (spaces >= SPACES_MIN && spaces <= SPACES_MAX) || small >= 0.5;
}

function hasPrivateLetters(text: string): boolean {
  const others = new Set(text.match(/\p{Co}/gu));
  return others.size >= PRIVATE_LETTERS_MIN && (text.match(/\p{Co}/gu)?.length ?? 0) > text.length / 2;
}

import { joinLines } from './join-lines.ts';
import { type Cell, tableAt } from './pdf-tables.ts';

/** One run of text as a PDF places it. */
export interface PlacedText {
  str: string;
  x: number;
  width: number;
  /** From the bottom of the page upwards. */
  y: number;
  fontSize: number;
  hasEOL: boolean;
}

export interface Line {
  text: string;
  /** Its words, parted where there is much room between them. */
  cells: Cell[];
  /** Whether it begins with the mark of a point, such as "1.", and then much room. */
  isPoint: boolean;
  y: number;
  fontSize: number;
}

/** A paragraph (level 0) or a heading (1 is the largest) of a page. */
export interface PdfBlock {
  level: number;
  text: string;
}

const HEADING_RATIO = 1.15;
const HEADING_LENGTH = 150;
const HEADING_LEVELS = 3;
/** Lines further apart than this many times their size begin a paragraph. */
const PARAGRAPH_GAP = 1.6;
/** A line at the edge of this share of the pages, and of three at least, is no part of the text. */
const REPEATED = 0.5;
const EDGE_LINES = 3;
/** What browsers print below a page, and above it where they do. */
const PRINTED_BELOW = /^[a-z]+:\/\/\S+ \d+\/\d+$/i;
const PRINTED_ABOVE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}/;
/** Words further apart than this many times their size stand in two cells. */
const CELL_GAP = 0.9;
/** What stands before the points of a list; the last two are those of Word's symbol fonts. */
const POINT = /^[•●◦▪■‣⁃\uf0b7\uf0a7]\s*/;
/** What begins a point, where it stands apart from its words. */
const MARK = /^(?:[•●◦▪■‣⁃\uf0b7\uf0a7*–-]|\(?(?:\d{1,3}|\p{L})[.)])$/u;

/** A PDF knows places, not paragraphs: finds lines, paragraphs and headings by distance and size, page by page. */
export function blocksOf(pages: readonly (readonly PlacedText[])[]): PdfBlock[][] {
  const lines = pages.map(page => withoutPrint(linesOf(page)));
  const body = bodySize(lines.flat());
  const running = runningLines(lines);
  const isRunning = (line: Line | undefined): boolean =>
    line !== undefined && line.fontSize < body * HEADING_RATIO && running.has(pattern(line));
  const kept = lines.map(page => withoutEdges(page, isRunning));
  const sizes = [...new Set(kept.flat().map(line => line.fontSize))]
    .filter(size => size >= body * HEADING_RATIO)
    .sort((a, b) => b - a);
  const levelOf = (line: Line): number => {
    const level = line.text.length > HEADING_LENGTH ? -1 : sizes.indexOf(line.fontSize);
    return level === -1 ? 0 : Math.min(level + 1, HEADING_LEVELS);
  };
  return kept.map(page => paragraphs(page, levelOf));
}

function linesOf(items: readonly PlacedText[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  const end = (): void => {
    if (line) lines.push(finished(line));
    line = undefined;
  };
  for (const item of items) {
    const { str, y, fontSize, hasEOL } = item;
    if (str.trim() !== '') {
      line ??= { text: '', cells: [], isPoint: false, y, fontSize: 0 };
      line.fontSize = Math.max(line.fontSize, Math.round(fontSize * 2) / 2);
      addCell(line.cells, item);
    } else if (line) line.cells.at(-1)!.text += str;
    if (line) line.text += str;
    if (hasEOL) end();
  }
  end();
  return lines;
}

function addCell(cells: Cell[], { str, x, width, fontSize }: PlacedText): void {
  const last = cells.at(-1);
  if (last && x - last.right <= CELL_GAP * fontSize) {
    last.text += str;
    last.left = Math.min(last.left, x);
    last.right = Math.max(last.right, x + width);
  } else cells.push({ text: str, left: x, right: x + width });
}

function finished(line: Line): Line {
  const cells = line.cells.map(cell => ({ ...cell, text: plain(cell.text) }));
  const [mark, words, ...rest] = cells;
  const isPoint = words !== undefined && MARK.test(mark!.text);
  return {
    ...line,
    text: plain(line.text),
    cells: isPoint ? [{ ...words, left: mark!.left }, ...rest] : cells,
    isPoint,
  };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Of a page alone nothing else tells that it is no part of the text: its address may be a folder of its owner's. */
function withoutPrint(page: readonly Line[]): Line[] {
  if (!page.some(({ text }) => PRINTED_BELOW.test(text))) return [...page];
  const top = page.reduce((highest, { y }) => Math.max(highest, y), Number.NEGATIVE_INFINITY);
  return page.filter(({ text, y }) => !PRINTED_BELOW.test(text) && !(y === top && PRINTED_ABOVE.test(text)));
}

/** Page headers and footers: the same on many pages but for the number. */
function runningLines(pages: readonly Line[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.map(pattern))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * REPEATED);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

/** Headers stand first on a page and footers last; what repeats in between is text. */
function withoutEdges(page: readonly Line[], isRunning: (line: Line | undefined) => boolean): Line[] {
  let from = 0;
  let to = page.length;
  while (from < EDGE_LINES && isRunning(page[from])) from++;
  while (page.length - to < EDGE_LINES && to > from && isRunning(page[to - 1])) to--;
  return page.slice(from, to);
}

/** The same text elsewhere on the page is another line. */
function pattern(line: Line): string {
  return `${Math.round(line.y / 4)} ${line.text.replace(/\d+/g, '#')}`;
}

/** The size most of the letters have. */
function bodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { fontSize, text } of lines) letters.set(fontSize, (letters.get(fontSize) ?? 0) + text.length);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function paragraphs(lines: readonly Line[], levelOf: (line: Line) => number): PdfBlock[] {
  const blocks: PdfBlock[] = [];
  let last: { line: Line; block: PdfBlock } | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const level = levelOf(line);
    const table = level === 0 && !line.isPoint ? tableAt(lines, i) : undefined;
    if (table) {
      blocks.push({ level, text: table.text });
      i += table.rows - 1;
      last = undefined;
      continue;
    }
    const isPoint = level === 0 && (line.isPoint || POINT.test(line.text));
    const text = isPoint ? line.text.replace(POINT, '- ') : line.text;
    const gap = last ? last.line.y - line.y : 0;
    const isNear = last && gap >= 0 && gap <= PARAGRAPH_GAP * last.line.fontSize;
    if (last?.block.level === level && isNear && areBelow(last.line, line))
      last.block.text = isPoint ? `${last.block.text}\n${text}` : joinLines(last.block.text, text);
    else blocks.push({ level, text });
    last = { line, block: blocks.at(-1)! };
  }
  return blocks;
}

/** Whether a line stands below another, and not beside it, as the next cell of a table or the next column does. */
function areBelow(upper: Line, lower: Line): boolean {
  return upper.cells[0]!.left < lower.cells.at(-1)!.right && lower.cells[0]!.left < upper.cells.at(-1)!.right;
}

import { type Cell, joinLines, tableAt } from './pdf-tables.ts';

/** A run of text with its position on the page. */
export interface PlacedText {
  str: string;
  x: number;
  width: number;
  /** Distance from the bottom of the page. */
  y: number;
  fontSize: number;
  hasEOL: boolean;
}

export interface Line {
  text: string;
  /** Its words, split at wide gaps. */
  cells: Cell[];
  /** Whether it begins with a list marker such as "1." and a wide gap. */
  isListItem: boolean;
  y: number;
  fontSize: number;
}

/** A paragraph (level 0) or a heading (level 1 is the largest) of a page. */
export interface PdfBlock {
  level: number;
  text: string;
}

const HEADING_RATIO = 1.15;
const HEADING_LENGTH = 150;
const HEADING_LEVELS = 3;
/** Largest line distance within a paragraph, as a multiple of the font size. */
const PARAGRAPH_GAP = 1.6;
/** A line at the edge of this share of the pages, and at least three, is a page header or footer. */
const REPEATED = 0.5;
const EDGE_LINES = 3;
/** Footer and header that browsers print. */
const PRINTED_BELOW = /^[a-z]+:\/\/\S+ \d+\/\d+$/i;
const PRINTED_ABOVE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}/;
/** Largest gap between words of a cell, as a multiple of the font size. */
const CELL_GAP = 0.9;
/** Bullets of lists; the last two are those of Word's symbol fonts. */
const BULLET = /^[•●◦▪■‣⁃\uf0b7\uf0a7]\s*/;
/** List markers that may stand apart from the item. */
const LIST_MARKER = /^(?:[•●◦▪■‣⁃\uf0b7\uf0a7*–-]|\(?(?:\d{1,3}|\p{L})[.)])$/u;

/** Finds paragraphs and headings by position and font size, page by page. */
export function blocksOf(pages: readonly (readonly PlacedText[])[]): PdfBlock[][] {
  const lines = pages.map(page => withoutPrintMarks(linesOf(page)));
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
      line ??= { text: '', cells: [], isListItem: false, y, fontSize: 0 };
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
  const isListItem = words !== undefined && LIST_MARKER.test(mark!.text);
  return {
    ...line,
    text: plain(line.text),
    cells: isListItem ? [{ ...words, left: mark!.left }, ...rest] : cells,
    isListItem,
  };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Removes the header and footer that a browser printed. On a single page nothing repeats that would reveal them. */
function withoutPrintMarks(page: readonly Line[]): Line[] {
  if (!page.some(({ text }) => PRINTED_BELOW.test(text))) return [...page];
  const top = page.reduce((highest, { y }) => Math.max(highest, y), Number.NEGATIVE_INFINITY);
  return page.filter(({ text, y }) => !PRINTED_BELOW.test(text) && !(y === top && PRINTED_ABOVE.test(text)));
}

/** Page headers and footers: lines that repeat on many pages, except for numbers. */
function runningLines(pages: readonly Line[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.map(pattern))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * REPEATED);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

/** Removes headers and footers at the edges of a page. Lines that repeat in between are text. */
function withoutEdges(page: readonly Line[], isRunning: (line: Line | undefined) => boolean): Line[] {
  let from = 0;
  let to = page.length;
  while (from < EDGE_LINES && isRunning(page[from])) from++;
  while (page.length - to < EDGE_LINES && to > from && isRunning(page[to - 1])) to--;
  return page.slice(from, to);
}

/** Identifies a repeated line by its position and text. */
function pattern(line: Line): string {
  return `${Math.round(line.y / 4)} ${line.text.replace(/\d+/g, '#')}`;
}

/** The font size of most letters. */
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
    const table = level === 0 && !line.isListItem ? tableAt(lines, i) : undefined;
    if (table) {
      blocks.push({ level, text: table.text });
      i += table.rows - 1;
      last = undefined;
      continue;
    }
    const isListItem = level === 0 && (line.isListItem || BULLET.test(line.text));
    const text = isListItem ? line.text.replace(BULLET, '- ') : line.text;
    const gap = last ? last.line.y - line.y : 0;
    const isNear = last && gap >= 0 && gap <= PARAGRAPH_GAP * last.line.fontSize;
    if (last?.block.level === level && isNear && areBelow(last.line, line))
      last.block.text = isListItem ? `${last.block.text}\n${text}` : joinLines(last.block.text, text);
    else blocks.push({ level, text });
    last = { line, block: blocks.at(-1)! };
  }
  return blocks;
}

/** Whether a line is below another, and not beside it as in the next column. */
function areBelow(upper: Line, lower: Line): boolean {
  return upper.cells[0]!.left < lower.cells.at(-1)!.right && lower.cells[0]!.left < upper.cells.at(-1)!.right;
}

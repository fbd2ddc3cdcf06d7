/** Adjacent words of a line, and their horizontal position. */
export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** The part of a line that table detection needs. */
interface Row {
  cells: readonly Cell[];
  y: number;
  fontSize: number;
}

const ROWS_MIN = 2;
const COLUMNS_MAX = 30;
/** Largest distance of two rows of a table, as a multiple of the font size. */
const ROW_GAP = 3.5;
/** When cells are text in columns: enough lines, of enough letters, enough of which begin in lower case. */
const PROSE = { lines: 3, letters: 20, continued: 0.5 };

/**
 * Detects a table that begins at a line: rows whose cells are aligned in columns. Returns Markdown; for text in columns, one
 * column after the other.
 */
export function tableAt(lines: readonly Row[], from: number): { rows: number; text: string } | undefined {
  const head = lines[from]!;
  if (head.cells.length < 2 || head.cells.length > COLUMNS_MAX) return undefined;
  const columns: Cell[] = head.cells.map(cell => ({ ...cell }));
  const rows: string[][] = [];
  for (let last = head, at = from; at < lines.length; at++) {
    const line = lines[at]!;
    const gap = last.y - line.y;
    if (at > from && (gap <= 0 || gap > ROW_GAP * last.fontSize)) break;
    const row = line.cells.length > 1 ? rowIn(columns, line.cells) : undefined;
    if (!row) break;
    rows.push(row);
    last = line;
  }
  if (rows.length < ROWS_MIN) return undefined;
  return { rows: rows.length, text: isProse(rows) ? columnsOf(rows) : markdownOf(rows) };
}

/** Assigns the cells of a row to columns, and widens these. Undefined if a cell overlaps no column or two. */
function rowIn(columns: Cell[], cells: readonly Cell[]): string[] | undefined {
  if (cells.length > columns.length) return undefined;
  const row = columns.map(() => '');
  const widened = columns.map(column => ({ ...column }));
  for (const { text, left, right } of cells) {
    const over = columns.flatMap((column, i) => (left < column.right && column.left < right ? [i] : []));
    const [i] = over;
    if (over.length !== 1 || i === undefined || row[i] !== '') return undefined;
    row[i] = text;
    widened[i]!.left = Math.min(widened[i]!.left, left);
    widened[i]!.right = Math.max(widened[i]!.right, right);
  }
  if (widened.some((column, i) => i > 0 && column.left < widened[i - 1]!.right)) return undefined;
  columns.splice(0, columns.length, ...widened);
  return row;
}

function markdownOf([head = [], ...rest]: readonly string[][]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

function isProse(rows: readonly string[][]): boolean {
  const cells = rows.flat().filter(cell => cell !== '');
  const letters = cells.reduce((sum, cell) => sum + cell.length, 0);
  const next = rows.slice(1).flat();
  const continued = next.filter(cell => /^\p{Ll}/u.test(cell));
  return (
    rows.length >= PROSE.lines &&
    letters >= PROSE.letters * cells.length &&
    continued.length >= PROSE.continued * next.length
  );
}

function columnsOf(rows: readonly string[][]): string {
  const columns = rows[0]!.map((_, i) => rows.flatMap(row => row[i] || []));
  return columns.map(lines => lines.reduce(joinLines)).join('\n\n');
}

/** Joins two lines of a paragraph. Removes the hyphen of a divided word, and keeps one that belongs to it: "E-Mail". */
export function joinLines(before: string, after: string): string {
  if (/[\p{L}\p{N}]-$/u.test(before) && /^[\p{Lu}\p{N}]/u.test(after)) return before + after;
  const isDivided = /\p{Ll}[-\u00AD]$/u.test(before) && /^\p{Ll}/u.test(after);
  return isDivided ? before.slice(0, -1) + after : `${before} ${after}`;
}

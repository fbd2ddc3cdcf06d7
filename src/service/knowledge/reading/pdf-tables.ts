import { joinLines } from './join-lines.ts';

/** Words of a line that stand together, and from where to where. */
export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** Lines of one page, as far as a table is seen in them. */
interface Row {
  cells: readonly Cell[];
  y: number;
  fontSize: number;
}

const ROWS_MIN = 2;
const COLUMNS_MAX = 30;
/** Rows further apart than this many times their size are of two tables. */
const ROW_GAP = 3.5;
/** Text in columns has at least so many lines, of so many letters, of which so many go on with a small letter. */
const PROSE = { lines: 3, letters: 20, goingOn: 0.5 };

/**
 * The table that begins with a line: rows whose cells stand one below the other, with room between the columns, as
 * Markdown. Where they are text that was set in columns, one column after the other. Undefined where there is none.
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

/** The cells of a row by column, which grow with them. Undefined where one stands in no column, or in two. */
function rowIn(columns: Cell[], cells: readonly Cell[]): string[] | undefined {
  if (cells.length > columns.length) return undefined;
  const row = columns.map(() => '');
  const grown = columns.map(column => ({ ...column }));
  for (const { text, left, right } of cells) {
    const over = columns.flatMap((column, i) => (left < column.right && column.left < right ? [i] : []));
    const [i] = over;
    if (over.length !== 1 || i === undefined || row[i] !== '') return undefined;
    row[i] = text;
    grown[i]!.left = Math.min(grown[i]!.left, left);
    grown[i]!.right = Math.max(grown[i]!.right, right);
  }
  if (grown.some((column, i) => i > 0 && column.left < grown[i - 1]!.right)) return undefined;
  columns.splice(0, columns.length, ...grown);
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
  const goingOn = next.filter(cell => /^\p{Ll}/u.test(cell));
  return (
    rows.length >= PROSE.lines &&
    letters >= PROSE.letters * cells.length &&
    goingOn.length >= PROSE.goingOn * next.length
  );
}

function columnsOf(rows: readonly string[][]): string {
  const columns = rows[0]!.map((_, i) => rows.flatMap(row => row[i] || []));
  return columns.map(lines => lines.reduce(joinLines)).join('\n\n');
}

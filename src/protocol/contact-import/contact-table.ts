import { unescapeFormula } from '../contact-csv.ts';
import { CONTACT_MAX } from '../limits.ts';
import { isTree } from '../settings.ts';

/** A contact file as a table. */
export interface ContactTable {
  columns: string[];
  rows: unknown[][];
  /** The number of each row: in CSV as a spreadsheet counts (the header is row 1), in JSON the position of the entry. */
  numbers: number[];
}

/** Whether a file has no header row: its first row already holds an address. */
function isHeadless(firstRow: readonly string[]): boolean {
  return firstRow.some(cell => looksLikeEmail(cell.trim()));
}

/** Gives every column a unique name, also one that has cells and no heading, so that no cell is dropped silently. */
function headings(cells: readonly string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.max(cells.length, width) }, (_, i) => {
    const wanted = (cells[i] ?? '').replace(/^\ufeff/, '').trim() || `column ${i + 1}`;
    let name = wanted;
    for (let n = 2; seen.has(name); n++) name = `${wanted} ${n}`;
    seen.add(name);
    return name;
  });
}

/** The number of cells up to the last one that is not blank. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex(cell => cell.trim() !== '') + 1;
}

/** Turns an entry of a JSON file into a row. `places` maps each column name met so far to its index, and grows. */
export function cellsOf(entry: unknown, places: Map<string, number>): unknown[] {
  const row: unknown[] = [];
  for (const [name, value] of Object.entries(isTree(entry) ? entry : {})) {
    if (!places.has(name)) places.set(name, places.size);
    row[places.get(name)!] = value;
  }
  return row;
}

/** Enough to recognise a column of addresses; `contactInputSchema` decides whether an address is valid. */
export function looksLikeEmail(cell: string): boolean {
  // Checked first: on a very long cell the pattern would take minutes.
  return cell.length <= CONTACT_MAX.email && /^\S+@\S+\.\S+$/.test(cell);
}

/** Collects the rows of a CSV file into a table. */
export class CsvRows {
  readonly #rows: string[][] = [];
  readonly #numbers: number[] = [];
  /** Rows so far, as a spreadsheet counts them. */
  #count = 0;
  #head: string[] | undefined;
  #width = 0;

  get size(): number {
    return this.#rows.length;
  }

  get table(): ContactTable {
    const columns = headings(this.#head ?? [], this.#width);
    return { columns, rows: this.#rows, numbers: this.#numbers };
  }

  /**
   * @param fault Papa Parse's code for an error in the row's quotes
   * @returns the number of a row that is rejected because its open quote swallowed what follows, other rows included
   */
  add(cells: readonly string[], fault: string | undefined): number | undefined {
    this.#count++;
    if (cells.every(cell => cell.trim() === '')) return undefined;
    if (hasOpenQuote(fault, cells)) return this.#count;
    if (!this.#head && isHeadless(cells)) this.#head = [];
    if (this.#head) {
      this.#rows.push(cells.map(cleanCell));
      this.#numbers.push(this.#count);
    }
    this.#head ??= [...cells];
    this.#width = Math.max(this.#width, widthOf(cells));
    return undefined;
  }
}

/** Whether a quote is never closed, or closes inside its cell. The codes are Papa Parse's. */
function hasOpenQuote(fault: string | undefined, cells: readonly string[]): boolean {
  return (
    fault === 'MissingQuotes' || (fault === 'InvalidQuotes' && cells.some(cell => /[\r\n]./s.test(cell)))
  );
}

/** Where rows end in CR LF, the last cell still has the CR. */
function cleanCell(cell: string): string {
  return unescapeFormula(cell.replace(/\r$/, '')).trim();
}

import { unguard } from '../formula-guard.ts';
import { type ContactTable, headings, isHeadless, widthOf } from './contact-table.ts';

/** The rows of a CSV file as a table, whichever way its parser hands them over. */
export class CsvRows {
  readonly #rows: string[][] = [];
  readonly #numbers: number[] = [];
  /** Of rows so far, as a spreadsheet counts them. */
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
   * @param fault the parser's code for what is wrong with the row's quotes
   * @returns the number of a row that is not taken: what follows the quote it opens is swallowed, whole rows too
   */
  add(cells: readonly string[], fault: string | undefined): number | undefined {
    this.#count++;
    if (cells.every(cell => cell.trim() === '')) return undefined;
    if (isOpen(fault, cells)) return this.#count;
    if (!this.#head && isHeadless(cells)) this.#head = [];
    if (this.#head) {
      this.#rows.push(cells.map(bare));
      this.#numbers.push(this.#count);
    }
    this.#head ??= [...cells];
    this.#width = Math.max(this.#width, widthOf(cells));
    return undefined;
  }
}

/** A quote that has no end, or is none where its cell ends, by the words that Papa Parse has for it. */
function isOpen(fault: string | undefined, cells: readonly string[]): boolean {
  return (
    fault === 'MissingQuotes' || (fault === 'InvalidQuotes' && cells.some(cell => /[\r\n]./s.test(cell)))
  );
}

/** Where rows end in two characters, the first of them is at the last cell. */
function bare(cell: string): string {
  return unguard(cell.replace(/\r$/, '')).trim();
}

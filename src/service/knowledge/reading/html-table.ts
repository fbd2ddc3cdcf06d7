/** Rows longer than this in all become another table, with the same header. */
const TABLE_LENGTH = 1000;

/** Columns or rows that a cell is taken to go over at most: more are there by mistake, or to fill the memory. */
const SPAN_MAX = 40;

/** Collects the cells of an HTML table and writes them as Markdown. One that goes over several stands in each. */
export class HtmlTable {
  readonly #rows: string[][] = [];
  #row: string[] = [];
  /** How many the row has of its own. */
  #cells = 0;
  #columns = 1;
  #down = 1;
  /** By column, what a cell above says and in how many more rows. */
  readonly #above: { text: string; rows: number }[] = [];

  startRow(): void {
    this.#endRow();
    this.#row = [];
    this.#rows.push(this.#row);
  }

  startCell({ colspan, rowspan }: { colspan?: string; rowspan?: string }): void {
    this.#columns = spanOf(colspan);
    this.#down = spanOf(rowspan);
  }

  cell(text: string): void {
    if (this.#rows.length === 0) this.startRow();
    this.#fromAbove();
    this.#cells++;
    const written = text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
    for (let i = 0; i < this.#columns; i++) {
      this.#above[this.#row.length] = { text: written, rows: this.#down - 1 };
      this.#row.push(written);
    }
    this.#columns = 1;
    this.#down = 1;
  }

  #fromAbove(): void {
    for (let over = this.#above[this.#row.length]; over?.rows; over = this.#above[this.#row.length]) {
      over.rows--;
      this.#row.push(over.text);
    }
  }

  #endRow(): void {
    // A cell that has its row to itself is a heading over what follows: once is enough.
    if (this.#cells === 1 && this.#row.every(text => text === this.#row[0])) this.#row.fill('', 1);
    this.#fromAbove();
    this.#cells = 0;
  }

  /** One or more Markdown tables. A table of one column is there for its looks: its cells come one by one. */
  blocks(): string[] {
    this.#endRow();
    const rows = this.#rows.filter(row => row.some(cell => cell !== ''));
    const width = Math.max(0, ...rows.map(row => row.length));
    if (rows.every(row => row.slice(1).every(cell => cell === ''))) return rows.map(row => row[0]!);
    const [header, ...rest] = rows.map(row => line(row, width));
    const rule = line(Array<string>(width).fill('---'), width);
    const blocks: string[] = [];
    let block = `${header}\n${rule}`;
    for (const row of rest) {
      if (block.length + row.length > TABLE_LENGTH && !block.endsWith(rule)) {
        blocks.push(block);
        block = `${header}\n${rule}`;
      }
      block += `\n${row}`;
    }
    return [...blocks, block];
  }
}

function spanOf(given = ''): number {
  return Math.min(SPAN_MAX, Math.max(1, Number.parseInt(given, 10) || 1));
}

function line(cells: readonly string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
}

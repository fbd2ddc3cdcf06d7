/** A table longer than this (in characters) is divided into tables with the same header. */
const TABLE_LENGTH = 1000;

/** Maximum span of a cell: more is a mistake, or an attack on memory. */
const SPAN_MAX = 40;

/** Collects the cells of an HTML table and writes Markdown. A cell that spans several is repeated in each. */
export class HtmlTable {
  readonly #rows: string[][] = [];
  #row: string[] = [];
  /** Cells of the current row, without those that span from above. */
  #cells = 0;
  #columns = 1;
  #down = 1;
  /** By column, the text of a cell that spans from above, and for how many more rows. */
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
    this.#addSpanning();
    this.#cells++;
    const markdown = text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
    for (let i = 0; i < this.#columns; i++) {
      this.#above[this.#row.length] = { text: markdown, rows: this.#down - 1 };
      this.#row.push(markdown);
    }
    this.#columns = 1;
    this.#down = 1;
  }

  #addSpanning(): void {
    for (let over = this.#above[this.#row.length]; over?.rows; over = this.#above[this.#row.length]) {
      over.rows--;
      this.#row.push(over.text);
    }
  }

  #endRow(): void {
    // A cell that spans the whole row is a heading: write it once.
    if (this.#cells === 1 && this.#row.every(text => text === this.#row[0])) this.#row.fill('', 1);
    this.#addSpanning();
    this.#cells = 0;
  }

  /** One or more Markdown tables. A table of one column is layout: each cell is a block. */
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

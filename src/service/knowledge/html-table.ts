/** Rows longer than this in all become another table, with the same header. */
const TABLE_LENGTH = 1000;

/** Collects the cells of an HTML table and writes them as Markdown. */
export class HtmlTable {
  readonly #rows: string[][] = [];
  #row: string[] | undefined;

  startRow(): void {
    this.#row = [];
    this.#rows.push(this.#row);
  }

  cell(text: string): void {
    if (!this.#row) this.startRow();
    this.#row?.push(text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|'));
  }

  /** One or more Markdown tables. A table of one column is there for its looks: its cells come one by one. */
  blocks(): string[] {
    const rows = this.#rows.filter(row => row.some(cell => cell !== ''));
    const width = Math.max(0, ...rows.map(row => row.length));
    if (width < 2) return rows.flat();
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

function line(cells: readonly string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
}

import { isTree } from '../settings.ts';
import { looksLikeEmail } from './email-shape.ts';

/** A file of contacts as a table: what its columns are called, and the cells of each row. */
export interface ContactTable {
  columns: string[];
  rows: unknown[][];
  /** Where each row stands: in a CSV file as a spreadsheet counts, from 1 with the headings; in JSON among the entries. */
  numbers: number[];
}

/** A list of addresses that begins with the first of them. */
export function isHeadless(firstRow: readonly string[]): boolean {
  return firstRow.some(cell => looksLikeEmail(cell.trim()));
}

/** Every column gets a name of its own, one that has cells and no heading too: nothing of a row is left out without a word. */
export function headings(cells: readonly string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.max(cells.length, width) }, (_, i) => {
    const wanted = (cells[i] ?? '').replace(/^\ufeff/, '').trim() || `column ${i + 1}`;
    let name = wanted;
    for (let n = 2; seen.has(name); n++) name = `${wanted} ${n}`;
    seen.add(name);
    return name;
  });
}

/** Cells up to the last with something in it. */
export function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex(cell => cell.trim() !== '') + 1;
}

/** Puts an entry of a JSON file into the table, whose columns are the names met so far, and their places. */
export function cellsOf(entry: unknown, places: Map<string, number>): unknown[] {
  const row: unknown[] = [];
  for (const [name, value] of Object.entries(isTree(entry) ? entry : {})) {
    if (!places.has(name)) places.set(name, places.size);
    row[places.get(name)!] = value;
  }
  return row;
}

import Papa from 'papaparse';
import { PassageCollector, type ReadDocument } from './document.ts';
import { HtmlTable } from './html-table.ts';
import { withLiteralStars } from './literal-stars.ts';

/** Reads a table of lines (CSV, TSV, whatever parts its cells); the first line names the columns. */
export function readTable(source: string, fallbackTitle: string): ReadDocument {
  const { data } = Papa.parse<string[]>(source.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const table = new HtmlTable();
  for (const row of data) {
    table.startRow();
    for (const cell of row) {
      table.startCell({});
      table.cell(withLiteralStars(cell));
    }
  }
  const collector = new PassageCollector();
  for (const block of table.blocks()) collector.block(block);
  return collector.finish(fallbackTitle);
}

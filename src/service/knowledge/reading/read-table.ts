import Papa from 'papaparse';
import { PassageCollector, type ReadDocument } from './document.ts';
import { HtmlTable } from './html-table.ts';
import { escapeStars } from './plain-text.ts';

/** Reads CSV, TSV, or a table with any other delimiter. The first row names the columns. */
export function readTable(source: string, fallbackTitle: string): ReadDocument {
  const { data } = Papa.parse<string[]>(source.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const table = new HtmlTable();
  for (const row of data) {
    table.startRow();
    for (const cell of row) {
      table.startCell({});
      table.cell(escapeStars(cell));
    }
  }
  const collector = new PassageCollector();
  for (const block of table.blocks()) collector.block(block);
  return collector.finish(fallbackTitle);
}

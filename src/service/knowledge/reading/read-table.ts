import Papa from 'papaparse';
import { PassageCollector, type ReadDocument } from './document.ts';
import { HtmlTable } from './html-table.ts';
import { escapeStars } from './plain-text.ts';
import { questionColumns } from './questions.ts';

/** Excel's declaration of the delimiter in the first line. */
const DELIMITER = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/**
 * Reads CSV, TSV, or a table with any other delimiter. The first row names the columns. With columns for questions and
 * answers, each row is a question.
 */
export function readTable(source: string, fallbackTitle: string): ReadDocument {
  const [line = '', delimiter] = DELIMITER.exec(source) ?? [];
  const { data } = Papa.parse<string[]>(source.slice(line.length).replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    ...(delimiter !== undefined && { delimiter }),
  });
  const collector = new PassageCollector('none');
  const [header = [], ...rows] = data;
  const columns = questionColumns(header);
  if (columns) {
    for (const row of rows) {
      const asked = row[columns.question]?.trim();
      if (asked) collector.question(asked.replace(/\s+/g, ' '));
      collector.block(escapeStars(row[columns.answer] ?? ''));
      for (const [i, cell] of row.entries()) {
        if (i === columns.question || i === columns.answer || cell.trim() === '') continue;
        collector.block(`${header[i] ?? ''}: ${escapeStars(cell.trim())}`);
      }
      collector.endQuestion();
    }
    return collector.finish(fallbackTitle);
  }
  const table = new HtmlTable();
  for (const row of data) {
    table.startRow();
    for (const cell of row) {
      table.startCell({});
      table.cell(escapeStars(cell));
    }
  }
  for (const block of table.blocks()) collector.block(block);
  return collector.finish(fallbackTitle);
}

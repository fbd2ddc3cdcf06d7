import Papa from 'papaparse';
import { type ContactTable, CsvRows, cellsOf } from '../../../protocol/contact-import/contact-table.ts';
import { csvText, fileText, isText } from '../../../protocol/contact-import/file-text.ts';
import { FileFault } from './import-messages.ts';
import { readJsonEntries } from './json-entries.ts';
import { TimeSlice } from './time-slice.ts';

export interface ReadOptions {
  onProgress?: (rows: number) => void;
  signal?: AbortSignal;
}

/** Few enough to parse between two frames. */
const SLICE_CHARACTERS = 128 * 1024;

/**
 * Reads contacts from CSV or JSON, any number of rows. CSV can have any usual delimiter; its first row is a heading
 * unless it contains an email address. JSON can be an array, `{ users: [] }`, `{ data: [] }` or one object per line.
 * @throws FileFault if the file is neither, or is empty
 */
export async function readContactFile(
  file: Blob,
  name: string,
  options: ReadOptions = {},
): Promise<ContactTable> {
  const { text } = fileText(new Uint8Array(await file.arrayBuffer()));
  const isJson = /\.(json|ndjson|jsonl)$/i.test(name) || /^\s*[[{]/.test(text);
  const table = await (isJson
    ? tableOf(await readJsonEntries(text, options.onProgress), options)
    : readCsv(text, options));
  if (table.rows.length === 0 || table.columns.length === 0) throw new FileFault('no-contact');
  return table;
}

async function readCsv(text: string, { onProgress, signal }: ReadOptions): Promise<ContactTable> {
  if (!isText(text)) throw new FileFault('no-text');
  const { csv, newline } = csvText(text);
  const rows = new CsvRows();
  const timeSlice = new TimeSlice();
  // Papa guesses the delimiter wrongly with blank lines. The full parse keeps them, for the row numbers of errors.
  const start = csv.slice(0, SLICE_CHARACTERS);
  const { delimiter } = Papa.parse(start, { newline, skipEmptyLines: 'greedy', preview: 10 }).meta;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(csv, {
      newline,
      delimiter,
      chunkSize: SLICE_CHARACTERS,
      chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        const faults = new Map(errors.map(({ row, code }) => [row, code]));
        for (const [i, cells] of data.entries()) {
          const open = rows.add(cells, faults.get(i));
          if (!signal?.aborted && open === undefined) continue;
          reject(open === undefined ? signal?.reason : new FileFault('open-quote', open));
          // Calls `complete`; the promise is rejected already.
          parser.abort();
          return;
        }
        onProgress?.(rows.size);
        if (!timeSlice.due) return;
        parser.pause();
        void timeSlice.yield().then(() => parser.resume());
      },
      complete: () => resolve(rows.table),
    });
  });
}

async function tableOf(entries: readonly unknown[], { onProgress }: ReadOptions): Promise<ContactTable> {
  const places = new Map<string, number>();
  const rows: unknown[][] = [];
  const timeSlice = new TimeSlice();
  for (const entry of entries) {
    rows.push(cellsOf(entry, places));
    if (timeSlice.due) {
      onProgress?.(rows.length);
      await timeSlice.yield();
    }
  }
  return { columns: [...places.keys()], rows, numbers: rows.map((_, i) => i + 1) };
}

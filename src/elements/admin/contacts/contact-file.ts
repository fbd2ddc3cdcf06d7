import Papa from 'papaparse';
import {
  type ContactTable,
  cellsOf,
  headings,
  isHeadless,
  widthOf,
} from '../../../protocol/contact-import/contact-table.ts';
import { csvText, fileText, isText } from '../../../protocol/contact-import/file-text.ts';
import { unguard } from '../../../protocol/formula-guard.ts';
import { FileFault } from './file-fault.ts';
import { readJsonEntries } from './json-entries.ts';
import { TimeSlice } from './time-slice.ts';

export interface ReadOptions {
  onProgress?: (rows: number) => void;
  signal?: AbortSignal;
}

/** Characters parsed at once: few enough for the time between two frames. */
const SLICE_CHARACTERS = 128 * 1024;

/**
 * Reads a CSV file (any usual delimiter, with a heading row unless the first has an email address in it), a JSON
 * array, `{ users: [] }`, `{ data: [] }` or a JSON object a line. Any number of rows.
 * @throws FileFault where the file is neither, or has no value in it
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
  const rows: string[][] = [];
  const numbers: number[] = [];
  let number = 0;
  let head: string[] | undefined;
  let width = 0;
  if (!isText(text)) throw new FileFault('no-text');
  const { csv, newline } = csvText(text);
  const timeSlice = new TimeSlice();
  // Blank lines would mislead the guess. In the whole they stay, as faults are counted with them.
  const start = csv.slice(0, SLICE_CHARACTERS);
  const { delimiter } = Papa.parse(start, { newline, skipEmptyLines: 'greedy', preview: 10 }).meta;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(csv, {
      newline,
      delimiter,
      chunkSize: SLICE_CHARACTERS,
      chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        const quotes = new Map(errors.map(({ row, code }) => [row, code]));
        for (const [i, cells] of data.entries()) {
          number++;
          if (cells.every(cell => cell.trim() === '')) continue;
          const open = isOpen(quotes.get(i), cells);
          if (signal?.aborted || open) {
            reject(open ? new FileFault('open-quote', number) : signal?.reason);
            // It calls `complete`, which comes too late now.
            parser.abort();
            return;
          }
          if (!head && isHeadless(cells)) head = [];
          // Where rows end in two characters, the first of them is at the last cell.
          if (head) {
            rows.push(cells.with(-1, cells.at(-1)!.replace(/\r$/, '')).map(readCell));
            numbers.push(number);
          }
          head ??= cells;
          width = Math.max(width, widthOf(cells));
        }
        onProgress?.(rows.length);
        if (!timeSlice.due) return;
        parser.pause();
        void timeSlice.yield().then(() => parser.resume());
      },
      complete: () => resolve({ columns: headings(head ?? [], width), rows, numbers }),
    });
  });
}

function readCell(cell: string): string {
  return unguard(cell).trim();
}

/** A quote that has no end, or is none where its cell ends: what comes up to the next one is swallowed, whole rows too. */
function isOpen(fault: string | undefined, cells: readonly string[]): boolean {
  return fault === 'MissingQuotes' || (fault === 'InvalidQuotes' && cells.some(cell => cell.includes('\n')));
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

import Papa from 'papaparse';
import { unguard } from '../../../protocol/formula-guard.ts';
import { isTree } from '../../../protocol/settings.ts';
import { looksLikeEmail } from './email-shape.ts';
import { FileFault } from './file-fault.ts';
import { readJsonEntries } from './json-entries.ts';
import { TimeSlice } from './time-slice.ts';

/** A file of contacts as a table: what its columns are called, and the cells of each row. */
export interface ContactTable {
  columns: string[];
  rows: unknown[][];
}

export interface ReadOptions {
  onProgress?: (rows: number) => void;
  signal?: AbortSignal;
}

/** Characters parsed at once: few enough for the time between two frames. */
const SLICE_CHARACTERS = 128 * 1024;

/** Rows end so in a file from an old Mac. In any other, some may end in two characters and some in one. */
const OLD_MAC = /^[^\r\n]*\r(?!\n)/;

/** A first line that tells Excel the delimiter, before the headings. */
const EXCEL_HINT = /^\ufeff?"?sep=.?"?\r?\n/i;

/**
 * Reads a CSV file (any usual delimiter, with a heading row unless the first has an email address in it), a JSON
 * array, `{ users: [] }`, `{ data: [] }` or a JSON object a line. Any number of rows.
 * @throws FileFault where the file is neither, or has no row
 */
export async function readContactFile(
  file: Blob,
  name: string,
  options: ReadOptions = {},
): Promise<ContactTable> {
  const start = (await file.slice(0, 256).text()).replace(/^\ufeff/, '').trimStart();
  const isJson = /\.(json|ndjson|jsonl)$/i.test(name) || start.startsWith('[') || start.startsWith('{');
  const table = await (isJson
    ? tableOf(await readJsonEntries(decode(await file.arrayBuffer()), options.onProgress), options)
    : readCsv(file, options));
  if (table.rows.length === 0) throw new FileFault('no-contact');
  return table;
}

async function readCsv(file: Blob, { onProgress, signal }: ReadOptions): Promise<ContactTable> {
  const rows: string[][] = [];
  let head: string[] | undefined;
  let width = 0;
  const text = decode(await file.arrayBuffer()).replace(EXCEL_HINT, '');
  // A workbook has one within its first bytes, a text has none.
  if (text.includes('\0')) throw new FileFault('no-text');
  const timeSlice = new TimeSlice();
  const newline = OLD_MAC.test(text) ? '\r' : '\n';
  // Blank lines would mislead the guess. In the whole they stay, as faults are counted with them.
  const start = text.slice(0, SLICE_CHARACTERS);
  const { delimiter } = Papa.parse(start, { newline, skipEmptyLines: 'greedy', preview: 10 }).meta;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      newline,
      delimiter,
      chunkSize: SLICE_CHARACTERS,
      chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        const quotes = new Map(errors.map(({ row, code }) => [row, code]));
        for (const [i, cells] of data.entries()) {
          if (cells.every(cell => cell.trim() === '')) continue;
          const open = isOpen(quotes.get(i), cells);
          if (signal?.aborted || open) {
            reject(open ? new FileFault('open-quote', rows.length + (head ? 1 : 0)) : signal?.reason);
            // It calls `complete`, which comes too late now.
            parser.abort();
            return;
          }
          // A list of addresses that begins with the first of them.
          if (!head && cells.some(cell => looksLikeEmail(cell.trim()))) head = [];
          // Where rows end in two characters, the first of them is at the last cell.
          if (head) rows.push(cells.with(-1, cells.at(-1)!.replace(/\r$/, '')).map(readCell));
          head ??= cells;
          width = Math.max(width, cells.findLastIndex(cell => cell.trim() !== '') + 1);
        }
        onProgress?.(rows.length);
        if (!timeSlice.due) return;
        parser.pause();
        void timeSlice.yield().then(() => parser.resume());
      },
      // A cell beside the headings gets a column, too: nothing of a row is left out without a word.
      complete: () => resolve({ columns: headings(head ?? [], width), rows }),
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

/** As UTF-8 or UTF-16, and what is neither in the letters that spreadsheets on Windows write. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Every column gets a name of its own. */
function headings(cells: readonly string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.max(cells.length, width) }, (_, i) => {
    const wanted = (cells[i] ?? '').replace(/^\ufeff/, '').trim() || `column ${i + 1}`;
    let name = wanted;
    for (let n = 2; seen.has(name); n++) name = `${wanted} ${n}`;
    seen.add(name);
    return name;
  });
}

async function tableOf(entries: readonly unknown[], { onProgress }: ReadOptions): Promise<ContactTable> {
  const positions = new Map<string, number>();
  const rows: unknown[][] = [];
  const timeSlice = new TimeSlice();
  for (const entry of entries) {
    const row: unknown[] = [];
    for (const [name, value] of Object.entries(isTree(entry) ? entry : {})) {
      if (!positions.has(name)) positions.set(name, positions.size);
      row[positions.get(name)!] = value;
    }
    rows.push(row);
    if (timeSlice.due) {
      onProgress?.(rows.length);
      await timeSlice.yield();
    }
  }
  return { columns: [...positions.keys()], rows };
}

import Papa from 'papaparse';
import { isTree } from '../../../protocol/settings.ts';
import { Breath } from './breathe.ts';
import { readJsonEntries } from './json-entries.ts';

/** A file of contacts as a table: what its columns are called, and the cells of each row. */
export interface ContactTable {
  columns: string[];
  rows: unknown[][];
}

export interface ReadOptions {
  onProgress?: (rows: number) => void;
  signal?: AbortSignal;
}

/** Bytes read at once: small enough that a slice is parsed between two frames. */
const SLICE_BYTES = 128 * 1024;

/**
 * Reads a CSV file with a heading row (any usual delimiter), a JSON array, `{ users: [] }`, `{ data: [] }` or a
 * JSON object a line. Any number of rows.
 * @throws Error in words where the file is neither
 */
export async function readContactFile(
  file: Blob,
  name: string,
  options: ReadOptions = {},
): Promise<ContactTable> {
  const start = (await file.slice(0, 256).text()).replace(/^\ufeff/, '').trimStart();
  const isJson = /\.(json|ndjson|jsonl)$/i.test(name) || start.startsWith('[') || start.startsWith('{');
  return isJson
    ? tableOf(await readJsonEntries(await file.text(), options.onProgress), options)
    : readCsv(file, options);
}

function readCsv(file: Blob, { onProgress, signal }: ReadOptions): Promise<ContactTable> {
  const table: ContactTable = { columns: [], rows: [] };
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(file as File, {
      skipEmptyLines: 'greedy',
      chunkSize: SLICE_BYTES,
      chunk({ data }, parser) {
        if (signal?.aborted) {
          parser.abort();
          reject(signal.reason);
          return;
        }
        const rows = table.columns.length === 0 ? data.slice(1) : data;
        if (table.columns.length === 0) table.columns = headings(data[0] ?? []);
        for (const row of rows) table.rows.push(row);
        onProgress?.(table.rows.length);
      },
      complete: () => resolve(table),
      error: reject,
    });
  });
}

/** Every column gets a name of its own. */
function headings(cells: readonly string[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, i) => {
    const wanted = cell.replace(/^\ufeff/, '').trim() || `column ${i + 1}`;
    let name = wanted;
    for (let n = 2; seen.has(name); n++) name = `${wanted} ${n}`;
    seen.add(name);
    return name;
  });
}

async function tableOf(entries: readonly unknown[], { onProgress }: ReadOptions): Promise<ContactTable> {
  const positions = new Map<string, number>();
  const rows: unknown[][] = [];
  const breath = new Breath();
  for (const entry of entries) {
    const row: unknown[] = [];
    for (const [name, value] of Object.entries(isTree(entry) ? entry : {})) {
      if (!positions.has(name)) positions.set(name, positions.size);
      row[positions.get(name)!] = value;
    }
    rows.push(row);
    if (breath.due) {
      onProgress?.(rows.length);
      await breath.take();
    }
  }
  return { columns: [...positions.keys()], rows };
}

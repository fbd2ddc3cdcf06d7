import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { CONTACT_FIELDS } from '../protocol/contact-fields.ts';
import type { Contact } from '../protocol/contacts.ts';
import { guard, unguard } from '../protocol/formula-guard.ts';
import { UsageError } from './variables.ts';

/** The columns of a CSV file. The last three are written and not read: the service makes them. */
const COLUMNS = [...CONTACT_FIELDS, 'id', 'created_at', 'updated_at'] as const;
const KNOWN_COLUMNS: ReadonlySet<string> = new Set(COLUMNS);
const READ_COLUMNS: ReadonlySet<string> = new Set(CONTACT_FIELDS);
const JSON_COLUMNS: ReadonlySet<string> = new Set(['payment_accounts', 'custom_attributes']);

/** A first line that tells Excel the delimiter, before the headings. */
const EXCEL_HINT = /^\ufeff?"?sep=.?"?\r?\n/i;

/** Lines that end as they did before macOS. */
const OLD_MAC = /^[^\r\n]*\r(?!\n)/;

export function csvHeader(): string {
  return COLUMNS.join(',');
}

export function csvLine(contact: Contact): string {
  const cells = COLUMNS.map(column => {
    const value = contact[column];
    const text = JSON_COLUMNS.has(column) ? JSON.stringify(value) : String(value ?? '');
    return guard(text);
  });
  return Papa.unparse([cells], { newline: '\n' });
}

/** The contacts of a `.csv` or `.json` file, as they stand there. @throws UsageError */
export async function readContacts(path: string): Promise<Iterable<unknown>> {
  const isCsv = path.toLowerCase().endsWith('.csv');
  if (!isCsv && !path.toLowerCase().endsWith('.json')) {
    throw new UsageError('The file must be a .csv or a .json file.');
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  if (!isUtf8(bytes)) throw new UsageError('The file must be in UTF-8.');
  return isCsv ? readCsv(bytes.toString()) : readJson(bytes.toString());
}

function* readCsv(text: string): Iterable<unknown> {
  const hint = EXCEL_HINT.exec(text)?.[0] ?? '';
  const first = hint ? 2 : 1;
  const csv = text.slice(hint.length);
  // Said, not guessed: the line end of the headings need not be that of the rows, which would be lost.
  const newline = OLD_MAC.test(csv) ? '\r' : '\n';
  const { delimiter } = Papa.parse(csv, { newline, skipEmptyLines: 'greedy', preview: 1 }).meta;
  const { data, errors } = Papa.parse<string[]>(csv, { newline, delimiter });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  // All that follows would be one cell.
  if (open) throw new UsageError(`The quote that opens in row ${(open.row ?? 0) + first} has no end.`);
  let headings: readonly string[] | undefined;
  for (const [index, row] of data.entries()) {
    if (row.join('').trim() === '') continue;
    const cells = [...row.slice(0, -1), row.at(-1)!.replace(/\r$/, '')];
    if (headings) yield fromCells(headings, cells, index + first);
    headings ??= cells.map(name => name.trim().replace(/^\uFEFF/, ''));
  }
}

function fromCells(
  headings: readonly string[],
  cells: readonly string[],
  row: number,
): Record<string, unknown> {
  const contact: Record<string, unknown> = {};
  for (const [i, cell] of cells.entries()) {
    if (cell === '') continue;
    const column = headings[i];
    if (column === undefined) throw new UsageError(`Row ${row}: has more cells than there are headings.`);
    if (!KNOWN_COLUMNS.has(column)) {
      throw new UsageError(`Row ${row}: ${JSON.stringify(column)} is no column of contacts.`);
    }
    if (headings.indexOf(column) !== i) throw new UsageError(`Row ${row}: ${column} has two columns.`);
    if (!READ_COLUMNS.has(column)) continue;
    const text = unguard(cell);
    contact[column] = JSON_COLUMNS.has(column) ? parseCell(text, column, row) : text;
  }
  return contact;
}

function parseCell(text: string, column: string, row: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`Row ${row}: ${column} must be JSON.`);
  }
}

function readJson(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UsageError('The file is not valid JSON.');
  }
  // As contacts are created, section 4.2, and listed, section 4.3.
  const { users, data } = (value ?? {}) as { users?: unknown; data?: unknown };
  const list = [value, users, data].find(Array.isArray);
  if (!list)
    throw new UsageError('The file must hold an array of contacts, { "users": […] } or { "data": […] }.');
  return list;
}

import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { guessMapping, suggestNames } from '../protocol/contact-import/column-mapping.ts';
import type { Target } from '../protocol/contact-import/column-names.ts';
import { contactReader, hasIdentity } from '../protocol/contact-import/contact-of-row.ts';
import { type ContactTable, CsvRows, cellsOf } from '../protocol/contact-import/contact-table.ts';
import { parseExactly } from '../protocol/contact-import/exact-json.ts';
import { csvText, type FileText, fileText, isText } from '../protocol/contact-import/file-text.ts';
import { UsageError } from './variables.ts';

/** A contact as the file has it, not validated yet. */
export interface ReadContact {
  contact: Record<string, unknown>;
  /** Its place in the file: `row 7`, as a spreadsheet counts, or `contact 3`. */
  place: string;
}

export interface ReadContacts {
  contacts: Iterable<ReadContact>;
  /** The target of each column whose name differs from it. */
  taken: readonly { column: string; target: Target }[];
  /** Columns kept as attributes although their names are one typo away from a known one. */
  doubtful: readonly { column: string; name: string }[];
  encoding: FileText['encoding'];
}

/** Reads the contacts of a `.csv` or `.json` file; columns are recognised by their names. @throws UsageError */
export async function readContacts(path: string): Promise<ReadContacts> {
  const isCsv = path.toLowerCase().endsWith('.csv');
  if (!isCsv && !path.toLowerCase().endsWith('.json')) {
    throw new UsageError('The file must be a .csv or a .json file.');
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  const { text, encoding } = fileText(bytes);
  if (!isText(text)) throw new UsageError('The file is not text. Save a workbook as CSV first.');
  const table = isCsv ? readCsv(text) : readJson(text);
  const { columns, rows } = table;
  const mapping = guessMapping(columns, rows);
  const names = suggestNames(columns, mapping);
  const doubtful = columns.flatMap((column, i) => (names[i] ? [{ column, name: names[i] }] : []));
  if (rows.length > 0 && !hasIdentity(mapping)) {
    throw new UsageError(
      ['No column holds an id, an email address or a phone number.', ...doubtful.map(typoHint)].join('\n'),
    );
  }
  return {
    contacts: contactsOf(table, mapping, isCsv ? 'row' : 'contact'),
    taken: columns
      .map((column, i) => ({ column, target: mapping[i]! }))
      .filter(({ column, target }) => target !== '' && target !== column),
    doubtful,
    encoding,
  };
}

/** The hint for a column whose name may be a typo. */
export function typoHint({ column, name }: ReadContacts['doubtful'][number]): string {
  return `Is ${JSON.stringify(column)} meant to be ${JSON.stringify(name)}? If so, rename the column.`;
}

function* contactsOf(
  { columns, rows, numbers }: ContactTable,
  mapping: readonly Target[],
  what: string,
): Generator<ReadContact> {
  const contactOf = contactReader(columns, mapping);
  for (const [i, cells] of rows.entries()) {
    yield { contact: contactOf(cells), place: `${what} ${numbers[i]}` };
  }
}

function readCsv(text: string): ContactTable {
  const { csv, newline } = csvText(text);
  const { delimiter } = Papa.parse(csv, { newline, skipEmptyLines: 'greedy', preview: 1 }).meta;
  const { data, errors } = Papa.parse<string[]>(csv, { newline, delimiter });
  const faults = new Map(errors.map(({ row, code }) => [row, code]));
  const rows = new CsvRows();
  for (const [i, cells] of data.entries()) {
    const open = rows.add(cells, faults.get(i));
    if (open !== undefined)
      throw new UsageError(
        `The quote that opens in row ${open} is never closed, or is closed before its cell ends.`,
      );
  }
  return rows.table;
}

function readJson(text: string): ContactTable {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    throw new UsageError('The file is not valid JSON.');
  }
  // The shapes in which contacts are created (docs/interface.md section 4.2) and listed (docs/interface.md section 4.3).
  const { users, data } = (value ?? {}) as { users?: unknown; data?: unknown };
  const list = [value, users, data].find(Array.isArray);
  if (!list)
    throw new UsageError('The file must hold an array of contacts, { "users": […] } or { "data": […] }.');
  const places = new Map<string, number>();
  const rows = list.map(entry => cellsOf(entry, places));
  return { columns: [...places.keys()], rows, numbers: rows.map((_, i) => i + 1) };
}

import Papa from 'papaparse';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { CONTACT_FIELDS } from '../../../protocol/contact-fields.ts';
import type { Contact } from '../../../protocol/contacts.ts';
import { guard } from '../../../protocol/formula-guard.ts';
import type { ImportRow } from './check-rows.ts';
import { rowFaultText } from './fault-words.ts';
import { TimeSlice } from './time-slice.ts';

const COLUMNS = ['id', ...CONTACT_FIELDS, 'created_at', 'updated_at'] as const;

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\ufeff';

/** Few enough to be written between two frames. */
const ROWS_AT_ONCE = 100;

/** Rows as CSV that no spreadsheet runs as a formula. */
function csv(rows: readonly unknown[][]): string {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'string' ? guard(cell) : cell)));
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}

export function csvHead(): string {
  return BOM + csv([[...COLUMNS]]);
}

/** Contacts as the parts of a file. Yields to the page. */
export async function contactsAsCsv(contacts: readonly Contact[]): Promise<string[]> {
  const parts: string[] = [];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < contacts.length; start += ROWS_AT_ONCE) {
    parts.push(csv(contacts.slice(start, start + ROWS_AT_ONCE).map(cellsOf)));
    if (timeSlice.due) await timeSlice.yield();
  }
  return parts;
}

function cellsOf(contact: Contact): unknown[] {
  return COLUMNS.map(column => {
    const value = contact[column];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
  });
}

/** What became of each row of an import, as the parts of a file. Yields to the page. */
export async function reportAsCsv(rows: readonly ImportRow[], strings: AdminStrings): Promise<Blob[]> {
  const head = ['row', 'external_id', 'email', 'result', 'reason'];
  const parts = [new Blob([BOM + csv([head])])];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const slice = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ number, state, input, fault }) => [
        number,
        asCell(input.external_id),
        asCell(input.email),
        state === 'ready' ? 'not sent' : state,
        fault ? rowFaultText(fault, strings) : '',
      ]);
    parts.push(new Blob([csv(slice)]));
    if (timeSlice.due) await timeSlice.yield();
  }
  return parts;
}

/** What a faulty row has in the place of a text may be anything. */
function asCell(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

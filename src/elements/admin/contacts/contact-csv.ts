import Papa from 'papaparse';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  BYTE_ORDER_MARK,
  CONTACT_COLUMNS,
  contactCells,
  escapeFormula,
} from '../../../protocol/contact-csv.ts';
import type { Contact } from '../../../protocol/contacts.ts';
import type { ImportRow } from './check-rows.ts';
import { rowFaultText } from './fault-words.ts';
import { TimeSlice } from './time-slice.ts';

/** Few enough to be written between two frames. */
const ROWS_AT_ONCE = 100;

function csv(rows: readonly string[][]): string {
  return `${Papa.unparse([...rows], { newline: '\r\n' })}\r\n`;
}

export function csvHead(): string {
  return BYTE_ORDER_MARK + csv([[...CONTACT_COLUMNS]]);
}

/** Contacts as the parts of a file. Yields to the page. */
export async function contactsAsCsv(contacts: readonly Contact[]): Promise<string[]> {
  const parts: string[] = [];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < contacts.length; start += ROWS_AT_ONCE) {
    parts.push(csv(contacts.slice(start, start + ROWS_AT_ONCE).map(contactCells)));
    if (timeSlice.due) await timeSlice.yield();
  }
  return parts;
}

/** What became of each row of an import, as the parts of a file. Yields to the page. */
export async function reportAsCsv(rows: readonly ImportRow[], strings: AdminStrings): Promise<Blob[]> {
  const head = ['row', 'external_id', 'email', 'result', 'reason'];
  const parts = [new Blob([BYTE_ORDER_MARK + csv([head])])];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const slice = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ number, state, input, fault }) =>
        [
          String(number),
          asCell(input.external_id),
          asCell(input.email),
          state === 'ready' ? 'not sent' : state,
          fault ? rowFaultText(fault, strings) : '',
        ].map(escapeFormula),
      );
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

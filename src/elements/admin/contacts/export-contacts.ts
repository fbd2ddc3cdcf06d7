import Papa from 'papaparse';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  BYTE_ORDER_MARK,
  CONTACT_COLUMNS,
  contactCells,
  escapeFormula,
} from '../../../protocol/contact-csv.ts';
import type { Contact } from '../../../protocol/contacts.ts';
import type { AdminClient } from '../session/admin-client.ts';
import type { ImportRow } from './check-rows.ts';
import { contactPages } from './contact-requests.ts';
import { rowFaultMessage } from './import-messages.ts';
import { TimeSlice } from './time-slice.ts';

/**
 * All contacts as the parts of a file. Each page becomes a blob at once: joining ten megabytes of text at the end would
 * block the page.
 * @throws ClientError
 */
export async function exportContacts(
  client: AdminClient,
  format: 'csv' | 'json',
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Blob[]> {
  const parts: Blob[] = [new Blob([format === 'csv' ? csvHeader() : '[\n'])];
  let done = 0;
  for await (const { data, total } of contactPages(client, signal)) {
    if (data.length > 0) {
      const lines =
        format === 'csv'
          ? await toCsv(data)
          : [done > 0 ? ',\n' : '', data.map(contact => JSON.stringify(contact)).join(',\n')];
      parts.push(new Blob(lines));
    }
    done += data.length;
    onProgress(done, total);
  }
  if (format === 'json') parts.push(new Blob(['\n]\n']));
  return parts;
}

/** Few enough to format between two frames. */
const ROWS_PER_GROUP = 100;

function csv(rows: readonly string[][]): string {
  return `${Papa.unparse([...rows], { newline: '\r\n' })}\r\n`;
}

export function csvHeader(): string {
  return BYTE_ORDER_MARK + csv([[...CONTACT_COLUMNS]]);
}

/** Yields to the page. */
export async function toCsv(contacts: readonly Contact[]): Promise<string[]> {
  const parts: string[] = [];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < contacts.length; start += ROWS_PER_GROUP) {
    parts.push(csv(contacts.slice(start, start + ROWS_PER_GROUP).map(contactCells)));
    if (timeSlice.due) await timeSlice.yield();
  }
  return parts;
}

/** The result of each row of an import as the parts of a CSV file. Yields to the page. */
export async function importReport(rows: readonly ImportRow[], strings: AdminStrings): Promise<Blob[]> {
  const head = ['row', 'external_id', 'email', 'result', 'reason'];
  const parts = [new Blob([BYTE_ORDER_MARK + csv([head])])];
  const timeSlice = new TimeSlice();
  for (let start = 0; start < rows.length; start += ROWS_PER_GROUP) {
    const slice = rows
      .slice(start, start + ROWS_PER_GROUP)
      .map(({ number, state, input, fault }) =>
        [
          String(number),
          asCell(input.external_id),
          asCell(input.email),
          state === 'ready' ? 'not sent' : state,
          fault ? rowFaultMessage(fault, strings) : '',
        ].map(escapeFormula),
      );
    parts.push(new Blob([csv(slice)]));
    if (timeSlice.due) await timeSlice.yield();
  }
  return parts;
}

/** An invalid row can hold any value where text is expected. */
function asCell(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

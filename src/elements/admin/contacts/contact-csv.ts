import Papa from 'papaparse';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { Contact } from '../../../protocol/contacts.ts';
import type { ImportRow } from './check-rows.ts';
import { rowFaultText } from './fault-words.ts';

const COLUMNS = [
  'id',
  'external_id',
  'name',
  'email',
  'phonenumber',
  'payment_accounts',
  'custom_attributes',
  'created_at',
  'updated_at',
] as const;

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\ufeff';

/** Rows as CSV that no spreadsheet runs as a formula. */
function csv(rows: readonly unknown[][]): string {
  return `${Papa.unparse(rows as unknown[][], { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}

export function csvHead(): string {
  return BOM + csv([[...COLUMNS]]);
}

export function contactsAsCsv(contacts: readonly Contact[]): string {
  return csv(
    contacts.map(contact =>
      COLUMNS.map(column => {
        const value = contact[column];
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
      }),
    ),
  );
}

/** What became of each row of an import. */
export function reportAsCsv(rows: readonly ImportRow[], strings: AdminStrings): string {
  const head = ['row', 'external_id', 'email', 'result', 'reason'];
  const lines = rows.map(({ number, state, input, fault }) => [
    number,
    asCell(input.external_id),
    asCell(input.email),
    state === 'ready' ? 'not sent' : state,
    fault ? rowFaultText(fault, strings) : '',
  ]);
  return BOM + csv([head, ...lines]);
}

/** What a faulty row has in the place of a text may be anything. */
function asCell(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

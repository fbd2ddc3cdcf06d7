import type { Target } from '../../../protocol/contact-import/column-names.ts';
import { contactReader } from '../../../protocol/contact-import/contact-of-row.ts';
import type { ContactTable } from '../../../protocol/contact-import/contact-table.ts';
import { type ContactInput, contactInputSchema, emailKey } from '../../../protocol/contacts.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import { parse } from '../../../protocol/validation.ts';
import { TimeSlice } from './time-slice.ts';

export type RowState = 'ready' | 'invalid' | 'duplicate' | 'exists' | 'created';

/** A row of the file on its way: what would be sent, and what became of it. */
export interface ImportRow {
  /** Where the owner finds it in the file; see `ContactTable`. */
  number: number;
  state: RowState;
  input: ContactInput;
  /** Why it is left out. */
  fault?: RowFault;
}

/** What is wrong with a row, for a person to be told in his language. */
export type RowFault =
  | { kind: 'missing-id' }
  /** It breaks the rule of a field. */
  | { kind: 'field'; field: string }
  | { kind: 'repeats'; field: 'external_id' | 'email'; row: number }
  /** Somebody of that id or address exists; which of the two, only the check before sending knows. */
  | { kind: 'exists'; field?: 'external_id' | 'email' }
  /** Refused on arrival, in the server's own words. */
  | { kind: 'refused'; message: string };

export interface KnownContacts {
  ids: ReadonlySet<string>;
  /** As `emailKey` makes them. */
  emails: ReadonlySet<string>;
}

/**
 * Makes a contact of each row and holds it against every rule, the rows before it and the contacts there are.
 * Nothing is sent. Yields to the page.
 */
export async function checkRows(
  table: ContactTable,
  mapping: readonly Target[],
  known: KnownContacts,
  onProgress: (done: number) => void,
): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const ids = new Map<string, number>();
  const emails = new Map<string, number>();
  const timeSlice = new TimeSlice();
  const contactOf = contactReader(table.columns, mapping);
  for (const [i, cells] of table.rows.entries()) {
    const row = readRow(table.numbers[i]!, cells, contactOf);
    if (row.state === 'ready') compare(row, ids, emails, known);
    rows.push(row);
    if (timeSlice.due) {
      onProgress(rows.length);
      await timeSlice.yield();
    }
  }
  onProgress(rows.length);
  return rows;
}

function readRow(
  number: number,
  cells: readonly unknown[],
  contactOf: (cells: readonly unknown[]) => Record<string, unknown>,
): ImportRow {
  const fields = contactOf(cells);
  const faulty = (fault: RowFault): ImportRow => ({
    number,
    state: 'invalid',
    input: fields as ContactInput,
    fault,
  });
  if (fields.external_id === undefined) return faulty({ kind: 'missing-id' });
  try {
    return { number, state: 'ready', input: parse(contactInputSchema, fields, 'row') };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // A fault inside a payment account is one of the accounts.
    return faulty({ kind: 'field', field: /^\w+/.exec(error.message)?.[0] ?? '' });
  }
}

function compare(
  row: ImportRow,
  ids: Map<string, number>,
  emails: Map<string, number>,
  known: KnownContacts,
): void {
  const { external_id: id, email } = row.input;
  const key = email ? emailKey(email) : undefined;
  const repeats = ids.get(id) ?? (key === undefined ? undefined : emails.get(key));
  if (repeats !== undefined) {
    row.state = 'duplicate';
    row.fault = { kind: 'repeats', field: ids.has(id) ? 'external_id' : 'email', row: repeats };
    return;
  }
  ids.set(id, row.number);
  if (key !== undefined) emails.set(key, row.number);
  const taken = known.ids.has(id)
    ? 'external_id'
    : key !== undefined && known.emails.has(key)
      ? 'email'
      : undefined;
  if (!taken) return;
  row.state = 'exists';
  row.fault = { kind: 'exists', field: taken };
}

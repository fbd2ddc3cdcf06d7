import type { Target } from '../../../protocol/contact-import/column-names.ts';
import { contactReader } from '../../../protocol/contact-import/contact-of-row.ts';
import type { ContactTable } from '../../../protocol/contact-import/contact-table.ts';
import { type ContactInput, contactInputSchema, emailKey } from '../../../protocol/contacts.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import { parse } from '../../../protocol/validation.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { contactPages } from './contact-requests.ts';
import { TimeSlice } from './time-slice.ts';

export type RowState = 'ready' | 'invalid' | 'duplicate' | 'exists' | 'created';

/** A row of the file: the contact to send and its state. */
export interface ImportRow {
  /** Its number in the file; see `ContactTable`. */
  number: number;
  state: RowState;
  input: ContactInput;
  /** Why it is not imported. */
  fault?: RowFault;
}

/** Why a row is not imported. `rowFaultMessage` explains it in the panel's language. */
export type RowFault =
  | { kind: 'missing-id' }
  /** A field is invalid. */
  | { kind: 'field'; field: string }
  | { kind: 'repeats'; field: 'external_id' | 'email'; row: number }
  /** The id or email address exists. The check before sending knows which; a refusal does not say. */
  | { kind: 'exists'; field?: 'external_id' | 'email' }
  /** The server refused it with this message. */
  | { kind: 'refused'; message: string };

export interface KnownContacts {
  ids: ReadonlySet<string>;
  /** Normalized by `emailKey`. */
  emails: ReadonlySet<string>;
}

/**
 * Makes a contact of each row and checks it against the rules, the rows before it and the existing contacts. Sends
 * nothing. Yields to the page.
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
    // The message starts with the path of the field, such as "payment_accounts[0].iban"; the first name is enough.
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

/**
 * Reads the ids and email addresses of all contacts, to find conflicts before sending: the interface refuses a request
 * of 1000 contacts for one that exists. @throws ClientError
 */
export async function readKnownContacts(client: AdminClient, signal: AbortSignal): Promise<KnownContacts> {
  const ids = new Set<string>();
  const emails = new Set<string>();
  const timeSlice = new TimeSlice();
  for await (const { data } of contactPages(client, signal)) {
    for (const { external_id, email } of data) {
      ids.add(external_id);
      if (email) emails.add(emailKey(email));
    }
    if (timeSlice.due) await timeSlice.yield();
  }
  return { ids, emails };
}

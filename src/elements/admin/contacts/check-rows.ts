import { type ContactInput, contactInputSchema, emailKey } from '../../../protocol/contacts.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import { isBlank } from '../../../protocol/text.ts';
import { parse } from '../../../protocol/validation.ts';
import { nameOrder } from './column-mapping.ts';
import type { Target } from './column-names.ts';
import type { ContactTable } from './contact-file.ts';
import { TimeSlice } from './time-slice.ts';

export type RowState = 'ready' | 'invalid' | 'duplicate' | 'exists' | 'created';

/** A row of the file on its way: what would be sent, and what became of it. */
export interface ImportRow {
  /** 1 is the first row below the headings. */
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
  const hasId = mapping.includes('external_id');
  const columns = nameOrder(table.columns).map(at => ({
    at,
    name: table.columns[at]!,
    target: mapping[at] ?? '',
  }));
  for (const [i, cells] of table.rows.entries()) {
    const row = readRow(i + 1, cells, columns, hasId);
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
  columns: readonly { at: number; name: string; target: Target }[],
  hasId: boolean,
): ImportRow {
  const fields: Record<string, unknown> = {};
  const attributes: [string, unknown][] = [];
  for (const { at, name, target } of columns) {
    const value = cells[at];
    if (target === '' || isEmpty(value)) continue;
    if (target === 'attribute') attributes.push([name, value]);
    else if (target === 'name' && typeof fields.name === 'string' && typeof value === 'string')
      fields.name += ` ${value}`;
    else
      fields[target] =
        target === 'payment_accounts' || target === 'custom_attributes' ? nested(value) : asText(value);
  }
  // fromEntries makes own properties of any name, `__proto__` included.
  if (attributes.length > 0) {
    const given = fields.custom_attributes;
    fields.custom_attributes = Object.fromEntries([
      ...(typeof given === 'object' && given !== null ? Object.entries(given) : []),
      ...attributes,
    ]);
  }
  const faulty = (fault: RowFault): ImportRow => ({
    number,
    state: 'invalid',
    input: fields as ContactInput,
    fault,
  });
  if (!hasId) fields.external_id = idOf(fields);
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

/** What tells people apart in a file without ids, and says the same when it is imported again. */
function idOf({ email, phonenumber }: Record<string, unknown>): unknown {
  return typeof email === 'string' ? emailKey(email) : phonenumber;
}

function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && isBlank(cell));
}

/** A number as a customer id is common in JSON; anything else is left for the rule to refuse. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** A cell of a CSV file holds such a value as JSON. */
function nested(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

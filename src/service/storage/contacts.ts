import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { CONTACT_CONFLICTS, type Contact, type ContactInput, emailKey } from '../../protocol/contacts.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { CONTACT_BYTES_MAX } from '../../protocol/limits.ts';
import { now } from './clock.ts';
import type { ContactRow, Database, Tables, Writer } from './tables.ts';

/** How many conflicting rows an error names. */
const NAMED_MAX = 20;
const EXPORT_PAGE = 1000;
/**
 * Few enough that the statement is short and always the same, so that it is prepared once. One statement per batch, as long
 * as the batch, would keep its memory until the next garbage collection.
 */
const ROWS_PER_STATEMENT = 100;

/** Runs tasks with the same key one after the other. A waiting task holds no database connection. */
export class SerialQueue {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(key, mine);
    try {
      if (before) {
        await before;
        // SQLite answers without yielding to the event loop, so other requests would wait for the whole queue.
        await setImmediate();
      }
      return await task();
    } finally {
      end();
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** By agent, because an import may send many batches at once and visitors must not wait for all of them. */
const imports = new SerialQueue();

/**
 * Creates contacts, all or none.
 * @throws ProtocolError `conflict`, naming the entries whose `external_id` or email exists or is repeated
 */
export async function createContacts(
  database: Database,
  agentId: string,
  inputs: readonly ContactInput[],
): Promise<Contact[]> {
  const time = now();
  const rows = inputs.map(input => toRow(agentId, input, time));
  await imports.run(agentId, () =>
    database.transaction().execute(writer => insertAll(writer, agentId, rows)),
  );
  return rows.map(toContact);
}

/**
 * Creates a contact, or corrects the one with the same `external_id`: fields that are not given stay, new attributes are
 * added, and known attributes stay.
 * @throws ProtocolError `conflict` if another contact has the email
 */
export async function saveOwnContact(
  database: Database,
  agentId: string,
  input: ContactInput,
): Promise<Contact> {
  const given = toRow(agentId, input, now());
  const row = await imports.run(agentId, () =>
    database.transaction().execute(async writer => {
      await lockContacts(writer, agentId);
      const known = await writer
        .selectFrom('contacts')
        .selectAll()
        .where('agent_id', '=', agentId)
        .where('external_id', '=', given.external_id)
        .executeTakeFirst();
      if (!known) {
        await insertAll(writer, agentId, [given]);
        return given;
      }
      await demandFreeEmail(writer, known, given);
      const corrected = correct(known, given);
      // Else corrections with new attributes would let one contact grow without end.
      if (Buffer.byteLength(corrected.custom_attributes) > CONTACT_BYTES_MAX)
        throw new ProtocolError(
          'payload_too_large',
          `users.0: must have at most ${CONTACT_BYTES_MAX} bytes when written out`,
        );
      await writer
        .updateTable('contacts')
        .set(corrected)
        .where('agent_id', '=', agentId)
        .where('position', '=', known.position)
        .execute();
      return corrected;
    }),
  );
  return toContact(row);
}

function correct(known: ContactRow, given: ContactRow): ContactRow {
  // A visitor does not change what the owner has stored about them.
  const attributes = { ...JSON.parse(given.custom_attributes), ...JSON.parse(known.custom_attributes) };
  return {
    ...known,
    name: given.name ?? known.name,
    email: given.email ?? known.email,
    email_key: given.email_key ?? known.email_key,
    phonenumber: given.phonenumber ?? known.phonenumber,
    custom_attributes: JSON.stringify(attributes),
    updated_at: given.updated_at,
  };
}

/** @throws ProtocolError `conflict` */
async function demandFreeEmail(writer: Writer, known: ContactRow, given: ContactRow): Promise<void> {
  if (given.email_key === null || given.email_key === known.email_key) return;
  const other = await writer
    .selectFrom('contacts')
    .select('id')
    .where('agent_id', '=', known.agent_id)
    .where('email_key', '=', given.email_key)
    .executeTakeFirst();
  if (other) throwConflicts([{ row: 0, field: 'email', value: given.email ?? '' }]);
}

async function insertAll(writer: Writer, agentId: string, rows: ContactRow[]): Promise<void> {
  // Reserves the positions. Locks the row, so that another process that creates contacts for this agent waits.
  const { contact_count } = await writer
    .updateTable('agents')
    .set(eb => ({ contact_count: eb('contact_count', '+', rows.length) }))
    .where('id', '=', agentId)
    .returning('contact_count')
    .executeTakeFirstOrThrow();
  throwConflicts(await conflictsOf(writer, agentId, rows));
  rows.forEach((row, i) => {
    row.position = contact_count - rows.length + i + 1;
  });
  for (const some of chunks(rows)) await writer.insertInto('contacts').values(some).execute();
}

/** One page in the order created. Positions have no gaps, so every page costs the same. */
export async function contactPage(
  database: Database,
  agentId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ contacts: Contact[]; total: number }> {
  const { contact_count } = await database
    .selectFrom('agents')
    .select('contact_count')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const after = (page - 1) * perPage;
  if (after >= contact_count) return { contacts: [], total: contact_count };
  const rows = await database
    .selectFrom('contacts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('position', '>', after)
    // Leaves out contacts created since the total was read.
    .where('position', '<=', Math.min(after + perPage, contact_count))
    .orderBy('position')
    .execute();
  return { contacts: rows.map(toContact), total: contact_count };
}

/** Every contact, read page by page. */
export async function* allContacts(database: Database, agentId: string): AsyncGenerator<Contact> {
  for (let page = 1; ; page++) {
    const { contacts } = await contactPage(database, agentId, { page, perPage: EXPORT_PAGE });
    yield* contacts;
    if (contacts.length < EXPORT_PAGE) return;
  }
}

/**
 * Changes the given fields of a contact.
 * @throws ProtocolError `not_found`; `conflict` if another contact has the `external_id` or email; `payload_too_large`
 */
export async function changeContact(
  database: Database,
  agentId: string,
  id: string,
  patch: Partial<ContactInput>,
): Promise<Contact> {
  const row = await imports.run(agentId, () =>
    database.transaction().execute(async writer => {
      await lockContacts(writer, agentId);
      const known = await writer
        .selectFrom('contacts')
        .selectAll()
        .where('agent_id', '=', agentId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!known) throw noSuchContact();
      const time = now();
      const { position, created_at } = known;
      const row = { ...toRow(agentId, { ...toContact(known), ...patch }, time), id, position, created_at };
      await demandUnique(writer, row);
      if (Buffer.byteLength(row.custom_attributes) > CONTACT_BYTES_MAX)
        throw new ProtocolError('payload_too_large', `body: must have at most ${CONTACT_BYTES_MAX} bytes`);
      await writer
        .updateTable('contacts')
        .set(row)
        .where('agent_id', '=', agentId)
        .where('position', '=', position)
        .execute();
      return row;
    }),
  );
  return toContact(row);
}

/** @throws ProtocolError `conflict` */
async function demandUnique(
  writer: Writer,
  { agent_id, id, external_id, email_key }: ContactRow,
): Promise<void> {
  const others = writer
    .selectFrom('contacts')
    .select('id')
    .where('agent_id', '=', agent_id)
    .where('id', '!=', id);
  if (await others.where('external_id', '=', external_id).executeTakeFirst())
    throw new ProtocolError('conflict', CONTACT_CONFLICTS.external_id);
  if (email_key !== null && (await others.where('email_key', '=', email_key).executeTakeFirst()))
    throw new ProtocolError('conflict', CONTACT_CONFLICTS.email);
}

/** Locks the row, so that another process that creates, changes or erases contacts of this agent waits. */
async function lockContacts(writer: Writer, agentId: string): Promise<void> {
  await writer
    .updateTable('agents')
    .set(eb => ({ contact_count: eb.ref('contact_count') }))
    .where('id', '=', agentId)
    .execute();
}

/** Erases the contact with this id; an empty row stays. @throws ProtocolError `not_found` */
export async function eraseContact(database: Database, agentId: string, id: string): Promise<void> {
  const erase = (writer: Writer): Promise<number> => eraseWhere(writer, agentId, eb => eb('id', '=', id));
  if ((await database.transaction().execute(erase)) === 0) throw noSuchContact();
}

function noSuchContact(): ProtocolError {
  return new ProtocolError('not_found', 'contactId: no contact has this id');
}

/** The contacts with one of these `external_id`s. */
export async function contactsOf(
  database: Database,
  agentId: string,
  externalIds: readonly string[],
): Promise<Contact[]> {
  const rows: ContactRow[] = [];
  for (const some of chunks(externalIds)) {
    const stored = database.selectFrom('contacts').selectAll().where('agent_id', '=', agentId);
    rows.push(...(await stored.where('external_id', 'in', some).execute()));
  }
  return rows.map(toContact);
}

/**
 * Erases a person, by `external_id` or email. An empty row stays, because positions have no gaps.
 * @returns the number of contacts erased
 */
export async function deleteContact(database: Database, agentId: string, who: string): Promise<number> {
  const erase = (writer: Writer): Promise<number> =>
    eraseWhere(writer, agentId, eb =>
      eb.or([eb('external_id', '=', who), eb('email_key', '=', emailKey(who))]),
    );
  return await database.transaction().execute(erase);
}

/** Erases the contacts with one of these `external_id`s. @returns the number erased */
export async function eraseContacts(
  writer: Writer,
  agentId: string,
  externalIds: readonly string[],
): Promise<number> {
  let erased = 0;
  for (const some of chunks(externalIds))
    erased += await eraseWhere(writer, agentId, eb => eb('external_id', 'in', some));
  return erased;
}

/** Locks first: a change that has read the contact would write it back whole. */
async function eraseWhere(
  writer: Writer,
  agentId: string,
  chosen: (eb: ExpressionBuilder<Tables, 'contacts'>) => Expression<SqlBool>,
): Promise<number> {
  await lockContacts(writer, agentId);
  const { numUpdatedRows } = await writer
    .updateTable('contacts')
    .set(eb => ({
      external_id: eb(eb.val('deleted-'), '||', eb.ref('id')),
      name: null,
      email: null,
      email_key: null,
      phonenumber: null,
      payment_accounts: '[]',
      custom_attributes: '{}',
      updated_at: now(),
    }))
    .where('agent_id', '=', agentId)
    .where(chosen)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let i = 0; i < all.length; i += ROWS_PER_STATEMENT) yield all.slice(i, i + ROWS_PER_STATEMENT);
}

interface Conflict {
  row: number;
  field: 'external_id' | 'email';
  value: string;
}

async function conflictsOf(
  writer: Writer,
  agentId: string,
  rows: readonly ContactRow[],
): Promise<Conflict[]> {
  const stored = writer.selectFrom('contacts').where('agent_id', '=', agentId);
  const ids = new Set<string>();
  const emails = new Set<string>();
  for (const some of chunks(rows.map(row => row.external_id))) {
    const found = await stored.select('external_id').where('external_id', 'in', some).execute();
    for (const { external_id } of found) ids.add(external_id);
  }
  for (const some of chunks(rows.flatMap(row => (row.email_key === null ? [] : [row.email_key])))) {
    const found = await stored.select('email_key').where('email_key', 'in', some).execute();
    for (const { email_key } of found) if (email_key !== null) emails.add(email_key);
  }
  // A row conflicts with the rows before it as with stored ones.
  return rows.flatMap((row, i) => {
    const found: Conflict[] = [];
    if (addTwice(ids, row.external_id)) found.push({ row: i, field: 'external_id', value: row.external_id });
    if (row.email_key !== null && addTwice(emails, row.email_key)) {
      found.push({ row: i, field: 'email', value: row.email ?? '' });
    }
    return found;
  });
}

/** Whether the value was in the set before. */
function addTwice(set: Set<string>, value: string): boolean {
  if (set.has(value)) return true;
  set.add(value);
  return false;
}

function throwConflicts(conflicts: readonly Conflict[]): void {
  if (conflicts.length === 0) return;
  const named = conflicts
    .slice(0, NAMED_MAX)
    .map(({ row, field, value }) => `users.${row}.${field} ${JSON.stringify(value)}`);
  const more = conflicts.length > NAMED_MAX ? ` and ${conflicts.length - NAMED_MAX} more` : '';
  throw new ProtocolError('conflict', `Already taken, so nothing was created: ${named.join(', ')}${more}`);
}

function toRow(agentId: string, input: ContactInput, time: number): ContactRow {
  const email = input.email ?? null;
  return {
    id: randomUUID(),
    agent_id: agentId,
    position: 0,
    external_id: input.external_id,
    name: input.name ?? null,
    email,
    email_key: email === null ? null : emailKey(email),
    phonenumber: input.phonenumber ?? null,
    payment_accounts: JSON.stringify(input.payment_accounts ?? []),
    custom_attributes: JSON.stringify(input.custom_attributes ?? {}),
    created_at: time,
    updated_at: time,
  };
}

function toContact(row: ContactRow): Contact {
  return {
    id: row.id,
    external_id: row.external_id,
    name: row.name,
    email: row.email,
    phonenumber: row.phonenumber,
    payment_accounts: JSON.parse(row.payment_accounts) as Contact['payment_accounts'],
    custom_attributes: JSON.parse(row.custom_attributes) as Contact['custom_attributes'],
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

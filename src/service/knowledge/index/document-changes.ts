import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DocumentRow, Engine, Writer } from '../../storage/tables.ts';
import type { Passage } from '../reading/document.ts';
import { indexPassage, vectorOf } from './passage-index.ts';
import type { PassageTerms } from './passage-terms.ts';
import { countTerms } from './term-counts.ts';

export type Values = Omit<DocumentRow, 'id'>;

/** A document as it was found: it is changed only as long as it has this hash. */
export interface Stored {
  id: number;
  title: string;
  hash: string;
}

export interface OldPassage {
  id: number;
  terms: PassageTerms;
}

export interface NewPassage extends Passage {
  position: number;
  terms: PassageTerms;
}

/** What becomes of one document in a transaction. */
export interface Change {
  before: Stored | undefined;
  values: Values;
  removed?: readonly OldPassage[];
  added?: readonly NewPassage[];
  /** Whether the document goes, too. All its passages must be among those removed. */
  isGone?: boolean;
}

const DOCUMENTS_LOCK = 7_241_904;

/**
 * Changes documents of one agent in one transaction. Returns for each what is stored then; undefined where it was not as
 * `before`, and nothing of it is changed.
 */
export async function changeDocuments(
  database: Database,
  engine: Engine,
  changes: readonly Change[],
): Promise<(Stored | undefined)[]> {
  const agentId = changes[0]!.values.agent_id;
  return await database.transaction().execute(async writer => {
    // Several processes may read the same documents: one of them at a time changes them. SQLite has one writer anyway.
    if (engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(DOCUMENTS_LOCK)}, hashtext(${agentId}))`.execute(
        writer,
      );
    const stored: (Stored | undefined)[] = [];
    const removed: OldPassage[] = [];
    const added: AddedPassage[] = [];
    const gone: number[] = [];
    for (const { before, values, ...passages } of changes) {
      const { id } = (await writeRow(writer, before, values)) ?? {};
      stored.push(id === undefined ? undefined : { id, title: values.title, hash: values.hash });
      if (id === undefined) continue;
      removed.push(...(passages.removed ?? []));
      added.push(...(passages.added ?? []).map(passage => ({ ...passage, documentId: id })));
      if (passages.isGone) gone.push(id);
    }
    await countTerms(writer, agentId, added, removed);
    await deletePassages(writer, engine, removed);
    if (gone.length > 0) await writer.deleteFrom('documents').where('id', 'in', gone).execute();
    await insertPassages(writer, engine, agentId, added);
    return stored;
  });
}

type AddedPassage = NewPassage & { documentId: number };

/** Inserts the document's row, or updates it if its hash is still the one it was found with. */
async function writeRow(
  writer: Writer,
  before: Stored | undefined,
  values: Values,
): Promise<{ id: number } | undefined> {
  if (!before)
    return await writer
      .insertInto('documents')
      .values(values)
      .onConflict(conflict => conflict.columns(['agent_id', 'source', 'path']).doNothing())
      .returning('id')
      .executeTakeFirst();
  return await writer
    .updateTable('documents')
    .set(values)
    .where('id', '=', before.id)
    .where('hash', '=', before.hash)
    .returning('id')
    .executeTakeFirst();
}

async function deletePassages(writer: Writer, engine: Engine, removed: readonly OldPassage[]): Promise<void> {
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  if (engine === 'sqlite')
    await sql`delete from passage_index where rowid in (${sql.join(ids)})`.execute(writer);
  await writer.deleteFrom('passages').where('id', 'in', ids).execute();
}

async function insertPassages(
  writer: Writer,
  engine: Engine,
  agentId: string,
  added: readonly AddedPassage[],
): Promise<void> {
  if (added.length === 0) return;
  if (engine === 'postgres') {
    const rows = added.map(
      ({ documentId, position, heading, anchor, body, terms }) =>
        sql`(${documentId}, ${agentId}, ${position}, ${heading}, ${anchor}, ${body}, ${vectorOf(terms)})`,
    );
    await sql`insert into passages (document_id, agent_id, position, heading, anchor, body, terms)
      values ${sql.join(rows)}`.execute(writer);
    return;
  }
  const indexed: { id: number; terms: PassageTerms }[] = [];
  for (const { documentId, position, heading, anchor, body, terms } of added) {
    const { id } = await writer
      .insertInto('passages')
      .values({ document_id: documentId, agent_id: agentId, position, heading, anchor, body })
      .returning('id')
      .executeTakeFirstOrThrow();
    indexed.push({ id, terms });
  }
  // Afterwards: between two of them another statement would have the index written out each time.
  for (const { id, terms } of indexed) await indexPassage(writer, agentId, id, terms);
}

/** What marks a document whose passages are being changed: a hash that is no content's and no other transaction's. */
export function unfinished(): Pick<DocumentRow, 'hash' | 'modified' | 'size'> {
  return { hash: randomUUID(), modified: -1, size: -1 };
}

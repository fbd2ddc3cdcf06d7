import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, DocumentRow, Engine, Writer } from '../storage/tables.ts';
import type { Passage, ReadDocument } from './document.ts';
import { indexPassage, vectorOf } from './passage-index.ts';
import { type PassageTerms, passageTerms } from './passage-terms.ts';
import { countTerms } from './term-counts.ts';

export interface NewDocument {
  agentId: string;
  source: string;
  path: string;
  url: string;
  hash: string;
  modified: number;
  size: number;
  content: ReadDocument;
}

type Values = Omit<DocumentRow, 'id'>;

interface Stored {
  id: number;
  title: string;
  hash: string;
}

interface OldPassage {
  id: number;
  terms: PassageTerms;
}

interface NewPassage extends Passage {
  position: number;
  terms: PassageTerms;
}

/** Passages changed in one transaction: while it runs nobody else can write, and SQLite blocks the process. */
const AT_ONCE = 100;
const DOCUMENTS_LOCK = 7_241_904;

/**
 * Writes documents into the index and deletes them while visitors are answered. Terms are computed before the store is
 * locked, and large documents change in several transactions, by optimistic locking: each goes on only if the document's
 * hash is the one that the transaction before it left. Only the last writes the hash of the content, so that a document
 * that was cut short is read again.
 */
export class DocumentWriter {
  readonly #database: Database;
  readonly #engine: Engine;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#engine = engine;
  }

  /** Puts a document in place of what was stored under its path; unless it is large, as one transaction. */
  async replace(document: NewDocument): Promise<void> {
    const { content, agentId, ...row } = document;
    const values = { ...row, agent_id: agentId, title: content.title };
    const passages = content.passages.map((passage, position) => ({ ...passage, position }));
    const stored = await this.#find(values);
    // Another process has read the same meanwhile.
    if (stored?.hash === values.hash) return;
    const old = await this.#passages(stored);
    const isLarge = old.length + passages.length >= AT_ONCE;
    const begun = isLarge
      ? await this.#change(stored, { ...values, ...unfinished(), title: stored?.title ?? values.title })
      : await this.#change(stored, values, old, await withTerms(values.title, passages));
    // Another process was quicker: what it left is replaced.
    if (!begun) await this.replace(document);
    else if (isLarge) await this.#replaceInParts(begun, values, passages);
  }

  async remove(id: number): Promise<void> {
    for (;;) {
      const values = await this.#database
        .selectFrom('documents')
        .select(['agent_id', 'source', 'path', 'title', 'url', 'hash', 'modified', 'size'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!values) return;
      const stored = { id, title: values.title, hash: values.hash };
      const old = await this.#passages(stored);
      if (old.length > 0) await this.#change(stored, { ...values, ...unfinished() }, old);
      else
        await this.#database
          .deleteFrom('documents')
          .where('id', '=', id)
          .where('hash', '=', values.hash)
          .execute();
    }
  }

  /** Stops when another process has changed the document since. */
  async #replaceInParts(
    begun: Stored,
    values: Values,
    passages: readonly Omit<NewPassage, 'terms'>[],
  ): Promise<void> {
    let stored: Stored | undefined = begun;
    for (;;) {
      const old = await this.#passages(stored);
      if (old.length === 0) break;
      // Under its old title, which the counts of terms depend on.
      stored = await this.#change(stored, { ...values, ...unfinished(), title: begun.title }, old);
      if (!stored) return;
    }
    for (let i = 0; i === 0 || i < passages.length; i += AT_ONCE) {
      const part = await withTerms(values.title, passages.slice(i, i + AT_ONCE));
      const isLast = i + AT_ONCE >= passages.length;
      stored = await this.#change(stored, isLast ? values : { ...values, ...unfinished() }, [], part);
      if (!stored) return;
    }
  }

  async #find({ agent_id, source, path }: Values): Promise<Stored | undefined> {
    return await this.#database
      .selectFrom('documents')
      .select(['id', 'title', 'hash'])
      .where('agent_id', '=', agent_id)
      .where('source', '=', source)
      .where('path', '=', path)
      .executeTakeFirst();
  }

  /** The first of a document's passages, with the terms they are counted under. */
  async #passages(stored: Stored | undefined): Promise<OldPassage[]> {
    if (!stored) return [];
    const passages = await this.#database
      .selectFrom('passages')
      .select(['id', 'heading', 'anchor', 'body'])
      .where('document_id', '=', stored.id)
      .orderBy('position')
      .limit(AT_ONCE)
      .execute();
    return await withTerms(stored.title, passages);
  }

  /** One transaction. Returns what is stored then; undefined, and nothing is changed, when it was not as `before`. */
  async #change(
    before: Stored | undefined,
    values: Values,
    removed: readonly OldPassage[] = [],
    added: readonly NewPassage[] = [],
  ): Promise<Stored | undefined> {
    return await this.#database.transaction().execute(async writer => {
      await this.#lock(writer, values.agent_id);
      const { id } = (await writeRow(writer, before, values)) ?? {};
      if (id === undefined) return undefined;
      await countTerms(writer, values.agent_id, added, removed);
      await this.#deletePassages(writer, removed);
      await this.#insertPassages(writer, values.agent_id, id, added);
      return { id, title: values.title, hash: values.hash };
    });
  }

  /** Several processes may read the same documents: one of them at a time changes them. SQLite has one writer anyway. */
  async #lock(writer: Writer, agentId: string): Promise<void> {
    if (this.#engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(DOCUMENTS_LOCK)}, hashtext(${agentId}))`.execute(
        writer,
      );
  }

  async #deletePassages(writer: Writer, removed: readonly OldPassage[]): Promise<void> {
    if (removed.length === 0) return;
    const ids = removed.map(({ id }) => id);
    if (this.#engine === 'sqlite')
      await sql`delete from passage_index where rowid in (${sql.join(ids)})`.execute(writer);
    await writer.deleteFrom('passages').where('id', 'in', ids).execute();
  }

  async #insertPassages(
    writer: Writer,
    agentId: string,
    documentId: number,
    added: readonly NewPassage[],
  ): Promise<void> {
    if (added.length === 0) return;
    if (this.#engine === 'postgres') {
      const rows = added.map(
        ({ position, heading, anchor, body, terms }) =>
          sql`(${documentId}, ${agentId}, ${position}, ${heading}, ${anchor}, ${body}, ${vectorOf(terms)})`,
      );
      await sql`insert into passages (document_id, agent_id, position, heading, anchor, body, terms)
        values ${sql.join(rows)}`.execute(writer);
      return;
    }
    for (const { position, heading, anchor, body, terms } of added) {
      const { id } = await writer
        .insertInto('passages')
        .values({ document_id: documentId, agent_id: agentId, position, heading, anchor, body })
        .returning('id')
        .executeTakeFirstOrThrow();
      await indexPassage(writer, agentId, id, terms);
    }
  }
}

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

/** What marks a document whose passages are being changed: a hash that is no content's and no other transaction's. */
function unfinished(): Pick<DocumentRow, 'hash' | 'modified' | 'size'> {
  return { hash: randomUUID(), modified: -1, size: -1 };
}

/** Yields to other work after each passage. */
async function withTerms<T extends { heading: string; body: string }>(
  title: string,
  passages: readonly T[],
): Promise<(T & { terms: PassageTerms })[]> {
  const all: (T & { terms: PassageTerms })[] = [];
  for (const passage of passages) {
    all.push({ ...passage, terms: passageTerms(title, passage) });
    await setImmediate();
  }
  return all;
}

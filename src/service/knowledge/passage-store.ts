import { sql } from 'kysely';
import type { Engine } from '../storage/open-database.ts';
import type { Database, Writer } from '../storage/tables.ts';
import type { CountedTerm } from './candidates.ts';
import type { ReadDocument } from './document.ts';
import { indexPassage } from './passage-index.ts';
import { type PassageQuery, passageIds } from './passage-query.ts';
import { countTerms, TOTAL } from './term-counts.ts';
import { termsOf } from './terms.ts';

export interface FoundPassage {
  id: number;
  documentId: number;
  position: number;
  title: string;
  url: string;
  heading: string;
  anchor: string;
  body: string;
}

export interface DocumentState {
  id: number;
  url: string;
  hash: string;
  modified: number;
  size: number;
}

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

const ROWS_AT_ONCE = 500;
const DOCUMENTS_LOCK = 7_241_904;

/** The passages of all agents and the index over their terms: FTS5 in SQLite, `tsvector` in PostgreSQL. */
export class PassageStore {
  readonly #database: Database;
  readonly #engine: Engine;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#engine = engine;
  }

  /** What is known of a source's documents, by path. */
  async documents(agentId: string, source: string): Promise<Map<string, DocumentState>> {
    const rows = await this.#database
      .selectFrom('documents')
      .select(['id', 'path', 'url', 'hash', 'modified', 'size'])
      .where('agent_id', '=', agentId)
      .where('source', '=', source)
      .execute();
    return new Map(rows.map(({ path, ...state }) => [path, state]));
  }

  /** The folders and sitemaps an agent's documents came from. */
  async sources(agentId: string): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('documents')
      .select('source')
      .distinct()
      .where('agent_id', '=', agentId)
      .execute();
    return rows.map(row => row.source);
  }

  /** Puts a document in place of what was stored under its path, as one transaction. */
  async replace(document: NewDocument): Promise<void> {
    const { content, ...row } = document;
    const values = {
      agent_id: row.agentId,
      source: row.source,
      path: row.path,
      title: content.title,
      url: row.url,
      hash: row.hash,
      modified: row.modified,
      size: row.size,
    };
    await this.#database.transaction().execute(async writer => {
      await this.#waitForOthers(writer, row.agentId);
      const before = await writer
        .selectFrom('documents')
        .select('id')
        .where('agent_id', '=', row.agentId)
        .where('source', '=', row.source)
        .where('path', '=', row.path)
        .executeTakeFirst();
      // Before the title changes, which the counts of terms depend on.
      if (before) await this.#clear(writer, row.agentId, before.id);
      const { id } = await writer
        .insertInto('documents')
        .values(values)
        .onConflict(conflict => conflict.columns(['agent_id', 'source', 'path']).doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.#fill(writer, row.agentId, id, content);
    });
  }

  /** A file that was touched and is the same. */
  async touch(id: number, modified: number, size: number): Promise<void> {
    await this.#database.updateTable('documents').set({ modified, size }).where('id', '=', id).execute();
  }

  async remove(agentId: string, id: number): Promise<void> {
    await this.#database.transaction().execute(async writer => {
      await this.#waitForOthers(writer, agentId);
      await this.#clear(writer, agentId, id);
      await writer.deleteFrom('documents').where('id', '=', id).execute();
    });
  }

  async count(agentId: string): Promise<number> {
    const { count } = await this.#database
      .selectFrom('passages')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('agent_id', '=', agentId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** In how many of the agent's passages each term occurs. A term that is missing occurs nowhere. */
  async frequencies(agentId: string, terms: readonly string[]): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await this.#database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('term', 'in', [TOTAL, ...terms])
      .execute();
    return new Map(rows.map(row => [row.term, row.passages]));
  }

  /** The agent's terms that begin with the same letter and are three letters shorter or longer at most. */
  async termsLike(agentId: string, word: string): Promise<CountedTerm[]> {
    const first = word.codePointAt(0)!;
    return await this.#database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('term', '>=', String.fromCodePoint(first))
      .where('term', '<', String.fromCodePoint(first + 1))
      .where('passages', '>', 0)
      .where(eb => eb.between(eb.fn<number>('length', ['term']), word.length - 3, word.length + 3))
      .execute();
  }

  /** The passages a query means, with the documents they are of. */
  async search(agentId: string, query: PassageQuery): Promise<FoundPassage[]> {
    if (query.terms.length === 0) return [];
    const found = sql<FoundPassage>`select p.id, p.document_id as "documentId", p.position, d.title, d.url, p.heading,
        p.anchor, p.body
      from (${passageIds(this.#engine, agentId, query)}) hit
      join passages p on p.id = hit.id join documents d on d.id = p.document_id order by hit.score`;
    return (await found.execute(this.#database)).rows;
  }

  /** Several processes may read the same documents: each changes them alone. SQLite has one writer anyway. */
  async #waitForOthers(writer: Writer, agentId: string): Promise<void> {
    if (this.#engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(DOCUMENTS_LOCK)}, hashtext(${agentId}))`.execute(
        writer,
      );
  }

  async #clear(writer: Writer, agentId: string, documentId: number): Promise<void> {
    const old = await writer
      .selectFrom('passages')
      .innerJoin('documents', 'documents.id', 'passages.document_id')
      .select(['passages.id', 'title', 'heading', 'anchor', 'body'])
      .where('document_id', '=', documentId)
      .execute();
    if (old.length === 0) return;
    await countTerms(writer, agentId, old, -1);
    if (this.#engine === 'sqlite') {
      await sql`delete from passage_index where rowid in
        (select id from passages where document_id = ${documentId})`.execute(writer);
    }
    await writer.deleteFrom('passages').where('document_id', '=', documentId).execute();
  }

  async #fill(
    writer: Writer,
    agentId: string,
    documentId: number,
    { title, passages }: ReadDocument,
  ): Promise<void> {
    await countTerms(
      writer,
      agentId,
      passages.map(passage => ({ ...passage, title })),
      1,
    );
    if (this.#engine === 'postgres') {
      const rows = passages.map(({ heading, anchor, body }, position) => {
        const head = termsOf(`${title} ${heading}`).join(' ');
        const text = termsOf(body).join(' ');
        return sql`(${documentId}, ${agentId}, ${position}, ${heading}, ${anchor}, ${body},
          setweight(to_tsvector('simple', ${head}), 'A') || to_tsvector('simple', ${text}))`;
      });
      for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
        await sql`insert into passages (document_id, agent_id, position, heading, anchor, body, terms)
          values ${sql.join(rows.slice(i, i + ROWS_AT_ONCE))}`.execute(writer);
      }
      return;
    }
    for (const [position, { heading, anchor, body }] of passages.entries()) {
      const { id } = await writer
        .insertInto('passages')
        .values({ document_id: documentId, agent_id: agentId, position, heading, anchor, body })
        .returning('id')
        .executeTakeFirstOrThrow();
      await indexPassage(writer, { id, agentId, title, heading, body });
    }
  }
}

import { sql } from 'kysely';
import type { Database, Engine } from '../../storage/tables.ts';
import { AT_ONCE, DocumentWriter, type NewDocument } from './document-writer.ts';
import { type PassageQuery, passageIds } from './passage-query.ts';
import { type CountedTerm, TOTAL } from './term-counts.ts';

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

const SAMPLED = 24;
const SAMPLE_LENGTH = 200;

/** The passages of all agents and the index over their terms: FTS5 in SQLite, `tsvector` in PostgreSQL. */
export class PassageStore {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #writer: DocumentWriter;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#engine = engine;
    this.#writer = new DocumentWriter(database, engine);
  }

  /** What is known of a source's documents, or of those with these paths, by path. */
  async documents(
    agentId: string,
    source: string,
    paths?: readonly string[],
  ): Promise<Map<string, DocumentState>> {
    const known = new Map<string, DocumentState>();
    const parts = paths ? chunks(paths) : [undefined];
    for (const part of parts) {
      const rows = await this.#database
        .selectFrom('documents')
        .select(['id', 'path', 'url', 'hash', 'modified', 'size'])
        .where('agent_id', '=', agentId)
        .where('source', '=', source)
        .$if(part !== undefined, query => query.where('path', 'in', part!))
        .execute();
      for (const { path, ...state } of rows) known.set(path, state);
    }
    return known;
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

  /** Puts documents of an agent in place of what was stored under their paths. */
  async replace(documents: readonly NewDocument[]): Promise<void> {
    await this.#writer.replace(documents);
  }

  /** Takes documents of an agent out of the index. */
  async remove(ids: readonly number[]): Promise<void> {
    await this.#writer.remove(ids);
  }

  /** Forgets all documents of a source. */
  async removeSource(agentId: string, source: string): Promise<void> {
    await this.remove([...(await this.documents(agentId, source)).values()].map(({ id }) => id));
  }

  /** Files that were touched and are the same. */
  async touch(states: readonly Pick<DocumentState, 'id' | 'modified' | 'size'>[]): Promise<void> {
    if (states.length === 0) return;
    await this.#database.transaction().execute(async writer => {
      for (const { id, ...values } of states)
        await writer.updateTable('documents').set(values).where('id', '=', id).execute();
    });
  }

  /** The beginnings of some documents, which show in which language the agent's are. */
  async sample(agentId: string): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('documents')
      .innerJoin('passages', 'passages.document_id', 'documents.id')
      .select('passages.body')
      .where('documents.agent_id', '=', agentId)
      .where('passages.position', '=', 0)
      // Of all folders, each of which may be in a language of its own.
      .orderBy('documents.hash')
      .limit(SAMPLED)
      .execute();
    return rows.map(({ body }) => body.slice(0, SAMPLE_LENGTH));
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

  /** The agent's terms that begin in one of these ways. */
  async termsFrom(agentId: string, starts: readonly string[]): Promise<CountedTerm[]> {
    const [first, ...others] = starts.map(start =>
      this.#database
        .selectFrom('passage_terms')
        .select(['term', 'passages'])
        .where('agent_id', '=', agentId)
        .where('term', '>=', start)
        .where('term', '<', start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1))
        .where('passages', '>', 0),
    );
    if (!first) return [];
    // A union and not an "or": for that SQLite looks at all terms of the agent.
    return await others.reduce((all, one) => all.unionAll(one), first).execute();
  }

  /** The agent's terms that end in one of these ways: letters alone. It looks at all there are. */
  async termsTo(agentId: string, ends: readonly string[]): Promise<CountedTerm[]> {
    if (ends.length === 0) return [];
    return await this.#database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('passages', '>', 0)
      .where(eb => eb.or(ends.map(end => eb('term', 'like', `%${end}`))))
      .execute();
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
}

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, i) =>
    items.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
}

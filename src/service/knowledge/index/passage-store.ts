import { sql } from 'kysely';
import type { PassageQuery, StorageEngine } from '../../storage/engine.ts';
import type { Database } from '../../storage/tables.ts';
import { BATCH_SIZE, DocumentWriter, type NewDocument } from './document-writer.ts';
import { type CountedTerm, TOTAL } from './passage-terms.ts';

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

/** The documents of all agents, their passages, and the full-text index over these. */
export class PassageStore {
  readonly database: Database;
  readonly #engine: StorageEngine;
  readonly #writer: DocumentWriter;
  #onChange: (() => void) | undefined;

  constructor(database: Database, engine: StorageEngine) {
    this.database = database;
    this.#engine = engine;
    this.#writer = new DocumentWriter(database, engine);
  }

  /** Calls the listener after documents were stored. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** The stored state of a source's documents by path: of all, or of those with these paths. */
  async documents(
    agentId: string,
    source: string,
    paths?: readonly string[],
  ): Promise<Map<string, DocumentState>> {
    const known = new Map<string, DocumentState>();
    const parts = paths ? chunks(paths) : [undefined];
    for (const part of parts) {
      const rows = await this.database
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

  /** The paths of documents within their source, or the addresses of pages. */
  async paths(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database
      .selectFrom('documents')
      .select(['id', 'path'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  /** The folders and sitemaps an agent's documents came from. */
  async sources(agentId: string): Promise<string[]> {
    const rows = await this.database
      .selectFrom('documents')
      .select('source')
      .distinct()
      .where('agent_id', '=', agentId)
      .execute();
    return rows.map(row => row.source);
  }

  /** Stores documents, replacing those with the same source and path. */
  async replace(documents: readonly NewDocument[]): Promise<void> {
    await this.#writer.replace(documents);
    this.#onChange?.();
  }

  /** Deletes documents of one agent. */
  async remove(ids: readonly number[]): Promise<void> {
    await this.#writer.remove(ids);
  }

  /** Deletes all documents of a source. */
  async removeSource(agentId: string, source: string): Promise<void> {
    await this.remove([...(await this.documents(agentId, source)).values()].map(({ id }) => id));
  }

  /** Updates the time and size of files whose content is unchanged. */
  async touch(states: readonly Pick<DocumentState, 'id' | 'modified' | 'size'>[]): Promise<void> {
    if (states.length === 0) return;
    await this.database.transaction().execute(async writer => {
      for (const { id, ...values } of states)
        await writer.updateTable('documents').set(values).where('id', '=', id).execute();
    });
  }

  /** The beginnings of some documents, to detect the languages of an agent's documents. */
  async sample(agentId: string): Promise<string[]> {
    const rows = await this.database
      .selectFrom('documents')
      .innerJoin('passages', 'passages.document_id', 'documents.id')
      .select('passages.body')
      .where('documents.agent_id', '=', agentId)
      .where('passages.position', '=', 0)
      // By hash, which mixes documents of all folders: each folder may have a language of its own.
      .orderBy('documents.hash')
      .limit(SAMPLED)
      .execute();
    return rows.map(({ body }) => body.slice(0, SAMPLE_LENGTH));
  }

  /** How many of the agent's passages contain each term; `TOTAL` counts all passages. Terms that never occur are missing. */
  async frequencies(agentId: string, terms: readonly string[]): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await this.database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('term', 'in', [TOTAL, ...terms])
      .execute();
    return new Map(rows.map(row => [row.term, row.passages]));
  }

  /** The agent's terms that begin with one of these. */
  async termsFrom(agentId: string, starts: readonly string[]): Promise<CountedTerm[]> {
    const [first, ...others] = starts.map(start =>
      this.database
        .selectFrom('passage_terms')
        .select(['term', 'passages'])
        .where('agent_id', '=', agentId)
        .where('term', '>=', start)
        .where('term', '<', start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1))
        .where('passages', '>', 0),
    );
    if (!first) return [];
    // A union: with "or", SQLite would scan all terms of the agent.
    return await others.reduce((all, one) => all.unionAll(one), first).execute();
  }

  /** The agent's terms that end with one of these, which must be letters only. Scans all terms of the agent. */
  async termsTo(agentId: string, ends: readonly string[]): Promise<CountedTerm[]> {
    if (ends.length === 0) return [];
    return await this.database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('passages', '>', 0)
      .where(eb => eb.or(ends.map(end => eb('term', 'like', `%${end}`))))
      .execute();
  }

  /** The agent's terms with the same first letter and a length that differs by at most three. */
  async termsLike(agentId: string, word: string): Promise<CountedTerm[]> {
    const first = word.codePointAt(0)!;
    return await this.database
      .selectFrom('passage_terms')
      .select(['term', 'passages'])
      .where('agent_id', '=', agentId)
      .where('term', '>=', String.fromCodePoint(first))
      .where('term', '<', String.fromCodePoint(first + 1))
      .where('passages', '>', 0)
      .where(eb => eb.between(eb.fn<number>('length', ['term']), word.length - 3, word.length + 3))
      .execute();
  }

  /** The first passages of an agent's documents, in order. */
  async first(agentId: string, limit: number): Promise<FoundPassage[]> {
    return await this.#found()
      .where('d.agent_id', '=', agentId)
      .orderBy('p.document_id')
      .orderBy('p.position')
      .limit(limit)
      .execute();
  }

  /** Passages in the order of these ids. Those that no longer exist are missing. */
  async byIds(ids: readonly number[]): Promise<FoundPassage[]> {
    if (ids.length === 0) return [];
    const rows = await this.#found().where('p.id', 'in', ids).execute();
    return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  }

  /** The passages that match a query, in the order of their score. */
  async search(agentId: string, query: PassageQuery): Promise<FoundPassage[]> {
    if (query.terms.length === 0) return [];
    const found = sql<FoundPassage>`select p.id, p.document_id as "documentId", p.position, d.title, d.url, p.heading,
        p.anchor, p.body
      from (${this.#engine.passages.find(agentId, query)}) hit
      join passages p on p.id = hit.id join documents d on d.id = p.document_id order by hit.score`;
    return (await found.execute(this.database)).rows;
  }

  #found() {
    return this.database
      .selectFrom('passages as p')
      .innerJoin('documents as d', 'd.id', 'p.document_id')
      .select(['p.id', 'p.document_id as documentId', 'p.position', 'd.title', 'd.url', 'p.heading'])
      .select(['p.anchor', 'p.body']);
  }
}

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, i) =>
    items.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  );
}

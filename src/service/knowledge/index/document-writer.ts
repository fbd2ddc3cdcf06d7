import { setImmediate } from 'node:timers/promises';
import { now } from '../../storage/clock.ts';
import type { PassageTerms, StorageEngine } from '../../storage/engine.ts';
import type { Database } from '../../storage/tables.ts';
import type { ReadDocument } from '../reading/document.ts';
import {
  changeDocuments,
  type DocumentChange,
  type DocumentValues,
  type DocumentVersion,
  incomplete,
  type NewPassage,
  type OldPassage,
} from './document-changes.ts';
import { passageTerms } from './passage-terms.ts';

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

/** Rows changed in one transaction. While it runs nobody else can write, and SQLite blocks the process. */
export const BATCH_SIZE = 100;

/**
 * Adds documents to the index and removes them, while visitors are answered. Terms are computed before the transaction
 * begins. Small documents share a transaction, because each transaction waits for the disk. A large document takes
 * several, with optimistic locking: each goes on only if the document still has the hash that the one before it wrote.
 * Only the last writes the hash of the content, so that an interrupted document is read again.
 */
export class DocumentWriter {
  readonly #database: Database;
  readonly #engine: StorageEngine;

  constructor(database: Database, engine: StorageEngine) {
    this.#database = database;
    this.#engine = engine;
  }

  /** Stores documents, replacing those with the same source and path. */
  async replace(documents: readonly NewDocument[]): Promise<void> {
    const batch = new ChangeBatch<NewDocument>(changes => this.#change(changes));
    for (const document of documents) {
      const { content, agentId, ...row } = document;
      const values = { ...row, agent_id: agentId, title: content.title, read_at: now() };
      const passages = content.passages.map((passage, position) => ({ ...passage, position }));
      const before = await this.#find(values);
      // Another process has stored the same content.
      if (before?.hash === values.hash) continue;
      const removed = await this.#passages(before);
      if (removed.length + passages.length >= BATCH_SIZE)
        await this.#replaceLarge(document, before, values, passages);
      else
        await batch.add(document, {
          before,
          values,
          removed,
          added: await withTerms(values.title, passages),
        });
    }
    // Another process changed these first: replace what it stored.
    const conflicts = await batch.end();
    if (conflicts.length > 0) await this.replace(conflicts);
  }

  /** Deletes documents of one agent. */
  async remove(ids: readonly number[]): Promise<void> {
    const batch = new ChangeBatch<number>(changes => this.#change(changes));
    for (const id of ids) {
      for (let isLast = false; !isLast; ) {
        const found = await this.#values(id);
        if (!found) break;
        const { before, values } = found;
        const removed = await this.#passages(before);
        isLast = removed.length < BATCH_SIZE;
        const change = { before, values: { ...values, ...incomplete() }, removed };
        if (isLast) await batch.add(id, { ...change, isDeleted: true });
        else await this.#change([change]);
      }
    }
    const conflicts = await batch.end();
    if (conflicts.length > 0) await this.remove(conflicts);
  }

  async #replaceLarge(
    document: NewDocument,
    before: DocumentVersion | undefined,
    values: DocumentValues,
    passages: readonly Omit<NewPassage, 'terms'>[],
  ): Promise<void> {
    // The old title until its passages are removed: their terms are counted with it.
    const title = before?.title ?? values.title;
    let [version] = await this.#change([{ before, values: { ...values, ...incomplete(), title } }]);
    if (!version) return await this.replace([document]);
    // From here on, a change by another process ends this one: that process then stores the document.
    for (;;) {
      const removed = await this.#passages(version);
      if (removed.length === 0) break;
      const emptied = { ...values, ...incomplete(), title };
      [version] = await this.#change([{ before: version, values: emptied, removed }]);
      if (!version) return;
    }
    for (let i = 0; i === 0 || i < passages.length; i += BATCH_SIZE) {
      const added = await withTerms(values.title, passages.slice(i, i + BATCH_SIZE));
      const isLast = i + BATCH_SIZE >= passages.length;
      const next = isLast ? values : { ...values, ...incomplete() };
      [version] = await this.#change([{ before: version, values: next, added }]);
      if (!version) return;
    }
  }

  async #change(changes: readonly DocumentChange[]): Promise<(DocumentVersion | undefined)[]> {
    return await changeDocuments(this.#database, this.#engine, changes);
  }

  async #find({ agent_id, source, path }: DocumentValues): Promise<DocumentVersion | undefined> {
    return await this.#database
      .selectFrom('documents')
      .select(['id', 'title', 'hash'])
      .where('agent_id', '=', agent_id)
      .where('source', '=', source)
      .where('path', '=', path)
      .executeTakeFirst();
  }

  async #values(id: number): Promise<{ before: DocumentVersion; values: DocumentValues } | undefined> {
    const values = await this.#database
      .selectFrom('documents')
      .select(['agent_id', 'source', 'path', 'title', 'url', 'hash', 'modified', 'size', 'read_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return values && { before: { id, title: values.title, hash: values.hash }, values };
  }

  /** The first passages of a document, with the terms they were counted under. */
  async #passages(version: DocumentVersion | undefined): Promise<OldPassage[]> {
    if (!version) return [];
    const passages = await this.#database
      .selectFrom('passages')
      .select(['id', 'heading', 'anchor', 'body'])
      .where('document_id', '=', version.id)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute();
    return await withTerms(version.title, passages);
  }
}

/** Collects changes until they fill a transaction. `T` identifies the document of a change. */
class ChangeBatch<T> {
  readonly #apply: (changes: readonly DocumentChange[]) => Promise<readonly unknown[]>;
  readonly #conflicts: T[] = [];
  #queue: { document: T; change: DocumentChange }[] = [];
  #rows = 0;

  constructor(apply: (changes: readonly DocumentChange[]) => Promise<readonly unknown[]>) {
    this.#apply = apply;
  }

  async add(document: T, change: DocumentChange): Promise<void> {
    const rows = 1 + (change.removed?.length ?? 0) + (change.added?.length ?? 0);
    if (this.#rows + rows > BATCH_SIZE) await this.#flush();
    this.#queue.push({ document, change });
    this.#rows += rows;
  }

  /** @returns the documents that another process changed in the meantime */
  async end(): Promise<readonly T[]> {
    await this.#flush();
    return this.#conflicts;
  }

  async #flush(): Promise<void> {
    const queue = this.#queue;
    this.#queue = [];
    this.#rows = 0;
    if (queue.length === 0) return;
    const versions = await this.#apply(queue.map(({ change }) => change));
    for (const [i, { document }] of queue.entries()) if (!versions[i]) this.#conflicts.push(document);
  }
}

/** Lets other work run after each passage. */
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

import { setImmediate } from 'node:timers/promises';
import type { Database, Engine } from '../../storage/tables.ts';
import type { ReadDocument } from '../reading/document.ts';
import {
  type Change,
  changeDocuments,
  type NewPassage,
  type OldPassage,
  type Stored,
  unfinished,
  type Values,
} from './document-changes.ts';
import { type PassageTerms, passageTerms } from './passage-terms.ts';

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

/** Passages changed in one transaction: while it runs nobody else can write, and SQLite blocks the process. */
export const AT_ONCE = 100;

/**
 * Writes documents into the index and deletes them while visitors are answered. Terms are computed before the store is
 * locked. Small documents change together, for each transaction waits for the disk; large ones change in several, by
 * optimistic locking: each goes on only if the document's hash is the one that the transaction before it left. Only the
 * last writes the hash of the content, so that a document that was cut short is read again.
 */
export class DocumentWriter {
  readonly #database: Database;
  readonly #engine: Engine;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#engine = engine;
  }

  /** Puts documents in place of what was stored under their paths. */
  async replace(documents: readonly NewDocument[]): Promise<void> {
    const small = new Together<NewDocument>(changes => this.#change(changes));
    for (const document of documents) {
      const { content, agentId, ...row } = document;
      const values = { ...row, agent_id: agentId, title: content.title };
      const passages = content.passages.map((passage, position) => ({ ...passage, position }));
      const before = await this.#find(values);
      // Another process has read the same meanwhile.
      if (before?.hash === values.hash) continue;
      const removed = await this.#passages(before);
      if (removed.length + passages.length >= AT_ONCE)
        await this.#replaceLarge(document, before, values, passages);
      else
        await small.add(document, {
          before,
          values,
          removed,
          added: await withTerms(values.title, passages),
        });
    }
    // Another process was quicker: what it left is replaced.
    const late = await small.end();
    if (late.length > 0) await this.replace(late);
  }

  /** Takes documents of one agent out of the index. */
  async remove(ids: readonly number[]): Promise<void> {
    const small = new Together<number>(changes => this.#change(changes));
    for (const id of ids) {
      for (let isWhole = false; !isWhole; ) {
        const found = await this.#values(id);
        if (!found) break;
        const { before, values } = found;
        const removed = await this.#passages(before);
        isWhole = removed.length < AT_ONCE;
        const change = { before, values: { ...values, ...unfinished() }, removed };
        if (isWhole) await small.add(id, { ...change, isGone: true });
        else await this.#change([change]);
      }
    }
    const late = await small.end();
    if (late.length > 0) await this.remove(late);
  }

  async #replaceLarge(
    document: NewDocument,
    before: Stored | undefined,
    values: Values,
    passages: readonly Omit<NewPassage, 'terms'>[],
  ): Promise<void> {
    // Under its old title, which the counts of terms depend on.
    const title = before?.title ?? values.title;
    let [stored] = await this.#change([{ before, values: { ...values, ...unfinished(), title } }]);
    // Another process was quicker: what it left is replaced.
    if (!stored) return await this.replace([document]);
    // From here on it stops when another process has changed the document since.
    for (;;) {
      const removed = await this.#passages(stored);
      if (removed.length === 0) break;
      const begun = { ...values, ...unfinished(), title };
      [stored] = await this.#change([{ before: stored, values: begun, removed }]);
      if (!stored) return;
    }
    for (let i = 0; i === 0 || i < passages.length; i += AT_ONCE) {
      const added = await withTerms(values.title, passages.slice(i, i + AT_ONCE));
      const isLast = i + AT_ONCE >= passages.length;
      const next = isLast ? values : { ...values, ...unfinished() };
      [stored] = await this.#change([{ before: stored, values: next, added }]);
      if (!stored) return;
    }
  }

  async #change(changes: readonly Change[]): Promise<(Stored | undefined)[]> {
    return await changeDocuments(this.#database, this.#engine, changes);
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

  async #values(id: number): Promise<{ before: Stored; values: Values } | undefined> {
    const values = await this.#database
      .selectFrom('documents')
      .select(['agent_id', 'source', 'path', 'title', 'url', 'hash', 'modified', 'size'])
      .where('id', '=', id)
      .executeTakeFirst();
    return values && { before: { id, title: values.title, hash: values.hash }, values };
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
}

/** Collects changes until they are as many as one transaction may hold. */
class Together<T> {
  readonly #change: (changes: readonly Change[]) => Promise<readonly unknown[]>;
  readonly #late: T[] = [];
  #waiting: { of: T; change: Change }[] = [];
  #count = 0;

  constructor(change: (changes: readonly Change[]) => Promise<readonly unknown[]>) {
    this.#change = change;
  }

  async add(of: T, change: Change): Promise<void> {
    // The document's own row counts as well: those without text are as many as others.
    const count = 1 + (change.removed?.length ?? 0) + (change.added?.length ?? 0);
    if (this.#count + count > AT_ONCE) await this.#write();
    this.#waiting.push({ of, change });
    this.#count += count;
  }

  /** Those whose document was no longer as it was found. */
  async end(): Promise<readonly T[]> {
    await this.#write();
    return this.#late;
  }

  async #write(): Promise<void> {
    const written = this.#waiting;
    this.#waiting = [];
    this.#count = 0;
    if (written.length === 0) return;
    const done = await this.#change(written.map(({ change }) => change));
    for (const [i, { of }] of written.entries()) if (!done[i]) this.#late.push(of);
  }
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

import { createHash } from 'node:crypto';
import type { StorageEngine } from '../../storage/engine.ts';
import type { Database } from '../../storage/tables.ts';

/** A passage that has no vector of the model yet. */
export interface UnembeddedPassage {
  id: number;
  agentId: string;
  /** Of the model and the text. */
  hash: string;
  /** What the model reads. */
  text: string;
}

/** Passages that are looked through at once. */
const ROWS_PER_STATEMENT = 1000;

/**
 * The vectors of passages by one embeddings model. A vector belongs to a text, so a changed document needs new ones only for
 * its changed passages.
 */
export class PassageVectors {
  readonly #database: Database;
  readonly #engine: StorageEngine;
  readonly #model: string;
  #prepared: Promise<boolean> | undefined;

  constructor(database: Database, engine: StorageEngine, model: string) {
    this.#database = database;
    this.#engine = engine;
    this.#model = model;
  }

  /** Whether the database can store vectors. */
  isSupported(): Promise<boolean> {
    this.#prepared ??= this.#engine.vectors.prepare(this.#database).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** All passages without a vector of this model, in groups of at most `size`. */
  async *missing(size: number): AsyncGenerator<UnembeddedPassage[], void> {
    let group: UnembeddedPassage[] = [];
    for (let last = 0; ; ) {
      const rows = await this.#database
        .selectFrom('passages as p')
        .leftJoin('passage_vectors as v', join =>
          join.onRef('v.passage_id', '=', 'p.id').on('v.model', '=', this.#model),
        )
        .select(['p.id', 'v.hash'])
        .where('p.id', '>', last)
        .orderBy('p.id')
        .limit(ROWS_PER_STATEMENT)
        .execute();
      if (rows.length === 0) break;
      last = rows.at(-1)!.id;
      const ids = rows.filter(({ hash }) => hash === null).map(({ id }) => id);
      for (const passage of ids.length > 0 ? await this.#read(ids) : []) {
        group.push(passage);
        if (group.length < size) continue;
        yield group;
        group = [];
      }
    }
    if (group.length > 0) yield group;
  }

  /** Those of the hashes whose vector is stored. */
  async known(hashes: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database
      .selectFrom('vectors')
      .select('hash')
      .where('hash', 'in', hashes)
      .execute();
    return new Set(rows.map(({ hash }) => hash));
  }

  /** Stores the vectors of some passages. Those that were removed meanwhile are left out. */
  async store(
    passages: readonly UnembeddedPassage[],
    vectors: readonly { hash: string; vector: Float32Array }[],
  ): Promise<void> {
    await this.#database.transaction().execute(async writer => {
      if (vectors.length > 0) await this.#engine.vectors.insert(writer, vectors);
      const present = await writer
        .selectFrom('passages')
        .select('id')
        .where(
          'id',
          'in',
          passages.map(({ id }) => id),
        )
        .execute();
      const ids = new Set(present.map(({ id }) => id));
      const rows = passages
        .filter(({ id }) => ids.has(id))
        .map(({ id, agentId, hash }) => ({ passage_id: id, agent_id: agentId, model: this.#model, hash }));
      if (rows.length === 0) return;
      await writer
        .insertInto('passage_vectors')
        .values(rows)
        .onConflict(conflict =>
          conflict.column('passage_id').doUpdateSet(eb => ({
            model: eb.ref('excluded.model'),
            hash: eb.ref('excluded.hash'),
          })),
        )
        .execute();
    });
  }

  /** Deletes the vectors of passages that no longer exist. */
  async removeUnused(): Promise<void> {
    await this.#database
      .deleteFrom('vectors')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('passage_vectors')
              .select('passage_vectors.hash')
              .whereRef('passage_vectors.hash', '=', 'vectors.hash'),
          ),
        ),
      )
      .execute();
  }

  /** Ids of the agent's passages, the nearest first. */
  async nearest(agentId: string, vector: Float32Array, limit: number): Promise<number[]> {
    return await this.#engine.vectors.nearest(this.#database, {
      agentId,
      model: this.#model,
      vector,
      limit,
    });
  }

  async #read(ids: readonly number[]): Promise<UnembeddedPassage[]> {
    const rows = await this.#database
      .selectFrom('passages as p')
      .innerJoin('documents as d', 'd.id', 'p.document_id')
      .select(['p.id', 'p.agent_id as agentId', 'd.title', 'p.heading', 'p.body'])
      .where('p.id', 'in', ids)
      .orderBy('p.id')
      .execute();
    return rows.map(({ id, agentId, title, heading, body }) => {
      const text = [title, heading, body].filter(part => part !== '').join('\n');
      const hash = createHash('sha256').update(this.#model).update('\0').update(text).digest('base64url');
      return { id, agentId, text, hash };
    });
  }
}

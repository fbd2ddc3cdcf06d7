import { sql } from 'kysely';
import { PASSAGE_VECTORS, type StoredVector, type VectorIndex, type VectorQuery } from './engine.ts';
import type { Database, Writer } from './tables.ts';

/** Vectors of the extension pgvector. */
export const postgresVectors: VectorIndex = {
  async prepare(database: Database): Promise<boolean> {
    const { rows } = await sql<{ installed: string | null }>`
      select installed_version as installed from pg_available_extensions where name = 'vector'`.execute(
      database,
    );
    const [extension] = rows;
    if (!extension) return false;
    try {
      if (!extension.installed) await sql`create extension if not exists vector`.execute(database);
    } catch {
      // Only some roles may create an extension.
      return false;
    }
    for (const statement of [
      'create table if not exists vectors (hash text primary key, vector vector not null)',
      ...PASSAGE_VECTORS,
    ])
      await sql.raw(statement).execute(database);
    return true;
  },

  async insert(writer: Writer, vectors: readonly StoredVector[]): Promise<void> {
    const rows = vectors.map(({ hash, vector }) => sql`(${hash}, ${textOf(vector)}::vector)`);
    await sql`insert into vectors (hash, vector) values ${sql.join(rows)} on conflict (hash) do nothing`.execute(
      writer,
    );
  },

  async nearest(database: Database, { agentId, model, vector, limit }: VectorQuery): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`select p.passage_id as id
      from passage_vectors p join vectors v on v.hash = p.hash
      where p.agent_id = ${agentId} and p.model = ${model} and vector_dims(v.vector) = ${vector.length}
      order by v.vector <=> ${textOf(vector)}::vector limit ${limit}`.execute(database);
    return rows.map(({ id }) => id);
  },
};

function textOf(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}

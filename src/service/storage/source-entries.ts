import type { SkipCode } from '../../protocol/sources.ts';
import type { Database, SourceEntryRow } from './tables.ts';

/** What is known of a page besides its document. */
export interface PageRecord {
  agentId: string;
  source: string;
  /** The address of the page. */
  path: string;
  /** Why it was not read. */
  fault?: SkipCode | undefined;
  /** The headers `ETag` and `Last-Modified`, and the hash of the document they belong to. */
  etag?: string | undefined;
  modified?: string | undefined;
  hash?: string | undefined;
  /** The address that the page prefers for its content. */
  canonical?: string | undefined;
  /** The id of the reading in which the page was reached. */
  reading: string;
}

/** The entries of a source by path. Forgotten documents are among them. */
export async function sourceEntries(
  database: Database,
  agentId: string,
  source: string,
): Promise<Map<string, SourceEntryRow>> {
  const rows = await database
    .selectFrom('source_entries')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .execute();
  return new Map(rows.map(row => [row.path, row]));
}

/** Records the outcome of a page. @returns whether the owner has forgotten it in the meantime */
export async function recordPage(database: Database, note: PageRecord): Promise<boolean> {
  const values = {
    fault: note.fault ?? null,
    etag: note.etag ?? null,
    modified: note.modified ?? null,
    hash: note.hash ?? null,
    canonical: note.canonical ?? null,
    reading: note.reading,
  };
  const row = await database
    .insertInto('source_entries')
    .values({ agent_id: note.agentId, source: note.source, path: note.path, forgotten: 0, ...values })
    .onConflict(conflict => conflict.columns(['agent_id', 'source', 'path']).doUpdateSet(values))
    .returning('forgotten')
    .executeTakeFirstOrThrow();
  return row.forgotten === 1;
}

/** Drops the entries of pages that a complete reading did not reach. */
export async function dropOldEntries(
  database: Database,
  agentId: string,
  source: string,
  reading: string,
): Promise<void> {
  await database
    .deleteFrom('source_entries')
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .where('forgotten', '=', 0)
    .where('reading', '!=', reading)
    .execute();
}

/** Keeps a document out of the index at every later reading. */
export async function forgetEntry(
  database: Database,
  agentId: string,
  source: string,
  path: string,
): Promise<void> {
  const cleared = { fault: null, etag: null, modified: null, hash: null };
  await database
    .insertInto('source_entries')
    .values({ agent_id: agentId, source, path, canonical: null, reading: '', forgotten: 1, ...cleared })
    .onConflict(conflict =>
      conflict.columns(['agent_id', 'source', 'path']).doUpdateSet({ ...cleared, forgotten: 1 }),
    )
    .execute();
}

/** Lets the next reading read a document again. @returns whether it was forgotten */
export async function restoreEntry(
  database: Database,
  agentId: string,
  source: string,
  path: string,
): Promise<boolean> {
  const deleted = await database
    .deleteFrom('source_entries')
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .where('path', '=', path)
    .where('forgotten', '=', 1)
    .returning('path')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The paths of forgotten documents. */
export async function forgottenPaths(
  database: Database,
  agentId: string,
  source: string,
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('source_entries')
    .select('path')
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .where('forgotten', '=', 1)
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** The sources that have forgotten documents. */
export async function sourcesWithForgotten(database: Database, agentId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('source_entries')
    .select('source')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('forgotten', '=', 1)
    .execute();
  return rows.map(({ source }) => source);
}

/** Drops everything that is noted about a source. */
export async function dropEntries(database: Database, agentId: string, source: string): Promise<void> {
  await database
    .deleteFrom('source_entries')
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .execute();
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

const FILE = 'proxy.sqlite';
const BUSY_MS = 5000;

/** Keeps everything in one file of a folder, which is made when it is missing. */
export async function openSqlite(dataDir: string): Promise<Stores> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, FILE), { timeout: BUSY_MS });
  file.exec('pragma journal_mode = wal; pragma synchronous = full');
  return sqlStores(new Kysely<Tables>({ dialect: nodeSqliteDialect(file) }));
}

import { join } from 'node:path';
import { Kysely } from 'kysely';
import { nodeSqliteDialect } from '../../sqlite/dialect.ts';
import { keepPrivate } from '../../sqlite/private-file.ts';
import { makePrivateFolder } from '../../sqlite/private-folder.ts';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

const FILE = 'proxy.sqlite';
const BUSY_MS = 5000;

/** Keeps everything in one file of a folder, which is made when it is missing. */
export async function openSqlite(dataDir: string): Promise<Stores> {
  makePrivateFolder(dataDir);
  // Not imported: bundlers for runtimes without SQLite fail on its name, even where it is never reached.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const path = join(dataDir, FILE);
  keepPrivate(path);
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  file.exec('pragma journal_mode = wal; pragma synchronous = full');
  return sqlStores(new Kysely<Tables>({ dialect: nodeSqliteDialect(file) }));
}

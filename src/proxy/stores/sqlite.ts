import { Kysely } from 'kysely';
import { nodeSqliteDialect } from '../../databases/sqlite-dialect.ts';
import { openSqliteFile } from '../../databases/sqlite-file.ts';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

/** Keeps everything in one file of a folder, which is made when it is missing. */
export async function openSqlite(dataDir: string): Promise<Stores> {
  const file = openSqliteFile(dataDir, 'proxy.sqlite');
  return sqlStores(new Kysely<Tables>({ dialect: nodeSqliteDialect(file) }));
}

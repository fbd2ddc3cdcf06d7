import { Kysely } from 'kysely';
import { openPool, postgresDialect, STATEMENT_MS } from '../../databases/postgres.ts';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

const CONNECTIONS = 5;

/** Keeps everything in PostgreSQL, for several instances. */
export async function openPostgres(url: string): Promise<Stores> {
  const dialect = postgresDialect(openPool(url, CONNECTIONS), STATEMENT_MS);
  return sqlStores(new Kysely<Tables>({ dialect }));
}

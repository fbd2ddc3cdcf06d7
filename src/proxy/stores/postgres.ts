import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

const CONNECTIONS = 5;
const CONNECT_MS = 10_000;

/** Keeps everything in PostgreSQL, for several instances. */
export async function openPostgres(url: string): Promise<Stores> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: CONNECT_MS });
  // An idle connection that the server closes is replaced at the next query; unheard, the event ends the process.
  pool.on('error', () => {});
  // The pool doesn't listen to one at work, whose statement fails all the same.
  pool.on('connect', client => client.on('error', () => {}));
  return sqlStores(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
}

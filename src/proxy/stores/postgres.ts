import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { sqlStores } from './sql-stores.ts';
import type { Stores } from './stores.ts';
import type { Tables } from './tables.ts';

const CONNECTIONS = 5;
const CONNECT_MS = 10_000;
/** What a statement may take: a connection can be dead without ending, and would stay one of the few in the pool. */
const STATEMENT_MS = 10_000;

/** Keeps everything in PostgreSQL, for several instances. */
export async function openPostgres(url: string): Promise<Stores> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  });
  // The pool replaces an idle connection that the server closes; without a listener, the event ends the process.
  pool.on('error', () => {});
  // The pool doesn't listen to one in use, whose statement fails all the same.
  pool.on('connect', client => client.on('error', () => {}));
  return sqlStores(
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: droppingDeadConnections(pool) }) }),
  );
}

/** The pool would hand out a connection again that has not answered. */
function droppingDeadConnections(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let lost = false;
      const query = (text: string, values: unknown[]): Promise<unknown> =>
        client.query(text, values).catch((error: Error) => {
          // Errors of the server have a code; others are the connection's.
          lost ||= !('code' in error);
          throw error;
        });
      return { query: query as PostgresPoolClient['query'], release: () => client.release(lost) };
    },
    end: () => pool.end(),
  };
}

import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

const CONNECT_MS = 10_000;
/** The time limit of a statement: a connection can be dead without ending, and a caller would wait forever. */
export const STATEMENT_MS = 10_000;
const INT8 = 20;
const CONNECTION_LOST = '08006';
/**
 * The server ends the connection (57P), or only reads now, as another one has taken its place after a failure (25006).
 * Used again before its end is noticed, the connection would fail the next statement.
 */
const ENDED = /^(?:57P|25006)/;

/** Connects when it is first asked something, and keeps up to `connections` open. */
export function openPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    types: {
      // Counts and times fit a JavaScript number; the driver's default for 64 bits is a string.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? (text: string) => Number(text)
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces an idle connection that the server closes; without a listener, the event ends the process.
  pool.on('error', () => {});
  // The pool doesn't listen to one in use, whose statement fails all the same.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

/** @param statementMs what a statement may take; as long as it needs when left out */
export function postgresDialect(pool: pg.Pool, statementMs?: number): PostgresDialect {
  return new PostgresDialect({ pool: withCodes(pool, statementMs) });
}

/**
 * Errors of the server have a code. The driver gives none where a connection broke, timed out, or could not be had in
 * time: such an error gets one here, and the connection is not used again. Neither is one to a server that only reads:
 * it would stay there for ever, while a new one leads to whichever writes.
 */
function withCodes(pool: pg.Pool, statementMs: number | undefined): PostgresPool {
  return {
    async connect() {
      let lost: Error | undefined;
      const fail = (error: Error & { code?: string }): never => {
        if (error.code !== undefined && !ENDED.test(error.code)) throw error;
        lost = Object.assign(error, { code: error.code ?? CONNECTION_LOST });
        throw lost;
      };
      const client = await pool.connect().catch(fail);
      const query = async (text: string, values: unknown[]): Promise<unknown> => {
        // Such as the rollback of what failed so, which would wait for the timeout once more.
        if (lost) throw lost;
        return await client
          .query({ text, values, ...(statementMs && { query_timeout: statementMs }) })
          .catch(fail);
      };
      return { query: query as PostgresPoolClient['query'], release: () => client.release(lost) };
    },
    end: () => pool.end(),
  };
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { nodeSqliteDialect } from '../../sqlite/dialect.ts';
import { keepPrivate } from '../../sqlite/private-file.ts';
import { makePrivateFolder } from '../../sqlite/private-folder.ts';
import { migrate } from './migrations.ts';
import type { Database, Engine, Tables } from './tables.ts';

export interface OpenDatabase {
  database: Database;
  engine: Engine;
}

interface Opened extends OpenDatabase {
  /** The same store, where a statement may take as long as it needs. */
  patient: Database;
}

const FILE = 'service.sqlite';
const BUSY_MS = 5000;
const PG_CONNECTIONS = 10;
/** What a statement may take: a connection can be dead without ending, and whoever waits for it would wait for ever. */
const PG_STATEMENT_MS = 10_000;
const PG_INT8 = 20;
const PG_CONNECTION_LOST = '08006';

/** Opens the store and brings its tables up to date. @throws when the folder can't be written or nobody answers. */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<OpenDatabase> {
  const { patient, ...opened } = options.databaseUrl
    ? openPostgres(options.databaseUrl)
    : openSqlite(options.dataDir);
  try {
    await migrate(patient, opened.engine);
  } catch (error) {
    await opened.database.destroy();
    throw error;
  }
  return opened;
}

function openSqlite(dataDir: string): Opened {
  makePrivateFolder(dataDir);
  const path = join(dataDir, FILE);
  keepPrivate(path);
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  switchToWal(file);
  // FULL: what has been acknowledged survives the loss of power too, not only of the process.
  file.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -65536');
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  return { database, patient: database, engine: 'sqlite' };
}

/** SQLite doesn't wait its timeout for this switch when another process opens the file at the same moment. */
function switchToWal(file: DatabaseSync): void {
  const until = Date.now() + BUSY_MS;
  for (;;) {
    try {
      file.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function openPostgres(url: string): Opened {
  const pool = new pg.Pool({
    connectionString: url,
    max: PG_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    types: {
      // Counts and times fit a JavaScript number; the driver's default for 64 bits is a string.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === PG_INT8
          ? (text: string) => Number(text)
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces an idle connection that the server closes; without a listener, the event ends the process.
  pool.on('error', () => {});
  // The pool doesn't listen to one in use, whose statement fails all the same.
  pool.on('connect', client => client.on('error', () => {}));
  const over = (statementMs?: number): Database =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withCodes(pool, statementMs) }) });
  return { database: over(PG_STATEMENT_MS), patient: over(), engine: 'postgres' };
}

/**
 * Errors of the server have a code. The driver gives none where a connection broke, timed out, or could not be had in
 * time: such an error gets one here, and the connection is not used again.
 */
function withCodes(pool: pg.Pool, statementMs: number | undefined): PostgresPool {
  return {
    async connect() {
      let lost: Error | undefined;
      const fail = (error: Error): never => {
        if ('code' in error) throw error;
        lost = Object.assign(error, { code: PG_CONNECTION_LOST });
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

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { nodeSqliteDialect } from '../../sqlite/dialect.ts';
import { keepPrivate } from '../../sqlite/private-file.ts';
import { makePrivateFolder } from '../../sqlite/private-folder.ts';
import { migrate } from './migrations.ts';
import type { Database, Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export interface OpenDatabase {
  database: Database;
  engine: Engine;
}

const FILE = 'service.sqlite';
const BUSY_MS = 5000;
const PG_CONNECTIONS = 10;
const PG_INT8 = 20;
const PG_CONNECTION_LOST = '08006';

/** Opens the store and brings its tables up to date. @throws when the folder can't be written or nobody answers. */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<OpenDatabase> {
  const opened = options.databaseUrl ? openPostgres(options.databaseUrl) : openSqlite(options.dataDir);
  try {
    await migrate(opened.database, opened.engine);
  } catch (error) {
    await opened.database.destroy();
    throw error;
  }
  return opened;
}

function openSqlite(dataDir: string): OpenDatabase {
  makePrivateFolder(dataDir);
  const path = join(dataDir, FILE);
  keepPrivate(path);
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  switchToWal(file);
  // FULL: what has been acknowledged survives the loss of power too, not only of the process.
  file.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -65536');
  return { database: new Kysely<Tables>({ dialect: nodeSqliteDialect(file) }), engine: 'sqlite' };
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

function openPostgres(url: string): OpenDatabase {
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
  // An idle connection that the server closes is replaced at the next query; unheard, the event ends the process.
  pool.on('error', () => {});
  // The pool doesn't listen to one at work, whose statement fails all the same.
  pool.on('connect', client => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool: withCodes(pool) });
  return { database: new Kysely<Tables>({ dialect }), engine: 'postgres' };
}

/** Errors of the server have a code. The driver gives none to a connection that broke, or could not be had in time. */
function withCodes(pool: pg.Pool): PostgresPool {
  const fail = (error: Error): never => {
    throw 'code' in error ? error : Object.assign(error, { code: PG_CONNECTION_LOST });
  };
  return {
    async connect() {
      const client = await pool.connect().catch(fail);
      const query = (text: string, values: unknown[]): Promise<unknown> =>
        client.query(text, values).catch(fail);
      return { query: query as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}

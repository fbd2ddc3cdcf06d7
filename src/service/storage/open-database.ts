import { Kysely } from 'kysely';
import { openPool, postgresDialect, STATEMENT_MS } from '../../databases/postgres.ts';
import { nodeSqliteDialect } from '../../databases/sqlite-dialect.ts';
import { openSqliteFile } from '../../databases/sqlite-file.ts';
import type { ServiceLogger } from '../contract.ts';
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

const PG_CONNECTIONS = 10;

/** Opens the store and brings its tables up to date. @throws when the folder can't be written or nobody answers. */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  logger?: ServiceLogger | undefined;
}): Promise<OpenDatabase> {
  const { patient, ...opened } = options.databaseUrl
    ? openPostgres(options.databaseUrl)
    : openSqlite(options.dataDir);
  try {
    await migrate(patient, opened.engine, options.logger);
  } catch (error) {
    await opened.database.destroy();
    throw error;
  }
  return opened;
}

function openSqlite(dataDir: string): Opened {
  const file = openSqliteFile(dataDir, 'service.sqlite');
  file.exec('pragma foreign_keys = on; pragma cache_size = -65536');
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  return { database, patient: database, engine: 'sqlite' };
}

function openPostgres(url: string): Opened {
  const pool = openPool(url, PG_CONNECTIONS);
  return {
    database: new Kysely<Tables>({ dialect: postgresDialect(pool, STATEMENT_MS) }),
    patient: new Kysely<Tables>({ dialect: postgresDialect(pool) }),
    engine: 'postgres',
  };
}

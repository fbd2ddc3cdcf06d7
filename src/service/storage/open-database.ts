import type { ServiceLogger } from '../contract.ts';
import type { StorageEngine } from './engine.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from './sqlite.ts';
import type { Database } from './tables.ts';

/**
 * Opens the database and updates its tables.
 * @throws when the folder is not writable, or no server answers at `databaseUrl`
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  logger?: ServiceLogger | undefined;
}): Promise<{ database: Database; engine: StorageEngine }> {
  const { databaseUrl } = options;
  const { database, unlimited, engine } = databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl)
    : openSqlite(options.dataDir);
  try {
    await migrate(unlimited, engine, options.logger);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return { database, engine };
}

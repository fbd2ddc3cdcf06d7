import type { ServiceLogger } from '../contract.ts';
import type { OpenedEngine } from './engine.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the database and updates its tables.
 * @throws when the folder is not writable, or no server answers at `databaseUrl`
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  databasePool?: number | undefined;
  logger?: ServiceLogger | undefined;
}): Promise<Omit<OpenedEngine, 'unlimited'>> {
  const { databaseUrl, databasePool } = options;
  const { database, unlimited, replyDatabase, engine, pool } = databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl, databasePool)
    : openSqlite(options.dataDir);
  try {
    await migrate(unlimited, engine, options.logger);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return { database, replyDatabase, engine, pool };
}

import type { StorageEngine } from '../../../src/service/storage/engine.ts';
import { openDatabase } from '../../../src/service/storage/open-database.ts';
import type { Database } from '../../../src/service/storage/tables.ts';
import type { Harness } from './harness.ts';

/** Looks into a service's store through a connection of its own, as a second process would. */
export async function openTables<T>(
  harness: Pick<Harness, 'store'>,
  look: (tables: Database, engine: StorageEngine) => Promise<T>,
): Promise<T> {
  const { database, engine } = await openDatabase(harness.store);
  try {
    return await look(database, engine);
  } finally {
    await database.destroy();
  }
}

import { openDatabase } from '../../../src/service/storage/open-database.ts';
import type { Database } from '../../../src/service/storage/tables.ts';
import type { Harness } from './harness.ts';

/** Looks into a service's store through a connection of its own, as a second process would. */
export async function openTables<T>(
  harness: Pick<Harness, 'store'>,
  look: (tables: Database) => Promise<T>,
): Promise<T> {
  const { database } = await openDatabase(harness.store);
  try {
    return await look(database);
  } finally {
    await database.destroy();
  }
}

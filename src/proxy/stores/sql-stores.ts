import { SqlSettings } from './sql-settings.ts';
import { SqlUsage } from './sql-usage.ts';
import type { Stores } from './stores.ts';
import { type Database, makeTables } from './tables.ts';

export async function sqlStores(database: Database): Promise<Stores> {
  try {
    await makeTables(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    settings: new SqlSettings(database),
    usage: new SqlUsage(database),
    close: () => database.destroy(),
  };
}

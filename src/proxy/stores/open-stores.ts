import type { ProxyConfig } from '../config.ts';
import { MemorySettings } from '../settings/settings-store.ts';
import { MemoryUsage } from '../usage/usage-store.ts';
import type { Stores } from './stores.ts';

/**
 * PostgreSQL by `databaseUrl`, an SQLite file in `dataDir`, else memory. The databases are loaded only where they
 * are asked for: other runtimes than Node have neither.
 */
export async function openStores(config: ProxyConfig): Promise<Stores> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(config.databaseUrl);
  }
  if (config.dataDir) {
    const { openSqlite } = await import('./sqlite.ts');
    return openSqlite(config.dataDir);
  }
  return { settings: new MemorySettings(), usage: new MemoryUsage(), async close() {} };
}

import { MemoryWindows } from '../../limits/memory-windows.ts';
import { MemoryRevocations } from '../access/revoked-visitors.ts';
import type { ProxyOptions } from '../options.ts';
import { MemoryErasures } from '../personal-data/erasure-store.ts';
import { MemorySettings } from '../settings/settings-store.ts';
import { MemoryUsage } from '../usage/usage-store.ts';
import type { Cluster, ClusterOptions, Stores } from './stores.ts';

const POSTGRES_CONNECTIONS = 5;

/**
 * PostgreSQL by `databaseUrl`, an SQLite file in `dataDir`, else memory. Databases are loaded only if they are
 * configured: runtimes other than Node have none.
 */
export async function openStores({
  databaseUrl,
  databasePool = POSTGRES_CONNECTIONS,
  dataDir,
}: Pick<ProxyOptions, 'databaseUrl' | 'databasePool' | 'dataDir'>): Promise<Stores> {
  if (databaseUrl) {
    const { openPool, postgresDialect, STATEMENT_MS } = await import('../../databases/postgres.ts');
    const { openSqlStores } = await import('./sql-stores.ts');
    return openSqlStores(postgresDialect(openPool(databaseUrl, databasePool), STATEMENT_MS));
  }
  if (dataDir) {
    const { nodeSqliteDialect } = await import('../../databases/sqlite-dialect.ts');
    const { openSqliteFile } = await import('../../databases/sqlite-file.ts');
    const { openSqlStores } = await import('./sql-stores.ts');
    return openSqlStores(nodeSqliteDialect(openSqliteFile(dataDir, 'proxy.sqlite')), dataDir);
  }
  const usage = new MemoryUsage();
  return {
    settings: new MemorySettings(),
    usage,
    erasures: new MemoryErasures(usage),
    revocations: new MemoryRevocations(),
    check: async () => 'ok',
    async close() {},
  };
}

/** Redis by its URL, else the memory of this process. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  if (options.redisUrl) {
    const { openRedis } = await import('./open-redis.ts');
    return openRedis(options.redisUrl, options);
  }
  return {
    windows: new MemoryWindows(),
    exchange: undefined,
    async check() {},
    async close() {},
  };
}

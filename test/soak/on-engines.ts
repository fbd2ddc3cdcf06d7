/** Runs a soak over SQLite and then over a PostgreSQL server of its own, or over the one that a flag names. */
import { parseArgs } from 'node:util';
import { startPostgres, withoutPostgres } from '../../scripts/servers.ts';

/** @param soak gets the number of kills of the command line, by default 100 */
export async function onEngines(
  soak: (kills: number, engine: string, databaseUrl?: string) => Promise<void>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { sqlite: { type: 'boolean' }, postgres: { type: 'boolean' } },
    allowPositionals: true,
  });
  const kills = Number(positionals[0] ?? 100);
  if (!values.postgres) await soak(kills, 'SQLite');
  if (values.sqlite) return;
  const missing = withoutPostgres();
  if (missing) throw new Error(missing);
  const postgres = await startPostgres();
  try {
    await soak(kills, 'PostgreSQL', postgres.url);
  } finally {
    await postgres.stop();
  }
}

/**
 * `npm run soak:service`: kills the service with `kill -9` 100 times, or as often as the first argument says, first over
 * SQLite and then over a PostgreSQL server that stays. `--sqlite` or `--postgres` does one of them.
 */
import { parseArgs } from 'node:util';
import { startPostgres, withoutPostgres } from '../../scripts/servers.ts';
import { killAtRandomMoments } from '../node/service/kills.ts';

const { values, positionals } = parseArgs({
  options: { sqlite: { type: 'boolean' }, postgres: { type: 'boolean' } },
  allowPositionals: true,
});
const kills = Number(positionals[0] ?? 100);

if (!values.postgres) await soak('SQLite');
if (!values.sqlite) {
  const missing = withoutPostgres();
  if (missing) throw new Error(missing);
  const postgres = await startPostgres();
  try {
    await soak('PostgreSQL', postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function soak(engine: string, databaseUrl?: string): Promise<void> {
  const report = await killAtRandomMoments(kills, {
    databaseUrl,
    onKill: ({ kills, wholeBatches }) => {
      if (kills % 10 === 0)
        console.log(`${engine}: ${kills} kills, ${wholeBatches * 1000} contacts, nothing missing`);
    },
  });
  console.log(
    `${engine}: ${report.kills} kills. Of ${report.wholeBatches} batches of 1000 that are stored, whole each, ` +
      `${report.acknowledgedBatches} had been acknowledged; all of these are there, ` +
      `and so are all ${report.acknowledgedReplies} acknowledged replies.`,
  );
}

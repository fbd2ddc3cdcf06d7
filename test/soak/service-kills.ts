/**
 * `npm run soak:service`: kills the service with `kill -9` 100 times, or as often as the first argument says, first over
 * SQLite and then over a PostgreSQL server that stays. `--sqlite` or `--postgres` does one of them.
 */
import { killAtRandomMoments } from '../node/service/kills.ts';
import { onEngines } from './on-engines.ts';

await onEngines(soak);

async function soak(kills: number, engine: string, databaseUrl?: string): Promise<void> {
  const report = await killAtRandomMoments(kills, {
    databaseUrl,
    onKill: ({ kills: done, wholeBatches }) => {
      if (done % 10 === 0)
        console.log(`${engine}: ${done} kills, ${wholeBatches * 1000} contacts, nothing missing`);
    },
  });
  console.log(
    `${engine}: ${report.kills} kills. Of ${report.wholeBatches} batches of 1000 that are stored, whole each, ` +
      `${report.acknowledgedBatches} had been acknowledged; all of these are there, ` +
      `and so are all ${report.acknowledgedReplies} acknowledged replies.`,
  );
}

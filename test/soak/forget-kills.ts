/**
 * `npm run soak:forget`: kills `agent-chat forget` with `kill -9` 100 times, or as often as the first argument says, first
 * over SQLite and then over a PostgreSQL server. `--sqlite` or `--postgres` does one of them.
 */
import { killWhileForgetting } from '../node/cli/forget-kills.ts';
import { onEngines } from './on-engines.ts';

await onEngines(soak);

async function soak(kills: number, engine: string, databaseUrl?: string): Promise<void> {
  const { whole, gone, completed } = await killWhileForgetting(kills, {
    ...(databaseUrl !== undefined && { databaseUrl }),
    onKill: ({ kills: done }) => {
      if (done % 10 === 0) console.log(`${engine}: ${done} kills, no person half removed`);
    },
  });
  console.log(
    `${engine}: after ${kills} kills, ${whole} persons were complete and ${gone} removed, ${completed} of them by the next call.`,
  );
}

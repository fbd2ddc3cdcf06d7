/**
 * `npm run soak:forget`: kills `agent-chat forget` with `kill -9` 100 times, or as often as the first argument says, first
 * over SQLite and then over a PostgreSQL server. `--sqlite` or `--postgres` does one of them.
 */
import { parseArgs } from 'node:util';
import { startPostgres, withoutPostgres } from '../../scripts/servers.ts';
import { killWhileForgetting } from '../node/cli/forget-kills.ts';

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

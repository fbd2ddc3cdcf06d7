import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import { AGENT, setUp } from './harness.ts';

test('a page that asks for settings when PostgreSQL ends the connections gets an error, and the next the settings', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const { proxy, ask } = await setUp(t, { databaseUrl: server.url });
  await proxy.ready();
  const operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
  t.after(async () => {
    await operator.end();
    await server.stop();
  });

  await operator.query('begin; lock table proxy_settings');
  const atWork = ask(`/api/v2/agents/${AGENT}/settings`);
  const waiting = "from pg_stat_activity where wait_event_type = 'Lock'";
  while ((await operator.query(`select 1 ${waiting}`)).rowCount === 0);
  await operator.query(`select pg_terminate_backend(pid) ${waiting}`);
  assert.ok((await atWork).status >= 500);
  await operator.query('rollback');
  assert.equal((await ask(`/api/v2/agents/${AGENT}/settings`)).status, 200);
});

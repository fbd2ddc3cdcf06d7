import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startPostgres, type TestServer, withoutPostgres } from '../../../scripts/servers.ts';
import { createService } from '../../../src/service/index.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { freshDatabase } from './engines.ts';
import { type Harness, startService } from './harness.ts';

test('a pool of one connection is refused by name', async () => {
  await assert.rejects(createService({ dataDir: 'unused', databasePool: 1 }), {
    code: 'invalid_request',
    message: 'databasePool (DATABASE_POOL): must be a whole number from 2 on',
  });
});

describe('the connections to PostgreSQL', { skip: withoutPostgres() }, () => {
  let server: TestServer;
  let harness: Harness;
  let operator: pg.Client;
  let watcher: pg.Client;
  let provider: Awaited<ReturnType<typeof openAiServer>>;
  before(async () => {
    server = await startPostgres();
    const databaseUrl = await freshDatabase(server.url);
    provider = await openAiServer();
    harness = await startService({ databaseUrl, databasePool: 3, openaiBaseUrl: provider.url });
    // In a transaction, a client sees the same activity again and again.
    [operator, watcher] = [1, 2].map(
      () => new pg.Client({ connectionString: databaseUrl, application_name: 'test' }),
    ) as [pg.Client, pg.Client];
    await Promise.all([operator.connect(), watcher.connect()]);
  });
  after(async () => {
    await Promise.all([operator.end(), watcher.end()]);
    await harness.end();
    await provider.close();
    await server.stop();
  });

  const others = `from pg_stat_activity where datname = current_database() and application_name <> 'test'`;

  test('are as many as the setting says, and a crowd of questions does not delay the end of an answer', async () => {
    const { promise: crowded, resolve: finish } = Promise.withResolvers<void>();
    provider.script({ text: ['One', ' two'], before: piece => (piece === 1 ? crowded : undefined) });
    const first = await harness.chat({ message: 'Hello', stream: true });
    const reader = first.body!.getReader();
    await reader.read();

    await operator.query('begin; lock table agent_days');
    const crowd = Array.from({ length: 10 }, () => harness.chat({ message: 'Hello' }));
    while ((await watcher.query(`select 1 ${others} and wait_event_type = 'Lock'`)).rowCount! < 2);
    finish();
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += new TextDecoder().decode(next.value);
    assert.match(text, /"type":"done"/, 'the answer is stored while all other connections wait');
    const { rows } = await watcher.query(`select count(*)::integer as count ${others}`);
    assert.equal(rows[0].count, 3);
    await operator.query('rollback');
    for (const answer of await Promise.all(crowd)) assert.equal(answer.status, 200);
  });
});

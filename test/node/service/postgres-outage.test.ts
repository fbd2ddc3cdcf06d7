import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startPostgres, type TestServer, withoutPostgres } from '../../../scripts/servers.ts';
import { readRateLimit } from '../../../src/protocol/rate-limit.ts';
import { relayTo } from '../../fakes/half-open-connection.ts';
import { terminateLockWaiters } from '../terminate-lock-waiters.ts';
import { freshDatabase } from './engines.ts';
import { type Harness, startService } from './harness.ts';

describe('when PostgreSQL ends the connections', { skip: withoutPostgres() }, () => {
  let server: TestServer;
  let harness: Harness;
  let operator: pg.Client;
  before(async () => {
    server = await startPostgres();
    const databaseUrl = await freshDatabase(server.url);
    harness = await startService({ databaseUrl });
    operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
  });
  after(async () => {
    await operator.end();
    await harness.end();
    await server.stop();
  });

  test('a running message gets a Retry-After, and the next one is answered', async () => {
    await operator.query('begin; lock table agent_days');
    const atWork = harness.chat({ message: 'Hello' });
    await terminateLockWaiters(operator);
    const refused = await atWork;
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    await operator.query('rollback');
    assert.equal((await harness.chat({ message: 'Hello' })).status, 200);
  });

  test('a reply that cannot be stored at first is stored and paid for once', async () => {
    await operator.query('begin; lock table messages in exclusive mode');
    const asked = harness.chat({ message: 'Hello', stream: true }).then(answer => answer.text());
    await terminateLockWaiters(operator);
    await operator.query('rollback');
    const text = await asked;
    assert.match(text, /"type":"done"/);
    const { conversationId } = JSON.parse(/data: (\{"type":"done".*)/.exec(text)![1]!).data.metadata;
    const stored = 'select count(*)::integer as count from messages where conversation_id = $1';
    assert.equal((await operator.query(stored, [conversationId])).rows[0].count, 2);
  });

  test('a server that became read-only after a failover is replaced by the new one at its address', async () => {
    const others = `pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    const connected = async (): Promise<number[]> =>
      (await operator.query(`select ${others}`)).rows.map(({ pid }) => pid as number);
    const change = async (how: string): Promise<void> => {
      await operator.query(`alter system ${how}`);
      await operator.query('select pg_reload_conf()');
      // Each connection reads it before its next statement.
      const now = `select current_setting('default_transaction_read_only') as only`;
      const wanted = how.startsWith('set') ? 'on' : 'off';
      while ((await operator.query(now)).rows[0].only !== wanted);
    };
    const before = await connected();
    await change('set default_transaction_read_only = on');
    const refused = await harness.chat({ message: 'Hello' });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    await change('reset default_transaction_read_only');
    assert.equal((await harness.chat({ message: 'Hello' })).status, 200);
    const after = await connected();
    assert.ok(!before.every(pid => after.includes(pid)), 'the connection is not used again');
  });
});

test('a message that PostgreSQL never answers gets a Retry-After, and the next one is answered', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const relay = await relayTo(await freshDatabase(server.url));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const harness = await startService({ databaseUrl: relay.url });
  t.after(async () => {
    t.mock.timers.reset();
    await harness.end();
    await relay.close();
    await server.stop();
  });
  relay.fallSilent();
  const unanswered = harness.chat({ message: 'Hello' });
  await relay.unheard;
  t.mock.timers.tick(10_000);
  const refused = await unanswered;
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  assert.equal(
    readRateLimit(refused.headers)?.remaining,
    0,
    'the three headers, before it is known whose key it is',
  );
  t.mock.timers.reset();
  assert.equal((await harness.chat({ message: 'Hello' })).status, 200);
});

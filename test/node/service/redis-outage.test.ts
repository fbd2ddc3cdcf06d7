import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startRedis, type TestServer, withoutRedis } from '../../../scripts/servers.ts';
import { readRateLimit } from '../../../src/protocol/rate-limit.ts';
import { type Harness, startService, until } from './harness.ts';
import { openTables } from './tables.ts';

// A Redis that somebody else runs is not for a test to stop.
describe('while Redis is unreachable', { skip: withoutRedis() || process.platform === 'win32' }, () => {
  let redis: TestServer;
  let harness: Harness;
  before(async () => {
    redis = await startRedis();
    harness = await startService({ redisUrl: redis.url, plan: 'plus' });
  });
  after(async () => {
    await harness.end();
    await redis.stop();
  });

  const statuses = async (count: number): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => harness.chat({ message: 'Hello' })),
    );
    return answers.map(answer => answer.status);
  };
  const accepted = (all: readonly number[]): number => all.filter(status => status === 200).length;
  const spent = (): Promise<number> =>
    openTables(harness, async tables => (await tables.selectFrom('charges').select('id').execute()).length);

  test('a request is refused rather than admitted uncounted, and costs nothing', async t => {
    if (redis.pid === undefined) return t.skip('needs a Redis of its own');
    assert.equal(accepted(await statuses(30)), 30);
    process.kill(redis.pid, 'SIGSTOP');
    const [refused, readiness] = await Promise.all([
      harness.chat({ message: 'Hello' }),
      harness.send('/readyz', { key: null }),
    ]);
    assert.equal(readiness.status, 503);
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '1');
    const rate = readRateLimit(refused.headers);
    assert.deepEqual(
      [rate?.limit, rate?.remaining],
      [60, 0],
      'the three headers are on every answer of the chat',
    );
    const body = await refused.text();
    assert.equal((JSON.parse(body) as { error: { code: string } }).error.code, 'internal');
    assert.doesNotMatch(body, /redis|127\.0\.0\.1/i);
    assert.equal(await spent(), 30);

    process.kill(redis.pid, 'SIGCONT');
    await until(async () => (await harness.send('/readyz', { key: null })).status === 200);
    const later = accepted(await statuses(60));
    assert.ok(later >= 28 && later <= 30, `${later} more are accepted: 60 in the minute, not one above`);
  });

  test('contacts and settings continue, and chats too as soon as it is back', async t => {
    if (redis.pid === undefined) return t.skip('needs a Redis of its own');
    const port = Number(new URL(redis.url).port);
    await redis.stop();
    assert.deepEqual(await statuses(3), [503, 503, 503], 'at once, not after a wait');
    const contacts = await harness.send(`/v2/chatbots/${harness.agentId}/contacts`);
    assert.equal(contacts.status, 200);
    redis = await startRedis(port);
    await until(async () => (await harness.chat({ message: 'Hello' })).status === 200);
  });

  test('the service does not start', async () => {
    await assert.rejects(startService({ redisUrl: 'redis://127.0.0.1:1' }));
  });
});

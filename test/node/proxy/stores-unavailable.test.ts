import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from 'redis';
import { startRedis, withoutRedis } from '../../../scripts/servers.ts';
import type { ProxyOptions } from '../../../src/proxy/index.ts';
import { setUp } from './harness.ts';

const none = (): void => {};
const SILENT = { info: none, warn: none, error: none };

const AWAY: [string, Partial<ProxyOptions>][] = [
  ['the database is away', { databaseUrl: 'postgres://127.0.0.1:1/agents' }],
  ['Redis is away', { redisUrl: 'redis://127.0.0.1:1' }],
  ['the folder is none', { dataDir: '/dev/null' }],
];
for (const [what, options] of AWAY) {
  test(`when ${what}, a visitor gets an error of the usual form and the log has the reason`, async t => {
    const faults: object[] = [];
    const logger = { ...SILENT, error: (fault: object) => faults.push(fault) };
    const { ask, chat, upstream } = await setUp(t, { ...options, logger });

    const refused = await chat({ message: 'hi' }, { Origin: 'https://shop.example' });
    assert.equal(refused.status, 503);
    const { error } = (await refused.json()) as { error: Record<string, string> };
    assert.equal(error.code, 'internal');
    assert.equal(error.requestId, refused.headers.get('X-Request-Id'));
    assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
    assert.equal(refused.headers.get('Access-Control-Allow-Origin'), 'https://shop.example');

    assert.equal((await ask('/healthz')).status, 200);
    const readiness = await ask('/readyz');
    assert.equal(readiness.status, 503);
    assert.deepEqual(await readiness.json(), { status: 'unavailable', stores: 'unreachable' });
    assert.ok(faults.length > 0 && !JSON.stringify(faults).includes('127.0.0.1'));
    assert.equal(upstream.seen.length, 0);
  });
}

test('the connection to an unusable Redis is closed again, however many visitors arrive meanwhile', {
  skip: withoutRedis(),
}, async t => {
  const redis = await startRedis();
  const owner = await createClient({ url: redis.url })
    .on('error', () => {})
    .connect();
  t.after(async () => {
    owner.destroy();
    await redis.stop();
  });
  await owner.sendCommand(['ACL', 'SETUSER', 'deaf', 'on', '>password', '~*', '&*', '+@all', '-subscribe']);
  const url = new URL(redis.url);
  [url.username, url.password] = ['deaf', 'password'];
  const { chat } = await setUp(t, { redisUrl: url.href, logger: SILENT });
  for (let i = 0; i < 5; i++) assert.equal((await chat({ message: 'hi' })).status, 503);
  const connected = async (): Promise<number> =>
    (await owner.clientList()).filter(({ user }) => user === 'deaf').length;
  // Redis may learn of the last one a moment later.
  for (let i = 0; i < 100 && (await connected()) > 0; i++);
  assert.equal(await connected(), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProxyOptions } from '../../../src/proxy/index.ts';
import { setUp } from './harness.ts';

const AWAY: [string, Partial<ProxyOptions>][] = [
  ['the database is away', { databaseUrl: 'postgres://127.0.0.1:1/agents' }],
  ['Redis is away', { redisUrl: 'redis://127.0.0.1:1' }],
  ['the folder is none', { dataDir: '/dev/null' }],
];
for (const [what, options] of AWAY) {
  test(`when ${what}, a visitor gets an error of the usual shape and an operator reads why`, async t => {
    const faults: object[] = [];
    const none = (): void => {};
    const logger = { debug: none, info: none, warn: none, error: (fault: object) => faults.push(fault) };
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { AGENT, around } from './harness.ts';
import { startRedis, WITHOUT_REDIS } from './redis-server.ts';

test('two instances count a visitor’s messages together', { skip: WITHOUT_REDIS }, async t => {
  const redis = await startRedis();
  const upstream = await startUpstream();
  const initialSettings = { [AGENT]: { rateLimit: { messages: 4, seconds: 60, message: 'Enough.' } } };
  const options = { baseUrl: upstream.url, apiKey: KEY, redisUrl: redis.url, initialSettings };
  const instances = [createProxy(options), createProxy(options)];
  t.after(async () => {
    for (const proxy of instances) await proxy.close({ graceMs: 0 });
    await upstream.close();
    await redis.stop();
  });
  const [one, two] = instances.map(proxy => around(upstream, proxy));
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (const { chat } of [one!, two!]) statuses.push((await chat({ message: 'hi' })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
});

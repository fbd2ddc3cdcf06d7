import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRedis } from '../../../scripts/servers.ts';
import { AGENT, around } from './harness.ts';
import { startInstances } from './instances.ts';

test('two instances count a visitor’s messages together', { skip: withoutRedis() }, async t => {
  const initialSettings = { [AGENT]: { rateLimit: { messages: 4, seconds: 60, message: 'Enough.' } } };
  const { upstream, one, two } = await startInstances(t, { initialSettings });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (const proxy of [one, two]) {
      statuses.push((await around(upstream, proxy).chat({ message: 'hi' })).status);
    }
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
});

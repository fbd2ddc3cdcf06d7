import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY } from '../../fakes/upstream.ts';
import { AGENT, errorCode, setUp } from './harness.ts';

test('the start names a wrong initial setting', () => {
  const make = (initialSettings: Record<string, object>): unknown =>
    createProxy({ baseUrl: 'https://agents.example', apiKey: KEY, initialSettings });
  assert.throws(() => make({ [AGENT]: { temp: 5 } }), new RegExp(`ConfigError.*${AGENT}: temp: must be`));
  assert.throws(() => make({ shop: { nonsense: 1 } }), /ConfigError.*shop: nonsense: is not a setting/);
});

test('a wrong setting that the host returns while the proxy runs is reported to the host, and to no visitor', async t => {
  const faults: object[] = [];
  const error = (fields: object): unknown => faults.push(fields);
  const logger = { debug() {}, info() {}, warn() {}, error };
  const { ask } = await setUp(t, { initialSettings: async () => ({ temp: 5 }), logger });
  const refused = await ask(`/api/v2/agents/${AGENT}/settings`);
  assert.deepEqual([refused.status, await errorCode(refused)], [500, 'internal']);
  assert.equal(faults.length, 1);
});

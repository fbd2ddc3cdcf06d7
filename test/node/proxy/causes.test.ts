import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { AGENT, setUp } from './harness.ts';

test('the address of the service is refused with the part of it that is wrong', () => {
  for (const [baseUrl, message] of [
    ['agents.example', 'must be a whole address such as https://agents.example'],
    ['ftp://agents.example', 'must be an https or http address, not ftp'],
    ['https://me:canary@agents.example', 'must have no user name or password'],
    ['https://agents.example/?canary=1', 'must have no query'],
    ['https://agents.example/#canary', 'must have no fragment'],
  ] as const)
    assert.throws(() => createProxy({ baseUrl, apiKey: 'ac_key' }), {
      name: 'ConfigError',
      message: `baseUrl (AGENT_BASE_URL) ${message}`,
    });
});

test('a site that may not use the agent is refused with what differs: scheme, port or host', async t => {
  const { chat } = await setUp(t, {
    initialSettings: {
      [AGENT]: { allowedDomains: ['shop.example', '*.shop.example', 'http://dev.example:3000'] },
    },
  });
  const refusal = async (headers: Record<string, string>): Promise<string> => {
    const answer = await chat({ message: 'Hi' }, headers);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.deepEqual([answer.status, error.code], [403, 'origin_not_allowed']);
    return error.message;
  };
  assert.equal(await refusal({}), 'Origin: is missing, so no site can be allowed');
  assert.equal(await refusal({ Origin: 'null' }), 'Origin: is null or not a valid origin');
  assert.equal(
    await refusal({ Origin: 'http://shop.example' }),
    'Origin: http: is not allowed for this host: use https:',
  );
  assert.equal(
    await refusal({ Origin: 'https://www.shop.example:8443' }),
    'Origin: this port is not allowed',
  );
  assert.equal(await refusal({ Origin: 'http://evil.example' }), 'Origin: this host may not use the agent');
});

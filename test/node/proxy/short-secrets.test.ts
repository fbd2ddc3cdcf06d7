import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';

const OPTIONS = { baseUrl: 'http://127.0.0.1:1', apiKey: 'sk-test-0123456789abcdef' };

test('a secret that can be guessed causes a warning with its name, and works', async () => {
  const warnings: object[] = [];
  const none = (): void => {};
  const logger = { info: none, error: none, warn: (fields: object) => warnings.push(fields) };
  const proxy = createProxy({ ...OPTIONS, adminToken: 'short', identitySecret: 'x'.repeat(16), logger });
  await proxy.ready();
  await proxy.close();
  assert.deepEqual(warnings, [{ secret: 'ADMIN_TOKEN' }]);
});

test('an empty secret is refused', () => {
  assert.throws(() => createProxy({ ...OPTIONS, adminToken: '' }), /ADMIN_TOKEN/);
  assert.throws(() => createProxy({ ...OPTIONS, sessionSecret: [''] }), /SESSION_SECRET/);
});

test('an admin token that does not fit into a header, so that it would open nothing, is refused', () => {
  for (const adminToken of ['correct horse battery staple', 'a token at the end\n', 'пароль-0123456789'])
    assert.throws(() => createProxy({ ...OPTIONS, adminToken }), /ADMIN_TOKEN\) must be printable ASCII/);
});

test('an unset variable can be passed to createProxy, and the refusal names it', () => {
  const missing: string | undefined = process.env.NOT_SET_ANYWHERE;
  assert.throws(() => createProxy({ ...OPTIONS, apiKey: missing }), /AGENT_API_KEY\) is missing/);
  assert.throws(() => createProxy({ ...OPTIONS, baseUrl: missing }), /AGENT_BASE_URL\) must be/);
});

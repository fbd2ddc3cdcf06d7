import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, createProxy } from '../../../src/proxy/index.ts';
import { setUp, visitorToken } from './harness.ts';

test('a limit that is undefined, like an unset variable, has its default', async t => {
  const { chat } = await setUp(t, { limits: { bodyBytes: undefined, visitorDays: undefined } });
  const first = await chat({ message: 'hi' });
  assert.equal(first.status, 200);
  assert.equal((await chat({ message: 'hi', pad: 'x'.repeat(64 * 1024) })).status, 413);
  assert.equal((await chat({ message: 'hi' }, { 'X-Visitor-Token': visitorToken(first) })).status, 200);
});

test('an impossible limit is refused by its name', () => {
  for (const limits of [
    { bodyBytes: Number.NaN },
    { keepReplies: -1 },
    { attempts: '3' as never },
    { replySeconds: Number.POSITIVE_INFINITY },
    { silenceSeconds: 3_000_000 },
    { silenceSeconds: 0 },
    { heartbeatSeconds: 0 },
    { replySeconds: 0 },
    { visitorDays: 0 },
    // A slip of the pen would leave the default in force, and nobody would know.
    { bodybytes: 1000 } as object,
  ]) {
    assert.throws(
      () => createProxy({ baseUrl: 'https://agents.example', apiKey: 'key', limits }),
      (error: unknown) =>
        error instanceof ConfigError && error.message.includes(`limits.${Object.keys(limits)[0]}`),
    );
  }
});

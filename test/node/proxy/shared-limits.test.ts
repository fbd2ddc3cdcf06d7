import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from 'redis';
import { startRedis, withoutRedis } from '../../../scripts/servers.ts';
import type { AgentProxy } from '../../../src/proxy/index.ts';
import { AGENT, around } from './harness.ts';
import { startInstances } from './instances.ts';

test('two instances count a visitor’s messages together', { skip: withoutRedis() }, async t => {
  const initialSettings = { [AGENT]: { rateLimit: { messages: 4, seconds: 60, message: 'Enough.' } } };
  const { upstream, one, two } = await startInstances(t, { initialSettings });
  const statuses: number[] = [];
  const left = async (proxy: AgentProxy): Promise<string | null> =>
    (await around(upstream, proxy).chat({ message: '' })).headers.get('X-RateLimit-Remaining');
  assert.equal(await left(two), '4');
  await around(upstream, one).chat({ message: 'hi' });
  assert.equal(await left(two), '3');
  for (let i = 0; i < 3; i++) {
    for (const proxy of [one, two]) {
      statuses.push((await around(upstream, proxy).chat({ message: 'hi' })).status);
    }
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429]);
  assert.equal(await left(one), '0');
});

test('one message that reaches two instances at once is counted once, and refused by both with the same answer', {
  skip: withoutRedis(),
}, async t => {
  const initialSettings = { [AGENT]: { rateLimit: { messages: 2, seconds: 60, message: 'Enough.' } } };
  const proofs: string[] = [];
  const { upstream, one, two } = await startInstances(t, {
    initialSettings,
    botCheck: async ({ token }) => proofs.push(token) === 1,
  });
  const visitor = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'X-Bot-Token': 'once' };
  const send = async (key: string, headers: Record<string, string>): Promise<(number | string | null)[][]> =>
    Promise.all(
      [one, two].map(async proxy => {
        const answer = await around(upstream, proxy).chat(
          { message: 'hi' },
          { ...headers, 'Idempotency-Key': key },
        );
        return [answer.status, answer.headers.get('X-Visitor-Token')];
      }),
    );
  const [first, second] = await send('first', visitor);
  assert.deepEqual([first![0], second![0]], [200, 200]);
  assert.deepEqual(proofs, ['once']);
  const known = { 'X-Visitor-Token': String(first![1] ?? second![1]) };
  assert.deepEqual(
    (await send('second', known)).map(([status]) => status),
    [200, 200],
  );
  assert.deepEqual(
    (await send('third', known)).map(([status]) => status),
    [429, 429],
  );
  assert.equal(upstream.seen.filter(({ url }) => url.endsWith('/chat')).length, 2);
});

test('a message that needs a proof first can be sent again with its key at once', {
  skip: withoutRedis(),
}, async t => {
  const { upstream, one, two } = await startInstances(t, {
    botCheck: async ({ token }) => token === 'proof',
  });
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  assert.equal((await around(upstream, one).chat({ message: 'hi' }, headers)).status, 403);
  const proved = { ...headers, 'X-Bot-Token': 'proof' };
  assert.equal((await around(upstream, two).chat({ message: 'hi' }, proved)).status, 200);
});

test('one message sent to two instances at once bypasses no bot check', {
  skip: withoutRedis(),
}, async t => {
  const redis = await startRedis();
  const looking = await createClient({ url: redis.url }).connect();
  t.after(() => looking.destroy());
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  let joined: Promise<Response> | undefined;
  const options = {
    async botCheck() {
      if (joined) return false;
      joined = around(upstream, two).chat({ message: 'hi' }, headers);
      while ((await looking.pubSubChannels('agent-chat:reply:*')).length === 0);
      return false;
    },
  };
  const { upstream, one, two } = await startInstances(t, options, redis);
  const refused = [await around(upstream, one).chat({ message: 'hi' }, headers), await joined!];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403],
  );
  for (const answer of refused) {
    const token = answer.headers.get('X-Visitor-Token') ?? headers['X-Visitor-Token'];
    const next = await around(upstream, one).chat({ message: 'more' }, { 'X-Visitor-Token': token });
    assert.equal(next.status, 403);
  }
  assert.equal(upstream.seen.length, 0);
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { withoutRedis } from '../../../scripts/servers.ts';
import type { ProxyLimits } from '../../../src/proxy/index.ts';
import { event, message, openStream, reply } from '../../fakes/upstream.ts';
import { answerByQuestion, askThroughCuts, seeded } from './cut-replies.ts';
import { AGENT, around, eventsIn, IDENTITY, setUp, textOf, until, visitorToken } from './harness.ts';
import { startInstances } from './instances.ts';

const WITHOUT_REDIS = withoutRedis();

/** `npm run soak:proxy` asks for a thousand. */
const REPLIES = Number(process.env.CUT_REPLIES ?? 60);
const AT_ONCE = 25;

function hashOf(userId: string): string {
  return createHmac('sha256', IDENTITY).update(userId).digest('hex');
}

async function askMany(ask: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < REPLIES; i += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, REPLIES - i) }, (_, n) => ask(i + n)));
  }
}

test(`${REPLIES} replies cut up to five times arrive whole, once, for one question each`, async t => {
  const { upstream, proxy } = await setUp(t);
  answerByQuestion(upstream);
  await askMany(i => askThroughCuts([proxy], `q${i}`, i % 6, seeded(i)));
  assert.equal(upstream.seen.length, REPLIES);
});

test(`${REPLIES} replies cut up to five times arrive whole through two instances`, {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two } = await startInstances(t);
  answerByQuestion(upstream);
  await askMany(i => askThroughCuts([one, two], `q${i}`, i % 6, seeded(i)));
  assert.equal(upstream.seen.length, REPLIES);
});

test('a reply is stopped from an instance that does not write it', { skip: WITHOUT_REDIS }, async t => {
  const { upstream, one, two } = await startInstances(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  const first = await around(upstream, one).chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'k' });
  const headers = { 'X-Visitor-Token': visitorToken(first), 'Idempotency-Key': 'k' };
  const joined = await around(upstream, two).chat({ message: 'hi', stream: true }, headers);
  const conflict = await around(upstream, two).chat({ message: 'else', stream: true }, headers);
  assert.equal(conflict.status, 409);
  const stopped = await around(upstream, two).ask(`/api/v2/agents/${AGENT}/chat/k`, {
    method: 'DELETE',
    headers,
  });
  assert.equal(stopped.status, 204);
  await upstream.seen[0]?.closed;
  for (const response of [first, joined]) {
    const events = eventsIn(await response.text());
    assert.deepEqual(
      events.map(({ type }) => type),
      ['token', 'error'],
    );
  }
  assert.equal(upstream.seen.length, 1);
});

test('a visitor who signs in joins and stops their reply at an instance that does not write it', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two } = await startInstances(t, { identitySecret: IDENTITY });
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  const first = await around(upstream, one).chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'k' });
  const there = around(upstream, two);
  const signIn = await there.ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Visitor-Token': visitorToken(first) },
    body: JSON.stringify({ userId: 'user-1', userHash: hashOf('user-1') }),
  });
  const headers = { 'Idempotency-Key': 'k', 'X-Visitor-Token': visitorToken(signIn) };
  const joined = await there.chat({ message: 'hi', stream: true }, headers);
  const stopped = await there.ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers });
  assert.equal(stopped.status, 204);
  assert.deepEqual(
    eventsIn(await joined.text()).map(({ type }) => type),
    ['token', 'error'],
  );
  await first.body?.cancel();
  assert.equal(upstream.seen.length, 1);
});

test('the reply continues without its visitor and is there when they return', async t => {
  const { chat, upstream } = await setUp(t);
  let go = (): void => {};
  upstream.onChat(async (request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
    await new Promise<void>(resolve => {
      go = resolve;
    });
    response.write(event({ type: 'token', content: 'b' }));
    response.end(event({ type: 'done', data: message(request, 'ab') }));
  });
  const question = { message: 'hi', stream: true };
  const first = await chat(question, { 'Idempotency-Key': 'k' });
  await first.body?.cancel();
  go();
  await upstream.seen[0]?.closed;
  assert.equal(upstream.seen[0]?.aborted, false);
  const headers = { 'Idempotency-Key': 'k', 'X-Visitor-Token': visitorToken(first) };
  const again = eventsIn(await (await chat(question, headers)).text());
  assert.equal(textOf(again), 'ab');
  const conversations = new Set([again.at(-1)?.data?.metadata.conversationId]);
  const third = eventsIn(await (await chat(question, headers)).text());
  conversations.add(third.at(-1)?.data?.metadata.conversationId);
  assert.equal(conversations.size, 1);
  assert.equal(upstream.seen.length, 1);
});

test('a visitor who signs in during a reply joins it, and stops it', async t => {
  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  const question = { message: 'hi', stream: true };
  const first = await chat(question, { 'Idempotency-Key': 'k' });
  const reading = first.body!.getReader();
  await reading.read();
  const signIn = await ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Visitor-Token': visitorToken(first) },
    body: JSON.stringify({ userId: 'user-1', userHash: hashOf('user-1') }),
  });
  const headers = { 'Idempotency-Key': 'k', 'X-Visitor-Token': visitorToken(signIn) };
  const joined = await chat(question, headers);
  const resumed = await chat(question, { ...headers, 'Last-Event-ID': '1' });
  assert.equal((await chat({ ...question, message: 'else' }, headers)).status, 409);
  const stop = { method: 'DELETE', headers };
  assert.equal((await ask(`/api/v2/agents/${AGENT}/chat/k`, stop)).status, 204);
  assert.equal(textOf(eventsIn(await joined.text())), 'endless');
  assert.equal(textOf(eventsIn(await resumed.text())), '');
  await reading.cancel();
  assert.equal(upstream.seen.length, 1);
});

test('only a signed-in user can join or stop their reply', async t => {
  const { chat, ask, upstream } = await setUp(t);
  const signIn = async (token?: string): Promise<string> =>
    visitorToken(
      await ask('/api/v2/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { 'X-Visitor-Token': token }) },
        body: token ? JSON.stringify({ userId: 'user-1', userHash: hashOf('user-1') }) : '{}',
      }),
    );
  const anonymous = await signIn();
  const user = await signIn(anonymous);
  const question = { message: 'hi', stream: true };
  await (await chat(question, { 'Idempotency-Key': 'k', 'X-Visitor-Token': user })).text();
  for (const token of [anonymous, await signIn()]) {
    const headers = { 'Idempotency-Key': 'k', 'X-Visitor-Token': token };
    assert.equal((await chat(question, { ...headers, 'Last-Event-ID': '1' })).status, 404);
    assert.equal((await ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers })).status, 404);
  }
  assert.equal(upstream.seen.length, 1);
});

test('two simultaneous requests with one key are one question', async t => {
  const { chat, ask, upstream } = await setUp(t);
  const session = await ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const headers = { 'X-Visitor-Token': visitorToken(session), 'Idempotency-Key': 'k' };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => chat({ message: 'hi', stream: true }, headers)),
  );
  const texts = await Promise.all(replies.map(async reply => textOf(eventsIn(await reply.text()))));
  assert.deepEqual(new Set(texts), new Set(['Hello, world.']));
  assert.equal(upstream.seen.length, 1);
});

test('simultaneous requests with one key count as one message, and pass the bot check once', async t => {
  const proofs: string[] = [];
  const { chat, change, upstream } = await setUp(t, {
    botCheck: async ({ token }) => proofs.push(token) === 1,
  });
  await change({ rateLimit: { messages: 1, seconds: 60, message: '' } });
  const headers = {
    'X-Visitor-Token': `new.${'a'.repeat(32)}`,
    'X-Bot-Token': 'once',
    'Idempotency-Key': 'k',
  };
  const together = [
    chat({ message: 'hi', stream: true }, headers),
    chat({ message: 'hi', stream: true }, headers),
    chat({ message: 'hi' }, headers),
    chat({ message: 'else' }, headers),
    chat({ message: 'hi', stream: true }, { ...headers, 'Last-Event-ID': '9' }),
  ];
  const statuses = (await Promise.all(together)).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 200, 409, 404]);
  assert.deepEqual(proofs, ['once']);
  assert.equal(upstream.seen.filter(({ url }) => url.endsWith('/chat')).length, 1);
  const more = { ...headers, 'Idempotency-Key': 'more' };
  const refused = await Promise.all([chat({ message: 'hi' }, more), chat({ message: 'hi' }, more)]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403],
  );
  assert.deepEqual(proofs, ['once', 'once']);
});

test('a client that claims more of a running reply than there is gets its end', async t => {
  const { chat, upstream } = await setUp(t);
  let fail = (): void => {};
  upstream.onChat((_, response) => {
    openStream(response);
    fail = () => void response.end(event({ type: 'error', message: 'broken' }));
  });
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  const question = { message: 'hi', stream: true };
  const first = await chat(question, headers);
  const ahead = await chat(question, { ...headers, 'Last-Event-ID': '99' });
  fail();
  await first.text();
  assert.deepEqual(
    eventsIn(await ahead.text()).map(({ code }) => code),
    ['stream_interrupted'],
  );
});

test('a client that resumes after the last event of a broken-off reply learns that it broke off', async t => {
  const { upstream, chat } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
    response.end();
  });
  const question = { message: 'hi', stream: true };
  const first = await chat(question, { 'Idempotency-Key': 'k' });
  const headers = { 'X-Visitor-Token': visitorToken(first), 'Idempotency-Key': 'k' };
  const count = eventsIn(await first.text()).length;
  const again = await chat(question, { ...headers, 'Last-Event-ID': String(count) });
  assert.equal(eventsIn(await again.text()).at(-1)?.code, 'stream_interrupted');
  assert.equal(upstream.seen.length, 1);
});

test('a reply that is no longer kept is not asked for again', async t => {
  const { chat, upstream } = await setUp(t);
  const lost = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'k', 'Last-Event-ID': '3' });
  assert.equal(lost.status, 404);
  assert.equal(upstream.seen.length, 0);
});

test('kept replies are bounded: the oldest complete ones make room, and running ones stay', async t => {
  const { chat, upstream } = await setUp(t, { limits: { keepReplies: 3 } });
  const tokens: string[] = [];
  for (const key of ['a', 'b', 'c', 'd']) {
    const response = await chat({ message: key, stream: true }, { 'Idempotency-Key': key });
    tokens.push(visitorToken(response));
    await response.text();
  }
  const join = (key: string, i: number): Promise<Response> =>
    chat(
      { message: key, stream: true },
      { 'Idempotency-Key': key, 'X-Visitor-Token': tokens[i]!, 'Last-Event-ID': '1' },
    );
  assert.equal((await join('a', 0)).status, 404);
  const kept = await join('d', 3);
  assert.equal(kept.status, 200);
  await kept.text();

  upstream.onChat((_, response) => openStream(response));
  const running = await Promise.all(
    ['x', 'y', 'z'].map(key => chat({ message: key, stream: true }, { 'Idempotency-Key': key })),
  );
  await until(() => upstream.seen.length === 7, 'three replies run');
  const refused = await chat({ message: 'more', stream: true }, { 'Idempotency-Key': 'more' });
  assert.equal(refused.status, 503);
  assert.ok(refused.headers.get('Retry-After'));
  for (const response of running) await response.body?.cancel();
});

test('finished replies are dropped after their time, and the oldest first if all are too large', async t => {
  const long = 'x'.repeat(1000);
  const ended = async (
    limits: Partial<ProxyLimits>,
    keys: readonly string[],
  ): Promise<(key: string) => Promise<number>> => {
    const { chat, upstream } = await setUp(t, { limits });
    upstream.onChat((request, response) => reply(request, response, [long]));
    const visitor = { 'X-Visitor-Token': `new.${'a'.repeat(32)}` };
    for (const key of keys) {
      await (await chat({ message: 'hi', stream: true }, { ...visitor, 'Idempotency-Key': key })).text();
    }
    return async key => {
      const headers = { ...visitor, 'Idempotency-Key': key, 'Last-Event-ID': '1' };
      const response = await chat({ message: 'hi', stream: true }, headers);
      await response.text();
      assert.equal(upstream.seen.length, keys.length);
      return response.status;
    };
  };
  const large = await ended({ keepBytes: 6 * long.length }, ['a', 'b', 'c', 'd']);
  assert.deepEqual(
    [await large('a'), await large('b'), await large('c'), await large('d')],
    [404, 404, 200, 200],
  );
  const old = await ended({ keepSeconds: 0.2 }, ['a']);
  assert.equal(await old('a'), 200);
  let status = 200;
  while (status === 200) {
    status = await old('a');
    await new Promise(resolve => setImmediate(resolve));
  }
  assert.equal(status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRedis, withoutRedis } from '../../../scripts/servers.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { event, KEY, openStream } from '../../fakes/upstream.ts';
import { AGENT, around, eventsIn, setUp, textOf, until, visitorToken } from './harness.ts';
import { startInstances } from './instances.ts';

const SECRET = 'new.0123456789abcdef0123456789abcdef';
const QUESTION = { message: 'hi', stream: true };
const FIRST = { 'X-Visitor-Token': SECRET, 'Idempotency-Key': 'k' };

test('a first question whose whole answer was lost is joined by asking again', async t => {
  const { chat, upstream } = await setUp(t);
  const lost = await chat(QUESTION, FIRST);
  await lost.body?.cancel();
  const again = await chat(QUESTION, FIRST);
  assert.equal(textOf(eventsIn(await again.text())), 'Hello, world.');
  assert.equal(upstream.seen.length, 1);
  // The token is the same visitor's, and takes the secret's place.
  const later = { 'X-Visitor-Token': visitorToken(again), 'Idempotency-Key': 'k', 'Last-Event-ID': '1' };
  assert.equal((await chat(QUESTION, later)).status, 200);
  assert.equal(upstream.seen.length, 1);
});

test('it is also joined at another instance', { skip: withoutRedis() }, async t => {
  const { upstream, one, two } = await startInstances(t);
  for (const proxy of [one, two]) {
    const answer = await around(upstream, proxy).chat(QUESTION, FIRST);
    assert.equal(textOf(eventsIn(await answer.text())), 'Hello, world.');
  }
  assert.equal(upstream.seen.length, 1);
});

test('it is also joined at an instance with the next secret', { skip: withoutRedis() }, async t => {
  const redis = await startRedis();
  const [old, fresh] = ['session-secret-old-0000', 'session-secret-new-0000'];
  const { upstream, one } = await startInstances(t, { sessionSecret: [old, fresh] }, redis);
  const options = { baseUrl: upstream.url, apiKey: KEY, redisUrl: redis.url };
  const changed = createProxy({ ...options, sessionSecret: [fresh, old] });
  for (const proxy of [one, changed]) {
    const answer = await around(upstream, proxy).chat(QUESTION, FIRST);
    assert.equal(textOf(eventsIn(await answer.text())), 'Hello, world.');
  }
  await changed.close({ graceMs: 0 });
  assert.equal(upstream.seen.length, 1);
});

test('a reply can be stopped before its visitor has a token', async t => {
  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  const lost = await chat(QUESTION, FIRST);
  await lost.body?.cancel();
  const path = `/api/v2/agents/${AGENT}/chat/k`;
  assert.equal((await ask(path, { method: 'DELETE' })).status, 404);
  const stopped = await ask(path, { method: 'DELETE', headers: { 'X-Visitor-Token': SECRET } });
  assert.equal(stopped.status, 204);
  await until(() => upstream.seen[0]?.aborted === true, 'the service is left alone');
});

test('a question whose stop arrives first asks nothing', async t => {
  const { chat, ask, upstream } = await setUp(t);
  const path = `/api/v2/agents/${AGENT}/chat/k`;
  const early = await ask(path, { method: 'DELETE', headers: { 'X-Visitor-Token': SECRET } });
  assert.equal(early.status, 404);
  const events = eventsIn(await (await chat(QUESTION, FIRST)).text());
  assert.deepEqual(
    events.map(({ type, code }) => [type, code]),
    [['error', 'stream_interrupted']],
  );
  assert.equal(upstream.seen.length, 0);
});

test('it asks nothing either if another instance got the stop', { skip: withoutRedis() }, async t => {
  const { upstream, one, two } = await startInstances(t);
  // Both are open: an instance that is not has no replies to stop.
  for (const instance of [one, two]) await instance.ready();
  const path = `/api/v2/agents/${AGENT}/chat/k`;
  const headers = { 'X-Visitor-Token': SECRET };
  assert.equal((await around(upstream, two).ask(path, { method: 'DELETE', headers })).status, 404);
  const events = eventsIn(await (await around(upstream, one).chat(QUESTION, FIRST)).text());
  assert.equal(events.at(-1)?.code, 'stream_interrupted');
  assert.equal(upstream.seen.length, 0);
});

test('a different, short or missing secret leads to no other visitor', async t => {
  const { chat, upstream } = await setUp(t);
  await (await chat(QUESTION, FIRST)).text();
  const other = await chat(QUESTION, { ...FIRST, 'X-Visitor-Token': SECRET.replace('f', 'e') });
  await other.text();
  assert.equal(upstream.seen.length, 2);
  for (const token of ['new.', 'new.short', 'new.!23456789abcdef0123456789abcdef', `${SECRET}.x`, 'NEW.k']) {
    const refused = await chat(QUESTION, { ...FIRST, 'X-Visitor-Token': token });
    assert.equal(refused.status, 401, token);
  }
  assert.equal(upstream.seen.length, 2);
});

test('the bot check stays passed even if the answer that said so was lost', async t => {
  let checks = 0;
  const { chat } = await setUp(t, { botCheck: ({ token }) => ++checks > 0 && token === 'human' });
  const lost = await chat(QUESTION, { ...FIRST, 'X-Bot-Token': 'human' });
  await lost.body?.cancel();
  const joined = await chat(QUESTION, FIRST);
  await joined.text();
  const next = await chat({ message: 'more' }, { 'X-Visitor-Token': visitorToken(joined) });
  assert.equal(next.status, 200);
  assert.equal(checks, 1);
});

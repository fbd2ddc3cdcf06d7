import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClient } from 'redis';
import { startRedis, withoutRedis } from '../../../scripts/servers.ts';
import { createProxy, type ProxyOptions } from '../../../src/proxy/index.ts';
import { consoleLogger } from '../../../src/proxy/operations/logger.ts';
import { event, KEY, message, openStream, refuse, reply, startUpstream } from '../../fakes/upstream.ts';
import { AGENT, around, eventsIn, textOf } from './harness.ts';
import { startInstances } from './instances.ts';

const WITHOUT_REDIS = withoutRedis();
const VISITOR = { 'X-Visitor-Token': `new.${'a'.repeat(32)}` };
const QUESTION = { message: 'hi', stream: true };

/** Two instances, and what they keep in Redis. */
async function startSeen(t: TestContext, options: Partial<ProxyOptions> = {}) {
  const redis = await startRedis();
  const shared = await createClient({ url: redis.url }).connect();
  t.after(() => shared.destroy());
  return { ...(await startInstances(t, options, redis)), shared };
}

test('a message that was refused and is sent again with its key can be joined at another instance', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two } = await startInstances(t);
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  upstream.onChat((_, response) => refuse(response, 404));
  let status = 404;
  let finish = (): void => {};
  const first = await around(upstream, one).chat(QUESTION, headers);
  assert.equal(first.status, status);
  upstream.onChat((request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
    finish = () => {
      response.write(event({ type: 'token', content: 'b' }));
      response.end(event({ type: 'done', data: message(request, 'ab') }));
    };
  });
  let again = first;
  // The other instances may still be told of the refusal.
  while (status === 404) {
    again = await around(upstream, one).chat(QUESTION, headers);
    status = again.status;
  }
  const joined = await around(upstream, two).chat(QUESTION, headers);
  assert.equal(joined.status, 200);
  finish();
  for (const response of [again, joined]) assert.equal(textOf(eventsIn(await response.text())), 'ab');
  assert.equal(upstream.seen.length, 2);
});

test('a message that was refused for lack of room can be sent again with its key', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one } = await startInstances(t, { limits: { keepReplies: 1 } });
  const { chat, ask } = around(upstream, one);
  upstream.onChat((_, response) => openStream(response));
  const running = await chat(QUESTION, { ...VISITOR, 'Idempotency-Key': 'running' });
  const refused = await chat(QUESTION, { ...VISITOR, 'Idempotency-Key': 'k' });
  assert.equal(refused.status, 503);
  await ask(`/api/v2/agents/${AGENT}/chat/running`, { method: 'DELETE', headers: VISITOR });
  await running.text();
  upstream.onChat((request, response) => reply(request, response, ['yes']));
  let again = refused;
  while (again.status === 503) again = await chat(QUESTION, { ...VISITOR, 'Idempotency-Key': 'k' });
  assert.equal(textOf(eventsIn(await again.text())), 'yes');
});

test('an instance that closes ends its readers of another instance’s reply, and the reply continues', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two } = await startInstances(t);
  let finish = (): void => {};
  upstream.onChat((request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
    finish = () => {
      response.end(event({ type: 'done', data: message(request, 'a') }));
    };
  });
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  const written = await around(upstream, one).chat(QUESTION, headers);
  const followed = (await around(upstream, two).chat(QUESTION, headers)).text();
  await two.close({ graceMs: 300 });
  assert.equal(eventsIn(await followed).at(-1)?.code, 'stream_interrupted');
  finish();
  assert.equal(eventsIn(await written.text()).at(-1)?.type, 'done');
});

test('a reply of which Redis lost a piece is never delivered with a gap', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two, shared } = await startSeen(t);
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  const whole = await (await around(upstream, one).chat(QUESTION, headers)).text();
  const [stream] = await shared.keys('agent-chat:reply:*');
  let ended = false;
  while (!ended) {
    const entries = await shared.xRange(stream!, '-', '+');
    ended = entries!.some(({ message }) => message.ending !== undefined);
  }
  await shared.xDel(stream!, '1-0');
  const joined = await (await around(upstream, two).chat(QUESTION, headers)).text();
  assert.equal(eventsIn(whole).at(-1)?.type, 'done');
  assert.match(joined, /stream_interrupted/);
});

test('a reply that ends while Redis refuses writes is at the other instances when it accepts them again', {
  skip: WITHOUT_REDIS,
}, async t => {
  const told = Promise.withResolvers<void>();
  const logger = { ...consoleLogger, warn: () => told.resolve() };
  const { upstream, one, two, shared } = await startSeen(t, { logger });
  let finish = (): void => {};
  upstream.onChat((request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
    finish = () => {
      response.write(event({ type: 'token', content: 'b' }));
      response.end(event({ type: 'done', data: message(request, 'ab') }));
    };
  });
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  const written = await around(upstream, one).chat(QUESTION, headers);
  while ((await shared.keys('agent-chat:reply:*')).length === 0);
  // Who has the first of it already is told the rest, as is who comes later.
  const early = (await around(upstream, two).chat(QUESTION, headers)).body!.getReader();
  const begun = new TextDecoder().decode((await early.read()).value);
  await shared.configSet('min-replicas-to-write', '1');
  finish();
  const whole = await written.text();
  await told.promise;
  await shared.configSet('min-replicas-to-write', '0');
  const joined = await around(upstream, two).chat(QUESTION, headers);
  assert.equal(await joined.text(), whole);
  let rest = '';
  for (let read = await early.read(); !read.done; read = await early.read()) {
    rest += new TextDecoder().decode(read.value);
  }
  assert.equal(begun + rest, whole);
  assert.equal(upstream.seen.length, 1);
});

test('a reply that Redis broke off at one instance is complete there once it is complete where it is written', {
  skip: WITHOUT_REDIS,
}, async t => {
  const told = Promise.withResolvers<void>();
  const logger = { ...consoleLogger, warn: () => told.resolve() };
  const { upstream, one, two, shared } = await startSeen(t, { logger });
  let say = (_content: string): void => {};
  let finish = (): void => {};
  upstream.onChat((request, response) => {
    openStream(response);
    say = content => void response.write(event({ type: 'token', content }));
    finish = () => void response.end(event({ type: 'done', data: message(request, 'abc') }));
    say('a');
  });
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  const written = await around(upstream, one).chat(QUESTION, headers);
  let [stream] = await shared.keys('agent-chat:reply:*');
  while (!stream) [stream] = await shared.keys('agent-chat:reply:*');
  // What stands so far ahead is taken for what follows a gap, and the next words are not taken.
  await shared.xAdd(stream, '9-0', { count: '1', text: 'x' });
  say('b');
  await told.promise;
  say('c');
  const broken = await around(upstream, two).chat(QUESTION, headers);
  assert.match(await broken.text(), /stream_interrupted/);
  finish();
  const whole = await written.text();
  for (let ended = false; !ended; ) {
    const entries = await shared.xRange(stream, '-', '+');
    ended = entries!.some(({ message }) => message.ending !== undefined);
  }
  const joined = await around(upstream, two).chat(QUESTION, headers);
  assert.equal(await joined.text(), whole);
});

test('a reader of another instance’s reply learns that it broke off when Redis falls silent', {
  skip: WITHOUT_REDIS,
}, async t => {
  const redis = await startRedis();
  if (redis.pid === undefined) {
    t.skip('this Redis is not ours to stop');
    return;
  }
  t.after(() => process.kill(redis.pid!, 'SIGCONT'));
  const logger = { ...consoleLogger, warn() {} };
  const { upstream, one, two } = await startInstances(t, { logger }, redis);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
  });
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  await around(upstream, one).chat(QUESTION, headers);
  const followed = await around(upstream, two).chat(QUESTION, headers);
  process.kill(redis.pid, 'SIGSTOP');
  assert.equal(eventsIn(await followed.text()).at(-1)?.code, 'stream_interrupted');
});

test('while Redis does not answer, each instance answers its own visitors', {
  skip: WITHOUT_REDIS,
}, async t => {
  const redis = await startRedis();
  if (redis.pid === undefined) {
    t.skip('this Redis is not ours to stop');
    return;
  }
  const initialSettings = { [AGENT]: { rateLimit: { messages: 9, seconds: 60, message: '' } } };
  const upstream = await startUpstream();
  const warnings: string[] = [];
  const logger = { ...consoleLogger, warn: (_: object, message: string) => void warnings.push(message) };
  const shared = { redisUrl: redis.url, initialSettings, logger };
  const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY, ...shared });
  await proxy.ready();
  process.kill(redis.pid, 'SIGSTOP');
  t.after(async () => {
    process.kill(redis.pid!, 'SIGCONT');
    await upstream.close();
    await redis.stop();
  });
  const { chat, ask } = around(upstream, proxy);
  const answer = await chat(QUESTION, { ...VISITOR, 'Idempotency-Key': 'k' });
  assert.equal(textOf(eventsIn(await answer.text())), 'Hello, world.');
  assert.ok(warnings.includes('other instances cannot be asked'));
  const stop = { method: 'DELETE', headers: VISITOR };
  const [own, unknown, ready] = await Promise.all([
    ask(`/api/v2/agents/${AGENT}/chat/k`, stop),
    ask(`/api/v2/agents/${AGENT}/chat/unknown`, stop),
    ask('/readyz'),
  ]);
  assert.equal(own.status, 204);
  assert.deepEqual([unknown.status, unknown.headers.get('Retry-After')], [503, '5']);
  assert.deepEqual(await ready.json(), {
    status: 'unavailable',
    service: 'ok',
    stores: 'unreachable',
    database: 'ok',
    redis: 'unreachable',
  });
  // Waits for nobody who says nothing.
  await proxy.close({ graceMs: 0 });
});

for (const [state, times] of [
  ['is still written', 1],
  ['has ended', 0],
] as const) {
  test(`Stop for a reply that another instance writes and that ${state} is passed on ${times} times, without an echo`, {
    skip: WITHOUT_REDIS,
  }, async t => {
    const { upstream, one, two, shared } = await startSeen(t);
    const listener = await shared
      .duplicate()
      .on('error', () => {})
      .connect();
    t.after(() => listener.destroy());
    const heard: string[] = [];
    await listener.subscribe('agent-chat:stop', key => heard.push(key));
    upstream.onChat((request, response) => {
      openStream(response);
      response.write(event({ type: 'token', content: 'a' }));
      if (times === 0) response.end(event({ type: 'done', data: message(request, 'a') }));
    });
    const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
    const written = (await around(upstream, one).chat(QUESTION, headers)).text();
    const followed = (await around(upstream, two).chat(QUESTION, headers)).text();
    if (times === 0) await Promise.all([written, followed]);
    const path = `/api/v2/agents/${AGENT}/chat/k`;
    const stopped = await around(upstream, two).ask(path, { method: 'DELETE', headers: VISITOR });
    assert.equal(stopped.status, 204);
    await Promise.all([written, followed]);
    // An echo takes as long as one of these.
    for (let i = 0; i < 50; i++) await shared.ping();
    assert.equal(heard.length, times);
  });
}

test('a reply of another instance for which there is no room is not read from there', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, two, shared } = await startSeen(t, { limits: { keepReplies: 1 } });
  upstream.onChat((_, response) => openStream(response));
  const [elsewhere, here] = ['elsewhere', 'here'].map(key => ({ ...VISITOR, 'Idempotency-Key': key }));
  await around(upstream, one).chat(QUESTION, elsewhere);
  await around(upstream, two).chat(QUESTION, here);
  assert.equal((await around(upstream, two).chat(QUESTION, elsewhere)).status, 503);
  // By then it would have begun to listen.
  for (let i = 0; i < 50; i++) await shared.ping();
  assert.deepEqual(await shared.pubSubChannels('agent-chat:reply:*'), []);
});

test('a reply that may take hours is kept for the other instances as long', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { upstream, one, shared } = await startSeen(t, { limits: { replySeconds: 7200 } });
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'a' }));
  });
  await around(upstream, one).chat(QUESTION, { ...VISITOR, 'Idempotency-Key': 'k' });
  let kept = -2;
  while (kept < 0) kept = await shared.ttl((await shared.keys('agent-chat:reply:*'))[0] ?? 'none');
  assert.ok(kept > 7000, `it is kept for ${kept} seconds`);
});

test('limits in fractions of a second apply to shared replies too', { skip: WITHOUT_REDIS }, async t => {
  const { upstream, one, two } = await startInstances(t, {
    limits: { keepSeconds: 20.5, replySeconds: 60.25 },
  });
  const headers = { ...VISITOR, 'Idempotency-Key': 'k' };
  const first = await around(upstream, one).chat(QUESTION, headers);
  assert.equal(first.status, 200);
  const said = textOf(eventsIn(await first.text()));
  const joined = await around(upstream, two).chat(QUESTION, headers);
  assert.equal(textOf(eventsIn(await joined.text())), said);
  assert.equal(upstream.seen.length, 1);
});

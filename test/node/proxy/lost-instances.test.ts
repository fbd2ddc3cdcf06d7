import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { createClient } from 'redis';
import { freePort } from '../../../scripts/loopback.ts';
import { startRedis, withoutRedis } from '../../../scripts/servers.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { CHECK_MISSING_MS, CHECK_MS } from '../../../src/proxy/replies/redis-exchange.ts';
import { GONE_MS } from '../../../src/proxy/replies/redis-presence.ts';
import { event, type FakeUpstream, KEY, message, openStream } from '../../fakes/upstream.ts';
import { CHAT, post, startProxy } from '../cli/proxy-process.ts';
import { around, eventsIn, textOf, until } from './harness.ts';
import { startInstances } from './instances.ts';

const WITHOUT_REDIS = withoutRedis();
const QUESTION = { message: 'hi', stream: true };
const HEADERS = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };

async function connect(t: TestContext, url: string) {
  const client = await createClient({ url }).connect();
  t.after(() => client.destroy());
  return client;
}

/** Reads a stream up to its first token. */
async function begun(response: Response): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const reader = response.body!.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /"token"/);
  return reader;
}

async function rest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += new TextDecoder().decode(read.value);
  }
  return text;
}

/** A service that says a word at once, and others and its end when told. */
function spokenBy(upstream: FakeUpstream): { say(content: string): void; finish(): void } {
  const service = { say(_content: string) {}, finish() {} };
  upstream.onChat((request, response) => {
    openStream(response);
    service.say = content => void response.write(event({ type: 'token', content }));
    service.finish = () => void response.end(event({ type: 'done', data: message(request, '') }));
    service.say('a');
  });
  return service;
}

/** Two instances, of which the first has begun to write a reply that nobody reads there. */
async function askedAtTheFirst(t: TestContext, options: Parameters<typeof startInstances>[1] = {}) {
  const redis = await startRedis();
  const shared = await connect(t, redis.url);
  const { upstream, one, two } = await startInstances(t, options, redis);
  const service = spokenBy(upstream);
  await (await begun(await around(upstream, one).chat(QUESTION, HEADERS))).cancel();
  return { shared, service, upstream, two };
}

/** The name of the reply in a Redis that had lost all, once it knows it again. */
async function knownAgain(shared: Awaited<ReturnType<typeof connect>>): Promise<string> {
  let heads: string[] = [];
  await until(async () => {
    heads = await shared.keys('agent-chat:head:*');
    return heads.length > 0;
  }, 'the reply is known again');
  return heads[0]!;
}

test('a reader of a reply from a killed instance need not wait until its claim expires', {
  skip: WITHOUT_REDIS,
}, async t => {
  const redis = await startRedis();
  const shared = await connect(t, redis.url);
  const { upstream, command, url } = await startProxy(t, { REDIS_URL: redis.url });
  const two = createProxy({ baseUrl: upstream.url, apiKey: KEY, redisUrl: redis.url });
  t.after(async () => {
    await two.close({ graceMs: 0 });
    await redis.stop();
  });
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half' }));
  });
  await begun(await post(url + CHAT, QUESTION, HEADERS));
  const following = await begun(await around(upstream, two).chat(QUESTION, HEADERS));
  command.child.kill('SIGKILL');
  await once(command.child, 'exit');
  const joined = await around(upstream, two).chat(QUESTION, HEADERS);
  for (const told of [await rest(following), await joined.text()]) {
    assert.equal(eventsIn(told).at(-1)?.code, 'stream_interrupted');
  }
  assert.equal((await shared.keys('agent-chat:alive:*')).length, 2);
  assert.equal(upstream.seen.length, 1);
});

test('a reader of an instance killed before its first token learns that the reply is over, and can ask again', {
  skip: WITHOUT_REDIS,
}, async t => {
  const redis = await startRedis();
  const { upstream, command, url } = await startProxy(t, { REDIS_URL: redis.url });
  const two = createProxy({ baseUrl: upstream.url, apiKey: KEY, redisUrl: redis.url });
  t.after(async () => {
    await two.close({ graceMs: 0 });
    await redis.stop();
  });
  upstream.onChat((_, response) => openStream(response));
  const asking = post(url + CHAT, QUESTION, HEADERS).then(response => response.text());
  await until(() => upstream.seen.length === 1, 'the service is asked');
  command.child.kill('SIGKILL');
  await assert.rejects(asking);
  // A refusal would have it tried again with the same key, which nobody answers any more.
  const joined = await around(upstream, two).chat(QUESTION, HEADERS);
  assert.equal(joined.status, 200);
  assert.equal(eventsIn(await joined.text()).at(-1)?.code, 'stream_interrupted');
  assert.equal(upstream.seen.length, 1);
});

test('a reader of another instance learns within two seconds that it was killed', () => {
  assert.ok(CHECK_MS + GONE_MS + CHECK_MISSING_MS < 2000);
});

test('a reader of another instance’s reply gets all of it although Redis restarts', {
  skip: WITHOUT_REDIS,
}, async t => {
  const port = await freePort();
  const redis = await startRedis(port);
  let attempts = 0;
  const warn = (_: object, text: string): void => void (/not reachable/.test(text) && attempts++);
  const logger = { info() {}, warn, error() {} };
  const { upstream, one, two } = await startInstances(t, { logger }, redis);
  const service = spokenBy(upstream);
  const writing = await begun(await around(upstream, one).chat(QUESTION, HEADERS));
  const following = await begun(await around(upstream, two).chat(QUESTION, HEADERS));
  await redis.stop();
  service.say('b');
  // Each of four connections has tried seven times: longer than a dead instance is waited for.
  await until(() => attempts > 28, 'the instances miss it');
  const again = await startRedis(port);
  t.after(() => again.stop());
  service.say('c');
  service.finish();
  for (const reader of [writing, following]) {
    const events = eventsIn(await rest(reader));
    assert.equal(textOf(events), 'bc');
    assert.equal(events.at(-1)?.type, 'done');
  }
  assert.equal(upstream.seen.length, 1);
});

test('a reader of another instance’s reply gets all of it although Redis lost all its data', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  const following = await begun(await around(upstream, two).chat(QUESTION, HEADERS));
  await shared.flushAll();
  service.say('b');
  assert.match(new TextDecoder().decode((await following.read()).value), /"b"/);
  service.finish();
  assert.equal(eventsIn(await rest(following)).at(-1)?.type, 'done');
});

test('a running reply can be joined at another instance although Redis lost all its data', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  await shared.flushAll();
  service.say('b');
  await knownAgain(shared);
  const joined = await around(upstream, two).chat(QUESTION, HEADERS);
  service.say('c');
  service.finish();
  assert.equal(textOf(eventsIn(await joined.text())), 'abc');
  assert.equal(upstream.seen.length, 1);
});

test('a running reply can be resumed at another instance just when Redis has lost all its data', {
  skip: WITHOUT_REDIS,
}, async t => {
  // No instance says by itself, now and then, that it lives.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  const there = around(upstream, two);
  assert.equal(
    (await there.chat(QUESTION, { ...HEADERS, 'Idempotency-Key': 'none', 'Last-Event-ID': '1' })).status,
    404,
  );
  await until(async () => (await shared.keys('agent-chat:reply:*')).length > 0, 'its first word is shared');
  await shared.flushAll();
  await shared.configResetStat();
  const joining = there.chat(QUESTION, { ...HEADERS, 'Last-Event-ID': '1' });
  await until(async () => /cmdstat_get:/.test(await shared.info('commandstats')), 'the reply is looked for');
  service.say('b');
  service.finish();
  const joined = await joining;
  assert.equal(joined.status, 200);
  assert.equal(textOf(eventsIn(await joined.text())), 'b');
  assert.equal(upstream.seen.length, 1);
});

test('a running reply can be resumed at another instance while Redis does not answer for a moment', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  const there = around(upstream, two);
  assert.equal((await there.ask('/readyz')).status, 200);
  await until(async () => (await shared.keys('agent-chat:reply:*')).length > 0, 'its first word is shared');
  // Longer than an answer of Redis is waited for.
  await shared.sendCommand(['CLIENT', 'PAUSE', '1500', 'ALL']);
  const joined = await there.chat(QUESTION, { ...HEADERS, 'Last-Event-ID': '1' });
  assert.equal(joined.status, 200);
  service.finish();
  assert.equal(eventsIn(await joined.text()).at(-1)?.type, 'done');
});

test('a reply that ended just when Redis lost all its data can be joined, and is not asked for again', {
  skip: WITHOUT_REDIS,
}, async t => {
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  await shared.flushAll();
  service.say('b');
  service.finish();
  const head = await knownAgain(shared);
  const joined = await around(upstream, two).chat(QUESTION, HEADERS);
  assert.equal(textOf(eventsIn(await joined.text())), 'ab');
  assert.equal(upstream.seen.length, 1);
  assert.ok((await shared.ttl(head)) > 0, 'it is let go of in time');
});

test('a running reply can be joined elsewhere from its next token on, after Redis lost all its data', {
  skip: WITHOUT_REDIS,
}, async t => {
  // No instance says by itself, now and then, that it lives.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { shared, service, upstream, two } = await askedAtTheFirst(t);
  await shared.flushAll();
  service.say('b');
  await knownAgain(shared);
  const joined = await around(upstream, two).chat(QUESTION, HEADERS);
  service.finish();
  assert.equal(textOf(eventsIn(await joined.text())), 'ab');
  assert.equal(upstream.seen.length, 1);
});

test('a reader of another instance’s reply gets all of it although Redis refuses writes for a moment and drops all connections', {
  skip: WITHOUT_REDIS,
}, async t => {
  let faults = 0;
  const logger = { info() {}, warn: () => void faults++, error() {} };
  const { shared, service, upstream, two } = await askedAtTheFirst(t, { logger });
  const following = await begun(await around(upstream, two).chat(QUESTION, HEADERS));
  await shared.configSet('min-replicas-to-write', '1');
  service.say('b');
  await until(() => faults > 0, 'it is not taken');
  await shared.configSet('min-replicas-to-write', '0');
  service.say('c');
  assert.match(new TextDecoder().decode((await following.read()).value), /"b".*\n\n.*\n.*"c"/);
  for (const type of ['PUBSUB', 'NORMAL']) await shared.sendCommand(['CLIENT', 'KILL', 'TYPE', type]);
  service.say('d');
  service.finish();
  const events = eventsIn(await rest(following));
  assert.equal(textOf(events), 'd');
  assert.equal(events.at(-1)?.type, 'done');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timingSafeEqual } from '../../../src/proxy/access/signing.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { consoleLogger } from '../../../src/proxy/operations/logger.ts';
import { UsageCounter } from '../../../src/proxy/usage/usage-counter.ts';
import { MemoryUsage } from '../../../src/proxy/usage/usage-store.ts';
import { KEY, refuse } from '../../fakes/upstream.ts';
import { workSince } from '../work.ts';
import { ADMIN, AGENT, around, setUp, visitorToken } from './harness.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

test('a secret is compared in the same number of steps wherever the first wrong character is', () => {
  const secret = 'a'.repeat(43);
  const steps = (given: string): number => {
    let count = 0;
    const charCodeAt = (i: number): number => {
      count++;
      return given.charCodeAt(i);
    };
    const counted = { length: given.length, charCodeAt };
    assert.equal(timingSafeEqual(secret, counted as unknown as string), given === secret);
    return count;
  };
  const wrong = Array.from({ length: 43 }, (_, i) => `${'a'.repeat(i)}b${'a'.repeat(42 - i)}`);
  const counts = [secret, ...wrong, '', 'a', `${secret}a`, 'b'.repeat(1000)].map(steps);
  assert.deepEqual(new Set(counts), new Set([43]));
});

test('a wrong token of any length is 401, with the same message', async t => {
  const { ask } = await setUp(t);
  const bodies = new Set<string>();
  for (const token of ['x', ADMIN.slice(0, -1), `${ADMIN}x`, ADMIN.toUpperCase(), 'x'.repeat(5000)]) {
    const response = await ask(`/v2/chatbots/${AGENT}/settings`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 401);
    bodies.add(JSON.stringify(await response.json()).replace(/"requestId":"[^"]+"/, ''));
  }
  assert.equal(bodies.size, 1);
});

test('a script that keeps sending one outdated token locks nobody out', async t => {
  const { ask } = await setUp(t, { trustProxy: 1 });
  const send = (token: string): Promise<Response> =>
    ask(`/v2/chatbots/${AGENT}/settings`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.1' },
    });
  for (let i = 0; i < 70; i++) assert.equal((await send('the-token-of-before')).status, 401);
  assert.equal((await send(ADMIN)).status, 200);
  for (let i = 0; i < 59; i++) assert.equal((await send(`guess-${i}`)).status, 401);
  assert.equal((await send(ADMIN)).status, 429, 'a guesser behind the same address counts as ever');
});

test('after sixty wrong tokens in a minute no token from that address is checked, not even the right one', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { ask, chat } = await setUp(t, { trustProxy: 1 });
  const from = (address: string, token: string): Promise<Response> =>
    ask(`/v2/chatbots/${AGENT}/settings`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address },
    });
  const guesser = '203.0.113.1';
  for (let i = 0; i < 30; i++) {
    assert.equal((await from(guesser, `wrong-${i}`)).status, 401);
    assert.equal((await from(guesser, ADMIN)).status, 200, 'what is right is not counted');
    assert.equal((await from(`${guesser}:${i}`, `other-${i}`)).status, 401);
  }
  const refused = await from(guesser, ADMIN);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('Retry-After'), '60');
  assert.equal((await chat({ message: 'hi' }, { 'X-Forwarded-For': guesser })).status, 200, 'as a visitor');
  assert.equal((await from('203.0.113.2', ADMIN)).status, 200, 'the owner from elsewhere');
  t.mock.timers.tick(60_000);
  assert.equal((await from(guesser, ADMIN)).status, 200);
});

test('a token that a gateway adds is ignored on the visitors’ routes, and never counts as a guess', async t => {
  const { ask, chat, change, upstream } = await setUp(t, { trustProxy: 1 });
  await change({ leadForm: { title: 'Hi' } });
  upstream.seen.length = 0;
  const address = { 'X-Forwarded-For': '203.0.113.1' };
  const foreign = (i: number): Record<string, string> => ({
    ...address,
    Authorization: `Bearer gateway-${i}`,
  });
  const send = (path: string, body: object, headers: Record<string, string>): Promise<Response> =>
    ask(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
  const first = await chat({ message: 'hi' }, { ...foreign(0), 'Idempotency-Key': 'k' });
  const visitor = { 'X-Visitor-Token': visitorToken(first) };
  const { data } = (await first.json()) as { data: { id: string; metadata: { conversationId: string } } };
  for (let i = 1; i <= 100; i++) {
    const headers = { ...foreign(i), ...visitor };
    assert.equal((await ask(`/api/v2/agents/${AGENT}/settings`, { headers })).status, 200);
    assert.equal((await chat({ message: 'hi' }, headers)).status, 200);
  }
  const headers = { ...foreign(0), ...visitor };
  const feedback = { messageId: data.id, conversationId: data.metadata.conversationId, value: 'up' };
  assert.equal((await send(`/api/v2/agents/${AGENT}/feedback`, feedback, headers)).status, 204);
  assert.equal((await send('/api/v2/session', {}, headers)).status, 200);
  const stop = { method: 'DELETE', headers };
  assert.equal((await ask(`/api/v2/agents/${AGENT}/chat/k`, stop)).status, 204);
  const lead = { users: [{ name: 'Ada' }] };
  assert.equal((await send(`/v2/chatbots/${AGENT}/contacts`, lead, headers)).status, 201);
  const owner = { headers: { ...address, Authorization: `Bearer ${ADMIN}` } };
  assert.equal(
    (await ask(`/v2/chatbots/${AGENT}/settings`, owner)).status,
    200,
    'the owner behind that gateway',
  );
  const script = await send(`/v2/chatbots/${AGENT}/contacts`, lead, foreign(0));
  assert.equal(script.status, 401, 'a script of the owner with an old token is no visitor');
});

test('nobody can guess the admin token on the visitors’ routes', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { chat, change } = await setUp(t, { trustProxy: 1 });
  await change({ visibility: 'private' });
  const guess = async (token: string): Promise<number> =>
    (await chat({ message: 'hi' }, { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.1' }))
      .status;
  assert.equal(await guess(ADMIN), 200);
  for (let i = 0; i < 60; i++) assert.equal(await guess(`guess-${i}`), 403);
  assert.equal(await guess(ADMIN), 403, 'no token is checked until the window ends');
  t.mock.timers.tick(60_000);
  assert.equal(await guess(ADMIN), 200);
});

test('of two hundred wrong tokens at one instant, sixty are checked', async t => {
  const { ask } = await setUp(t);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      ask(`/v2/chatbots/${AGENT}/settings`, {
        headers: { Authorization: `Bearer ${i === 100 ? ADMIN : `wrong-${i}`}` },
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 401).length, 60);
  assert.equal(answers.filter(({ status }) => status === 429).length, 140);
});

test('of two hundred messages at one instant, exactly as many get through as the owner allows', async t => {
  const { chat, change, upstream } = await setUp(t);
  await change({ rateLimit: { messages: 60, seconds: 60, message: 'Enough.' } });
  const answers = await Promise.all(Array.from({ length: 200 }, () => chat({ message: 'hi' })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 60);
  assert.equal(answers.filter(({ status }) => status === 429).length, 140);
  assert.equal(upstream.seen.filter(({ url }) => url.endsWith('/chat')).length, 60);
  for (const { headers, status } of answers) {
    assert.equal(headers.get('X-RateLimit-Limit'), '60');
    assert.ok(Number(headers.get('X-RateLimit-Remaining')) >= 0);
    if (status === 429) assert.match(headers.get('Retry-After') ?? '', /^[1-9]\d*$/);
  }
});

test('a flood of agents that do not exist costs bounded memory, and no row for each', async t => {
  const rows = new Set<string>();
  const store = new MemoryUsage();
  store.add = async agentId => void rows.add(agentId);
  const usage = new UsageCounter(store, consoleLogger);
  for (let i = 0; i < 5000; i++) usage.count(`made up ${i}`, { requests: 1, failures: 1 });
  usage.count('real', { requests: 1, replies: 1, credits: 1 });
  await usage.flush();
  assert.equal(rows.size, 1001);
  assert.ok(rows.has('real'));

  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat((_, response) => refuse(response, 404));
  assert.equal((await chat({ message: 'hi' })).status, 404);
  const response = await ask(`/v2/chatbots/${AGENT}/usage`, {
    headers: { Authorization: `Bearer ${ADMIN}` },
  });
  assert.deepEqual(((await response.json()) as { data: { days: unknown[] } }).data.days, []);
});

test('a conversation id of any form but the visitor’s own is refused before anything reaches the service', async t => {
  const { chat, upstream } = await setUp(t);
  const first = await chat({ message: 'hi' });
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  const own = data.metadata.conversationId;
  const mine = { 'X-Visitor-Token': visitorToken(first) };
  const unknown = await chat({ message: 'hi', conversationId: 'unknown' }, mine);
  const same = (text: string): string => text.replace(/"requestId":"[^"]+"/, '');
  const expected = [unknown.status, same(await unknown.text())];
  for (const id of [
    own.toUpperCase(),
    `${own} `,
    encodeURIComponent(` ${own}`),
    own.slice(0, -1),
    `${own}.x`,
  ]) {
    const answer = await chat({ message: 'hi', conversationId: id }, mine);
    assert.deepEqual([answer.status, same(await answer.text())], expected, id);
  }
  const options = { baseUrl: upstream.url, apiKey: KEY };
  const next = around(upstream, createProxy(options));
  const keyed = around(upstream, createProxy({ ...options, sessionSecret: 'another-secret-0123456789' }));
  for (const instance of [chat, next.chat, keyed.chat]) {
    const stranger = await instance({ message: 'hi', conversationId: own });
    assert.deepEqual([stranger.status, same(await stranger.text())], expected);
  }
  for (const id of [[own], { id: own }, 7, true, null]) {
    assert.ok([400, 404].includes((await chat({ message: 'hi', conversationId: id }, mine)).status));
  }
  assert.equal(upstream.seen.length, 1);
  assert.equal((await chat({ message: 'hi', conversationId: own }, mine)).status, 200);
  assert.equal(
    (await next.chat({ message: 'hi', conversationId: own }, mine)).status,
    200,
    'after a restart',
  );
  for (const { proxy } of [next, keyed]) await proxy.close({ graceMs: 0 });
});

test('keys that belong to an object’s prototype in other languages change nothing', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const poisons = [
    '"__proto__":{"isAdmin":true,"polluted":1}',
    '"constructor":{"prototype":{"isAdmin":true,"polluted":1}}',
    '"a.__proto__.polluted":1',
    '"styles":{"__proto__":{"polluted":1}}',
    '"leadForm":[{"__proto__":{"polluted":1}}]',
  ];
  const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    ask(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
  for (const poison of poisons) {
    const answers = [
      await send(`/api/v2/agents/${AGENT}/chat`, `{"message":"hi",${poison}}`),
      await send('/api/v2/session', `{${poison}}`),
      await send(`/v2/chatbots/${AGENT}/contacts`, `{"users":[{"name":"a",${poison}}],${poison}}`),
      await send('/v2/chatbots/settings', `{"chatbotId":"${AGENT}",${poison}}`, {
        Authorization: `Bearer ${ADMIN}`,
      }),
    ];
    for (const { status } of answers) assert.ok(status < 500, `${poison}: ${status}`);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  }
  assert.equal((await ask(`/v2/chatbots/${AGENT}/settings`)).status, 401);
  for (const name of ['toString', 'constructor', 'hasOwnProperty']) {
    const answer = await ask(`/api/v2/agents/${name}/settings`);
    assert.ok(answer.status < 500);
    assert.ok(!(await answer.text()).includes(KEY));
  }
  for (const { body } of upstream.seen) assert.doesNotMatch(JSON.stringify(body ?? {}), /polluted|isAdmin/);
  assert.equal((await chat({ message: 'hi' })).status, 200);
});

test('long and convoluted headers and fields are answered quickly', async t => {
  const { ask, chat, change } = await setUp(t);
  await change({ allowedDomains: ['*.shop.example'] });
  const long = 'a.'.repeat(16_000);
  const started = process.cpuUsage();
  for (const origin of [
    `https://${long}shop.example`,
    `https://${'-'.repeat(30_000)}`,
    'https://'.repeat(4000),
  ]) {
    assert.equal(
      (await chat({ message: 'hi' }, { Origin: origin })).status,
      origin.endsWith('.shop.example') ? 200 : 403,
    );
  }
  await change({ allowedDomains: [] });
  for (const headers of [
    { 'User-Agent': `${'('.repeat(30_000)}` },
    { 'X-Forwarded-For': `${'1,'.repeat(15_000)}` },
    { 'If-None-Match': `${'W/"x",'.repeat(5000)}` },
    { 'X-Visitor-Token': `new.${'a'.repeat(30_000)}!` },
    { 'Content-Type': `application/json${' ;'.repeat(15_000)}` },
    { Authorization: `Bearer ${' '.repeat(30_000)}x y` },
  ]) {
    assert.ok((await chat({ message: 'hi' }, headers)).status < 500);
  }
  for (const email of [
    `${'a'.repeat(40_000)}@`,
    `${'a@'.repeat(20_000)}b.example`,
    `a@${'b.'.repeat(20_000)}c`,
  ]) {
    const answer = await ask(`/v2/chatbots/${AGENT}/contacts`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ users: [{ name: 'a', email }] }),
    });
    assert.equal(answer.status, 400);
  }
  assert.ok(workSince(started) < 5000);
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ConversationIds } from '../../../src/proxy/access/conversation-ids.ts';
import { MemoryRevocations, RevokedVisitors } from '../../../src/proxy/access/revoked-visitors.ts';
import { Visitors } from '../../../src/proxy/access/visitors.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { AGENT, IDENTITY, setUp, visitorToken } from './harness.ts';

const SECRET = 'session-secret-0123456789';
const IDS = 10_000;

test('the key is sent over plain http only to this machine, whatever another one is called', () => {
  const proxyTo = (host: string) =>
    createProxy({ apiKey: 'key-0123456789abcdef', baseUrl: `http://${host}` });
  for (const host of ['localhost', '127.0.0.1:8080', '127.9.8.7', '[::1]:80']) proxyTo(host);
  for (const host of ['127.example', '127.0.0.1.example', 'localhost.example', '128.0.0.1', '[::2]']) {
    assert.throws(() => proxyTo(host), /plain http to another machine/, host);
  }
});

test('conversation ids and visitors are as hard to guess as 128 random bits', async () => {
  const visitors = new Visitors([SECRET], 1, new RevokedVisitors(new MemoryRevocations(), () => {}));
  const conversations = new ConversationIds([SECRET]);
  const people = Array.from({ length: IDS }, () => visitors.create());
  const signatures = await Promise.all(
    // The service may well count its conversations: what makes an id hard to guess is added here.
    people.map(async (visitor, i) => (await conversations.bind(AGENT, visitor, `c-${i}`)).split('.')[1]!),
  );
  for (const [what, texts] of [
    ['signatures', signatures],
    ['visitors', people.map(({ id }) => id)],
  ] as const) {
    assert.equal(new Set(texts).size, IDS, what);
    const bytes = texts.map(text => Buffer.from(text, 'base64url'));
    assert.ok(bytes.every(({ length }) => length >= 16));
    for (let bit = 0; bit < 128; bit++) {
      const ones = bytes.filter(value => (value[bit >> 3]! >> (bit & 7)) & 1).length;
      // Six standard deviations: by chance once in millions of runs.
      assert.ok(
        Math.abs(ones - IDS / 2) < 6 * Math.sqrt(IDS / 4),
        `${what}: bit ${bit} is set ${ones} times`,
      );
    }
    const beginnings = new Set(texts.map(text => text.slice(0, 8)));
    assert.ok(beginnings.size > IDS - 2, `${what}: beginnings repeat`);
  }
});

test('a visitor token that the proxy did not make is refused, and nothing reaches the service', async t => {
  const { ask, chat, upstream } = await setUp(t, { sessionSecret: SECRET });
  const session = await ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const token = visitorToken(session);
  const [payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const packed = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (text: string, secret: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const elevated = packed({ ...claims, u: 'admin' });
  const jwt = (header: object, secret: string): string => {
    const text = `${packed(header)}.${packed({ ...claims, sub: 'admin' })}`;
    return `${text}.${hmac(text, secret)}`;
  };
  const forged = {
    'other claims under the old signature': `${elevated}.${signature}`,
    'no signature': `${payload}.`,
    'no claims': `.${signature}`,
    'signed with an empty secret': `${elevated}.${hmac(elevated, '')}`,
    'signed for nothing in particular': `${elevated}.${hmac(elevated, SECRET)}`,
    'signed for another purpose': `${elevated}.${hmac(`conversation\0${elevated}`, SECRET)}`,
    'a signature in other letters': `${payload}.${signature.toUpperCase()}`,
    'a signature and more': `${payload}.${signature}AA`,
    'a signature with junk': `${payload}.${signature}==`,
    'two signatures': `${token}.${signature}`,
    'a JWT that says alg none': jwt({ alg: 'none' }, ''),
    'a JWT with a key of its own': jwt(
      { alg: 'HS256', jku: 'http://127.0.0.1:1/keys', kid: '../../dev/null' },
      '',
    ),
    'a JWT signed with our secret': jwt({ alg: 'HS256' }, SECRET),
    'ten megabytes': `${'A'.repeat(10_000_000)}.${signature}`,
    'nothing but dots': '...',
  };
  for (const [what, value] of Object.entries(forged)) {
    const { status, headers } = await chat({ message: 'hi' }, { 'X-Visitor-Token': value });
    assert.equal(status, 401, what);
    assert.equal(headers.get('X-Visitor-Token'), null, what);
  }
  assert.equal(upstream.seen.length, 0);
  assert.equal((await chat({ message: 'hi' }, { 'X-Visitor-Token': token })).status, 200);
});

test('a visitor token expires to the second', async t => {
  const { chat, ask } = await setUp(t, { limits: { visitorDays: 1 } });
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const session = await ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { data } = (await session.json()) as { data: { token: string; expiresAt: number } };
  const headers = { 'X-Visitor-Token': data.token };
  t.mock.timers.setTime((data.expiresAt - 1) * 1000);
  assert.equal((await chat({ message: 'hi' }, headers)).status, 200);
  t.mock.timers.setTime(data.expiresAt * 1000);
  assert.equal((await chat({ message: 'hi' }, headers)).status, 401);
});

test('a user hash in any other form is refused, and the user never becomes anonymous', async t => {
  const { ask, upstream } = await setUp(t);
  const made = (secret: string, form: 'hex' | 'base64' | 'base64url'): string =>
    createHmac('sha256', secret).update('user-1').digest(form);
  const right = made(IDENTITY, 'hex');
  const wrong: unknown[] = [
    made('', 'hex'),
    made(IDENTITY, 'base64'),
    made(IDENTITY, 'base64url'),
    `${right}\n`,
    ` ${right}`,
    right.slice(0, -1),
    right.replace(/^./, 'é'),
    '0',
    [right],
    { hash: right },
    7,
    true,
  ];
  for (const userHash of wrong) {
    for (const [path, body] of [
      ['/api/v2/session', { userId: 'user-1', userHash }],
      [`/api/v2/agents/${AGENT}/chat`, { message: 'hi', userId: 'user-1', userHash }],
    ] as const) {
      const refused = await ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.ok(
        [400, 403].includes(refused.status),
        `${path} ${JSON.stringify(userHash)}: ${refused.status}`,
      );
    }
  }
  assert.equal(upstream.seen.length, 0);
});

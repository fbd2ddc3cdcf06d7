import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY, message } from '../../fakes/upstream.ts';
import { LARGE_MESSAGES } from '../protocol/large-messages.ts';
import { ADMIN, AGENT, around, errorCode, IDENTITY, setUp, visitorToken } from './harness.ts';

const CHAT = `/api/v2/agents/${AGENT}/chat`;

test('only the sites on the list can use the agent, compared by scheme, host and port', async t => {
  const { chat, change, upstream } = await setUp(t);
  await change({
    allowedDomains: ['shop.example', '*.wild.example', 'bücher.example', 'http://localhost:3000'],
  });
  upstream.seen.length = 0;
  const fine = [
    'https://shop.example',
    'https://SHOP.example',
    'https://shop.example:443',
    'https://a.wild.example',
    'https://a.b.wild.example',
    'https://xn--bcher-kva.example',
    'http://localhost:3000',
  ];
  for (const Origin of fine) {
    const response = await chat({ message: 'hi' }, { Origin });
    assert.equal(response.status, 200, Origin);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), Origin);
  }
  assert.equal(upstream.seen.length, fine.length);
  const wrong = [
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://sub.shop.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.',
    'https://shop.example/',
    'null',
    '',
    'https://shop.example, https://evil.example',
    'https://shop.example%00.evil.example',
    'https://user@shop.example',
    'https://wild.example',
    'https://xwild.example',
    'file://',
    'chrome-extension://shop.example',
    'http://localhost:3001',
  ];
  for (const Origin of wrong) {
    const response = await chat({ message: 'hi' }, { Origin });
    assert.equal(response.status, 403, Origin);
    assert.equal(await errorCode(response), 'origin_not_allowed');
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), null);
    assert.match(response.headers.get('Vary') ?? '', /Origin/);
  }
  assert.equal(upstream.seen.length, fine.length);
});

test('with a list, only the site itself is allowed without an Origin', async t => {
  const { ask, chat, change } = await setUp(t);
  const settings = `/api/v2/agents/${AGENT}/settings`;
  assert.equal((await chat({ message: 'hi' })).status, 200);
  await change({ allowedDomains: ['chat.example'] });
  assert.equal((await chat({ message: 'hi' })).status, 403);
  assert.equal((await ask(settings)).status, 403);
  for (const [site, status] of [
    ['same-origin', 200],
    ['cross-site', 403],
    ['none', 403],
  ] as const) {
    assert.equal((await ask(settings, { headers: { 'Sec-Fetch-Site': site } })).status, status, site);
  }
  await change({ allowedDomains: ['other.example'] });
  assert.equal((await ask(settings, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status, 403);
  const own = await setUp(t, { ownOrigins: ['http://localhost:8787', 'https://desk.example/'] });
  await own.change({ allowedDomains: ['shop.example'] });
  for (const origin of ['http://localhost:8787', 'https://desk.example']) {
    assert.equal((await own.chat({ message: 'hi' }, { Origin: origin })).status, 200, origin);
  }
});

test('the site itself is allowed through a server in front that changes Host', async t => {
  const { ask, change } = await setUp(t);
  await change({ allowedDomains: ['shop.example'] });
  for (const [site, referer, status] of [
    ['same-origin', 'https://shop.example/shelf', 200],
    ['same-origin', 'https://evil.example/', 403],
    ['cross-site', 'https://shop.example/', 403],
  ] as const) {
    const headers = { 'Sec-Fetch-Site': site, Referer: referer };
    const settings = await ask(`/api/v2/agents/${AGENT}/settings`, { headers });
    assert.equal(settings.status, status, `${site} ${referer}`);
  }
});

test('the site itself is recognised by Referer if the browser sends nothing else, as without TLS', async t => {
  const { ask, change } = await setUp(t);
  const settings = `/api/v2/agents/${AGENT}/settings`;
  await change({ allowedDomains: ['http://chat.example', 'https://shop.example'] });
  for (const [referer, status] of [
    ['http://chat.example/shop?a=1', 200],
    ['https://chat.example/', 403],
    ['https://shop.example/', 403],
    ['http://chat.example:81/', 403],
    ['http://chat.example@evil.example/', 403],
    ['http://evil.example/?chat.example', 403],
    ['chat.example', 403],
  ] as const) {
    assert.equal((await ask(settings, { headers: { Referer: referer } })).status, status, referer);
  }
  const elsewhere = { Referer: 'http://chat.example/', 'Sec-Fetch-Site': 'cross-site' };
  assert.equal((await ask(settings, { headers: elsewhere })).status, 403);
});

test('a preflight names one origin, does not reach the service and allows only what is needed', async t => {
  const { ask, change, upstream } = await setUp(t);
  await change({ allowedDomains: ['shop.example'], rateLimit: { messages: 1, seconds: 60, message: '' } });
  upstream.seen.length = 0;
  const preflight = (Origin: string): Promise<Response> =>
    ask(CHAT, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-evil',
        'Access-Control-Request-Private-Network': 'true',
      },
    });
  for (let i = 0; i < 5; i++) {
    const { status, headers } = await preflight('https://shop.example');
    assert.equal(status, 204);
    assert.equal(headers.get('Access-Control-Allow-Origin'), 'https://shop.example');
    assert.match(headers.get('Vary') ?? '', /Origin/);
    assert.ok(Number(headers.get('Access-Control-Max-Age')) <= 7200);
    assert.doesNotMatch(headers.get('Access-Control-Allow-Headers') ?? '', /evil|\*/);
    assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
    assert.equal(headers.get('Access-Control-Allow-Private-Network'), null);
  }
  assert.equal((await preflight('https://evil.example')).status, 403);
  assert.equal(upstream.seen.length, 0);
  const answer = await ask(CHAT, {
    method: 'POST',
    headers: { Origin: 'https://shop.example', 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'hi', stream: true }),
  });
  assert.equal(answer.status, 200, 'preflights were not counted as messages');
  const exposed = (answer.headers.get('Access-Control-Expose-Headers') ?? '').split(', ');
  // `Date` is what a visitor's wrong clock is measured by.
  for (const name of [
    'Date',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ]) {
    assert.ok(exposed.includes(name), name);
  }
  await answer.text();
});

test('a private agent answers only its owner', async t => {
  const { chat, ask, change } = await setUp(t);
  await change({ visibility: 'private' });
  assert.equal((await chat({ message: 'hi' })).status, 403);
  assert.equal((await ask(`/api/v2/agents/${AGENT}/settings`)).status, 403);
  assert.equal((await chat({ message: 'hi' }, { Authorization: `Bearer ${ADMIN}` })).status, 200);
  const wrong = await chat({ message: 'hi' }, { Authorization: 'Bearer wrong' });
  assert.equal(wrong.status, 403);
});

test('identity is checked before permission, permission before existence, and the request last', async t => {
  const { ask, change, upstream } = await setUp(t);
  await change({ allowedDomains: ['shop.example'] });
  upstream.seen.length = 0;
  const status = async (path: string, body: unknown, headers: Record<string, string>): Promise<number> => {
    const method = body === undefined ? 'DELETE' : 'POST';
    const typed = { 'Content-Type': 'application/json', ...headers };
    const init = { method, headers: typed, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return (await ask(path, init)).status;
  };
  const visitors = [
    [CHAT, {}],
    [`${CHAT}/k`, undefined],
    [`/api/v2/agents/${AGENT}/feedback`, {}],
    [`/v2/chatbots/${AGENT}/contacts`, {}],
  ] as const;
  const elsewhere = { Origin: 'https://elsewhere.example' };
  for (const [path, body] of visitors) {
    assert.equal(await status(path, body, { ...elsewhere, 'X-Visitor-Token': 'no.token' }), 401, path);
    assert.equal(await status(path, body, elsewhere), 403, path);
  }
  const shop = { Origin: 'https://shop.example' };
  const foreign = { conversationId: 'of.another' };
  assert.equal(await status(CHAT, { ...foreign, message: '' }, shop), 404);
  assert.equal(await status(`/api/v2/agents/${AGENT}/feedback`, { ...foreign, value: 'meh' }, shop), 404);
  assert.equal(await status('/api/v2/session', { userId: 'user-1', userHash: 5 }, {}), 403);
  assert.equal(await status('/api/v2/session', { userId: 5 }, {}), 400);
  assert.equal(upstream.seen.length, 0);
});

test('an agent has the same settings however the letters of its id are written', async t => {
  const { ask, change, upstream } = await setUp(t);
  await change({ visibility: 'private', chatbotId: AGENT.toUpperCase() });
  upstream.seen.length = 0;
  for (const id of [AGENT, AGENT.toUpperCase(), AGENT.replace('f', 'F')]) {
    const asked = await ask(`/api/v2/agents/${id}/chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"message":"hi"}',
    });
    assert.equal(asked.status, 403, id);
    assert.equal((await ask(`/api/v2/agents/${id}/settings`)).status, 403, id);
  }
  assert.equal(upstream.seen.length, 0);
});

test('settings in the options apply however the letters of the id are written', async t => {
  const { chat } = await setUp(t, { initialSettings: { [AGENT.toUpperCase()]: { visibility: 'private' } } });
  assert.equal((await chat({ message: 'hi' })).status, 403);
});

test('only a JSON body is accepted, so no form of another site can ask anything', async t => {
  const { ask, upstream } = await setUp(t);
  const send = (
    type: string | undefined,
    body: BodyInit,
    more: Record<string, string> = {},
  ): Promise<Response> =>
    ask(CHAT, { method: 'POST', headers: { ...(type && { 'Content-Type': type }), ...more }, body });
  const json = JSON.stringify({ message: 'hi' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json;charset=utf-7',
    'application/json; a=b; \t charset = utf-7',
    'application/json; charset=utf-8x',
    'application/json; charset=utf',
    'application/json a=b',
    'application/json-patch+json',
    undefined,
  ]) {
    assert.equal((await send(type, new TextEncoder().encode(json))).status, 415, type);
  }
  assert.equal((await send('application/json', json, { 'Content-Encoding': 'gzip' })).status, 415);
  for (const body of [
    `\uFEFF${json}`,
    '{',
    '[1',
    '"x"',
    'null',
    '7',
    '{"a":'.repeat(10_000),
    `${'['.repeat(20_000)}`,
  ]) {
    assert.equal((await send('application/json', body)).status, 400, body.slice(0, 20));
  }
  assert.equal((await send('application/json', new Uint8Array([0x22, 0xff, 0x22]))).status, 400);
  assert.equal(upstream.seen.length, 0);
  for (const type of [
    'Application/JSON; Charset="UTF-8"',
    'application/json;',
    'application/json; profile=x; charset=utf-8',
    'application/json; charset=utf8',
    'application/json;charset="UTF8"',
  ]) {
    assert.equal((await send(type, json)).status, 200, type);
  }
});

test('a body over the limit is refused, and at once if no error could be more exact', async t => {
  const { ask, upstream } = await setUp(t, { limits: { bodyBytes: 1000 } });
  const fill = (size: number): string => {
    const empty = JSON.stringify({ message: 'hi', pad: '' });
    return JSON.stringify({ message: 'hi', pad: 'x'.repeat(size - empty.length) });
  };
  const send = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
    ask(CHAT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
  assert.equal((await send(fill(1000))).status, 200);
  const over = await send(fill(1001));
  assert.equal(over.status, 413);
  assert.equal(over.headers.get('Connection'), 'close');
  assert.equal((await send(fill(500), { 'Content-Length': '1048577' })).status, 413);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  assert.equal((await send(endless)).status, 413);
  assert.ok(pulled < 20, `${pulled} chunks were read`);
  assert.equal(upstream.seen.length, 1);
});

test('a user is passed on only with the site’s proof', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const hash = createHmac('sha256', IDENTITY).update('user-1').digest('hex');
  const session = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    ask('/api/v2/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  for (const [body, field] of [
    [{ userId: 'user-1' }, 'userHash'],
    [{ userId: 'user-2', userHash: hash }, 'userHash'],
    [{ userId: 'user-1', userHash: hash.toUpperCase() }, 'userHash'],
    [{ userId: 'user-1', userHash: `${hash}00` }, 'userHash'],
    [{ userId: 'user-1', userHash: '' }, 'userHash'],
    [
      { userId: 'user-1', userHash: createHmac('sha256', 'empty').update('user-1').digest('hex') },
      'userHash',
    ],
  ] as const) {
    const refused = await session(body);
    assert.equal(refused.status, 403);
    assert.equal(refused.headers.get('X-Visitor-Token'), null);
    const { error } = (await refused.json()) as { error: { message: string } };
    assert.ok(error.message.startsWith(field));
  }
  assert.equal((await session([])).status, 400);
  assert.equal((await chat({ message: 'hi', userId: 'user-1' })).status, 403);
  assert.equal(upstream.seen.length, 0);
  const good = await session({ userId: 'user-1', userHash: hash });
  const { data } = (await good.json()) as { data: { token: string; expiresAt: number } };
  assert.ok(data.expiresAt > Date.now() / 1000);
  await chat({ message: 'hi' }, { 'X-Visitor-Token': data.token });
  await chat({ message: 'hi', userId: 'user-1', userHash: hash });
  for (const { body } of upstream.seen) {
    assert.equal((body as { userId?: string }).userId, 'user-1');
    assert.equal((body as { userHash?: string }).userHash, undefined);
  }
  const other = await chat({ message: 'hi', userId: 'user-2' }, { 'X-Visitor-Token': data.token });
  assert.equal(other.status, 403);
  const without = await setUp(t, { identitySecret: undefined });
  assert.equal((await without.chat({ message: 'hi', userId: 'user-1', userHash: hash })).status, 403);
});

test('a user with a proof is that user, even if somebody else signed in with the token before', async t => {
  const { ask, chat } = await setUp(t);
  const proved = (userId: string) => ({
    userId,
    userHash: createHmac('sha256', IDENTITY).update(userId).digest('hex'),
  });
  const signIn = async (userId: string): Promise<{ 'X-Visitor-Token': string }> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(proved(userId));
    const answer = await ask('/api/v2/session', { method: 'POST', headers, body });
    return { 'X-Visitor-Token': answer.headers.get('X-Visitor-Token') ?? '' };
  };
  const conversationOf = async (answer: Response): Promise<string> => {
    const { data } = (await answer.json()) as { data: { metadata: { conversationId: string } } };
    return data.metadata.conversationId;
  };
  const ada = await signIn('ada');
  const adas = await conversationOf(await chat({ message: 'hi' }, ada));
  assert.equal((await chat({ message: 'hi', conversationId: adas, ...proved('bo') }, ada)).status, 404);
  assert.equal((await chat({ message: 'hi', conversationId: adas, ...proved('ada') }, ada)).status, 200);
  const bos = await conversationOf(await chat({ message: 'hi', ...proved('bo') }, ada));
  assert.equal((await chat({ message: 'hi', conversationId: bos }, ada)).status, 404);
  assert.equal((await chat({ message: 'hi', conversationId: bos }, await signIn('bo'))).status, 200);
});

test('a user with the longest possible id can chat, continue and leave a contact', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  for (const userId of ['u'.repeat(256), '😀'.repeat(256), `u${'\u0001'.repeat(255)}`]) {
    const userHash = createHmac('sha256', IDENTITY).update(userId).digest('hex');
    const visitor = { 'X-Visitor-Token': visitorToken(await post('/api/v2/session', { userId, userHash })) };
    assert.equal((await chat({ message: 'hi' }, visitor)).status, 200);
    assert.deepEqual(upstream.seen.at(-1)?.body, { message: 'hi', stream: false, userId });
    const lead = await post(`/v2/chatbots/${AGENT}/contacts`, { users: [{ name: 'Ada' }] }, visitor);
    assert.equal(lead.status, 201);
  }
});

test('a conversation continues however long its id at the service is', async t => {
  const { chat, upstream } = await setUp(t);
  const theirs = 'c'.repeat(1000);
  upstream.onChat((request, response) => {
    const data = message(request, 'hello');
    Object.assign(data.metadata as object, { conversationId: theirs });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
  });
  const first = await chat({ message: 'hi' });
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  const { conversationId } = data.metadata;
  const visitor = { 'X-Visitor-Token': visitorToken(first) };
  assert.equal((await chat({ message: 'and?', conversationId }, visitor)).status, 200);
  assert.deepEqual(upstream.seen[1]?.body, { message: 'and?', stream: false, conversationId: theirs });
});

test('a secret can be changed without losing any conversation', async t => {
  const old = 'session-secret-old-0000';
  const fresh = 'session-secret-new-0000';
  const before = await setUp(t, { sessionSecret: old });
  const first = await before.chat({ message: 'hi' });
  const token = visitorToken(first);
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  const { conversationId } = data.metadata;
  const options = { baseUrl: before.upstream.url, apiKey: KEY };
  const both = around(before.upstream, createProxy({ ...options, sessionSecret: [fresh, old] }));
  const after = around(before.upstream, createProxy({ ...options, sessionSecret: fresh }));
  const headers = { 'X-Visitor-Token': token };
  assert.equal((await both.chat({ message: 'and?', conversationId }, headers)).status, 200);
  assert.equal((await after.chat({ message: 'and?', conversationId }, headers)).status, 401);
  await both.proxy.close();
  await after.proxy.close();
});

test('a secret can replace the one derived from the key without losing any conversation', async t => {
  const before = await setUp(t, {});
  const headers = { 'X-Visitor-Token': visitorToken(await before.chat({ message: 'hi' })) };
  const sessionSecret = ['session-secret-new-0000', `derived:${KEY}`];
  const options = { baseUrl: before.upstream.url, apiKey: 'another-key-0000', sessionSecret };
  const after = around(before.upstream, createProxy(options));
  assert.equal((await after.chat({ message: 'and?' }, headers)).status, 200);
  await after.proxy.close();
});

test('a bot check is passed once, before the first message', async t => {
  const seen: string[] = [];
  const { chat, upstream } = await setUp(t, {
    botCheck: ({ token }) => {
      seen.push(token);
      return token === 'human';
    },
  });
  assert.equal((await chat({ message: 'hi' })).status, 403);
  assert.equal((await chat({ message: 'hi' }, { 'X-Bot-Token': 'robot' })).status, 403);
  assert.equal(upstream.seen.length, 0);
  const passed = await chat({ message: 'hi' }, { 'X-Bot-Token': 'human' });
  assert.equal(passed.status, 200);
  const again = await chat({ message: 'hi' }, { 'X-Visitor-Token': visitorToken(passed) });
  assert.equal(again.status, 200);
  assert.deepEqual(seen, ['', 'robot', 'human']);
});

test('a bot check that returns anything but true admits nobody, such as the whole answer of the captcha', async t => {
  const verdicts: unknown[] = [{ success: false }, 'no', 1, new Response(null, { status: 403 }), undefined];
  const { chat, upstream } = await setUp(t, { botCheck: () => verdicts[0] as boolean });
  while (verdicts.length > 0) {
    const refused = await chat({ message: 'hi' }, { 'X-Bot-Token': 'robot' });
    assert.equal(refused.status, 403, String(verdicts.shift()));
  }
  assert.equal(upstream.seen.length, 0);
});

test('the owner’s limit counts each address, an IPv6 network as one, with the owner’s own text', async t => {
  const { ask, change, upstream } = await setUp(t);
  await change({ rateLimit: { messages: 3, seconds: 60, message: 'Easy, please.' } });
  upstream.seen.length = 0;
  const send = (remoteAddress: string, headers: Record<string, string> = {}): Promise<Response> =>
    ask(CHAT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ message: 'hi' }),
      remoteAddress,
    });
  const spoofed = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      send('198.51.100.7', {
        'X-Forwarded-For': `203.0.113.${i}`,
        'X-Real-IP': `203.0.113.${i}`,
        Forwarded: `for=203.0.113.${i}`,
        'CF-Connecting-IP': `203.0.113.${i}`,
      }),
    ),
  );
  assert.equal(spoofed.filter(({ status }) => status === 200).length, 3);
  const refused = spoofed.find(({ status }) => status === 429)!;
  assert.equal(refused.headers.get('X-RateLimit-Limit'), '3');
  assert.equal(refused.headers.get('X-RateLimit-Remaining'), '0');
  assert.match(refused.headers.get('Retry-After') ?? '', /^[1-9]\d*$/);
  const { error } = (await refused.json()) as { error: { message: string } };
  assert.equal(error.message, 'Easy, please.');
  assert.equal(upstream.seen.length, 3);
  assert.equal((await send('::ffff:198.51.100.7')).status, 429);
  for (let i = 1; i <= 3; i++) assert.equal((await send(`2001:db8:1:2::${i}`)).status, 200);
  assert.equal((await send('2001:db8:1:2:ffff::9')).status, 429);
  assert.equal((await send('2001:db8:1:3::1')).status, 200);
});

test('behind one trusted proxy the last address of X-Forwarded-For counts', async t => {
  const { ask, change } = await setUp(t, { trustProxy: 1 });
  await change({ rateLimit: { messages: 1, seconds: 60, message: '' } });
  const send = (forwarded: string): Promise<Response> =>
    ask(CHAT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
      body: JSON.stringify({ message: 'hi' }),
    });
  assert.equal((await send('1.1.1.1, 203.0.113.1')).status, 200);
  assert.equal((await send('2.2.2.2, 203.0.113.1')).status, 429);
  assert.equal((await send('203.0.113.1, 203.0.113.2')).status, 200);
});

test('visitors of a site with HTTP authentication can chat, and its password opens nothing', async t => {
  const { chat, ask } = await setUp(t);
  const Authorization = `Basic ${btoa('staging:secret')}`;
  assert.equal((await chat({ message: 'hi' }, { Authorization })).status, 200);
  const refused = await ask(`/v2/chatbots/${AGENT}/settings`, { headers: { Authorization } });
  assert.equal(refused.status, 401);
});

for (const [what, text] of LARGE_MESSAGES) {
  test(`a message of ${what} is refused as a message, not as a body`, async t => {
    const { ask, upstream } = await setUp(t);
    const bytes = new TextEncoder().encode(text);
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7001) controller.enqueue(bytes.slice(at, at + 7001));
        controller.close();
      },
    });
    for (const [sent, headers] of [
      [text, { 'Content-Length': String(bytes.length) }],
      [chunked, {}],
    ] as const) {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: sent,
      };
      const answer = await ask(CHAT, { ...init, duplex: 'half' } as RequestInit);
      assert.equal(answer.status, 400);
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'invalid_message');
    }
    assert.equal(upstream.seen.length, 0);
  });
}

test('a large body with a short or missing message is too large', async t => {
  const { ask } = await setUp(t);
  const pad = 'x'.repeat(100_000);
  for (const body of [
    { message: 'x'.repeat(2000), pad },
    { pad, message: 'x'.repeat(2000) },
    { pad, message: [pad] },
    { other: { message: pad } },
    [pad],
  ]) {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    assert.equal((await ask(CHAT, init)).status, 413);
  }
});

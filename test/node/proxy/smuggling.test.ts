import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { listen } from '../../../src/cli/listen.ts';
import { KEY } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, IDENTITY, type Setup, setUp, visitorToken } from './harness.ts';

const CHAT = `/api/v2/agents/${AGENT}/chat`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const OWNER = { ...JSON_TYPE, Authorization: `Bearer ${ADMIN}` };

function post(
  ask: Setup['ask'],
  path: string,
  body: unknown,
  headers: object = JSON_TYPE,
): Promise<Response> {
  return ask(path, { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) });
}

/** The first lines of all answers to these bytes. */
function statusesOf(port: number, bytes: Buffer | string): Promise<number[]> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve([...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))),
    );
  });
}

test('on a real connection, a request that HTTP parsers could read in two ways is refused and asks nothing', async t => {
  const { proxy, upstream, change } = await setUp(t);
  await change({ allowedDomains: ['shop.example'] });
  upstream.seen.length = 0;
  const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });
  t.after(() => close(0));
  const body = '{"message":"hi"}';
  const request = (more: string, end = '\r\n'): string =>
    `${[
      `POST ${CHAT} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ].join(end)}${end}${more}${end}${end}${body}`;
  const good = 'Origin: https://shop.example';
  assert.deepEqual(await statusesOf(port, request(good)), [200]);
  assert.equal(upstream.seen.length, 1);
  const twice = 'Origin: https://shop.example\r\nOrigin: https://evil.example';
  for (const [what, bytes, expected] of [
    ['two origins', request(twice), 403],
    ['two origins, the other way round', request(twice.split('\r\n').reverse().join('\r\n')), 403],
    ['the same origin twice', request(`${good}\r\n${good}`), 403],
    ['an origin in raw Unicode', Buffer.from(request('Origin: https://ſhop.example')), 403],
    ['line feeds alone', request(good, '\n'), 400],
    ['a space before the colon', request(`${good}\r\nX-A : b`), 400],
    ['a NUL in a header', request(`${good}\r\nX-A: b\0c`), 400],
    ['chunked twice', request(`${good}\r\nTransfer-Encoding: chunked, chunked`), 400],
    ['another encoding and a length', request(`${good}\r\nTransfer-Encoding: xchunked`), 400],
    ['no host', request(good).replace('Host: x\r\n', ''), 400],
    ['two hosts', request(`${good}\r\nHost: y`), 400],
    ['the same host twice', request(`${good}\r\nhost: x`), 400],
  ] as const) {
    const [first, ...more] = await statusesOf(port, bytes);
    assert.equal(first, expected, what);
    assert.deepEqual(more, [], what);
  }
  assert.equal(upstream.seen.length, 1);
});

test('no line break in a field becomes a header or a second request at the service', async t => {
  const { ask, chat, upstream } = await setUp(t);
  await chat({ message: 'hi' });
  const usual = Object.keys(upstream.seen[0]!.headers).sort();
  const breaks = ['\r\nX-Evil: 1', '\n', '\r', '\u560d\u560a', '\u010d\u010a', '%0d%0aX-Evil:%201', '\u2028'];
  for (const text of breaks) {
    const userId = `user${text}`;
    const userHash = createHmac('sha256', IDENTITY).update(userId).digest('hex');
    upstream.seen.length = 0;
    const first = await chat({ message: `hi${text}`, userId, userHash });
    assert.equal(first.status, 200, JSON.stringify(text));
    await chat({ message: 'hi', conversationId: `c${text}` }, { 'X-Visitor-Token': visitorToken(first) });
    const path = encodeURIComponent(`${AGENT}${text}`);
    assert.ok(
      [400, 404].includes((await post(ask, `/api/v2/agents/${path}/chat`, { message: 'hi' })).status),
    );
    await ask(`/v2/chatbots/${AGENT}/contacts?page=${encodeURIComponent(text)}`, { headers: OWNER });
    await ask(`${CHAT}?x=${encodeURIComponent(text)}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"message":""}',
    });
    assert.equal(upstream.seen.length, 1, JSON.stringify(text));
    const [{ url, headers } = { url: '', headers: {} }] = upstream.seen;
    assert.equal(url, CHAT);
    assert.deepEqual(Object.keys(headers).sort(), usual);
  }
});

test('a compressed body is refused before it is decompressed, whatever its compression', async t => {
  const { ask, upstream } = await setUp(t);
  const bomb = Buffer.alloc(10_000_000, 0x20);
  const packed: [string, Buffer][] = [
    ['gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['zstd', Buffer.from('anything')],
    ['gzip, identity', gzipSync(bomb)],
    ['GZIP', gzipSync('{"message":"hi"}')],
  ];
  for (const [encoding, body] of packed) {
    for (const [path, headers] of [
      [CHAT, JSON_TYPE],
      ['/v2/chatbots/settings', OWNER],
    ] as const) {
      const init = { method: 'POST', headers: { ...headers, 'Content-Encoding': encoding } };
      const response = await ask(path, { ...init, body: new Uint8Array(body) });
      assert.equal(response.status, 415, `${encoding} ${path}`);
    }
  }
  assert.equal(upstream.seen.length, 0);
});

test('fields that would grant rights or name another service are not passed on', async t => {
  const { ask, chat, change, upstream } = await setUp(t);
  const grabs = {
    role: 'admin',
    isAdmin: true,
    credits: 1e6,
    ownerId: 'me',
    visitorId: 'somebody',
    baseUrl: 'http://127.0.0.1:1',
    servicesUrl: 'http://127.0.0.1:1',
    apiKey: 'mine',
  };
  await chat({ message: 'hi', ...grabs, settings: { instructions: 'obey' }, instructions: 'obey' });
  assert.deepEqual(Object.keys(upstream.seen[0]!.body as object).sort(), ['message', 'stream']);
  const session = await post(ask, '/api/v2/session', grabs);
  const visitor = { 'X-Visitor-Token': visitorToken(session) };
  assert.equal((await ask(`/v2/chatbots/${AGENT}/settings`, { headers: visitor })).status, 401);
  const contacts = `/v2/chatbots/${AGENT}/contacts`;
  for (const headers of [OWNER, { ...JSON_TYPE, ...visitor }]) {
    upstream.seen.length = 0;
    await post(ask, contacts, { users: [{ external_id: 'a', name: 'A', ...grabs }], ...grabs }, headers);
    const sent = JSON.stringify(upstream.seen[0]?.body ?? {});
    for (const field of Object.keys(grabs)) assert.ok(!sent.includes(`"${field}"`), `${field}: ${sent}`);
  }
  upstream.seen.length = 0;
  for (const [field, value] of Object.entries(grabs)) {
    assert.equal((await change({ [field]: value })).status, 400, field);
  }
  assert.equal(upstream.seen.length, 0);
  assert.equal((await chat({ message: 'hi' })).status, 200);
  assert.equal(upstream.seen[0]?.headers.authorization, `Bearer ${KEY}`);
});

test('the owner’s routes do not accept unusual agent ids either', async t => {
  const { ask, upstream } = await setUp(t);
  const ids = [
    '..',
    '%2e%2e%2f',
    '%252e',
    'a%2fb',
    'a;x',
    '@evil.example',
    'http:%2f%2f127.0.0.1:1',
    '__proto__',
    '%00',
  ];
  for (const id of ids) {
    for (const [method, path] of [
      ['GET', `/v2/chatbots/${id}/contacts`],
      ['GET', `/v2/chatbots/${id}/settings`],
      ['GET', `/v2/chatbots/${id}/settings/history`],
      ['GET', `/v2/chatbots/${id}/usage`],
      ['POST', `/v2/chatbots/${id}/contacts`],
      ['POST', `/v2/chatbots/${id}/draft-chat`],
      ['GET', `/v2/chatbots/${id}/conversations`],
      ['GET', `/v2/chatbots/${AGENT}/conversations/${id}`],
      ['DELETE', `/v2/chatbots/${AGENT}/conversations/${id}`],
      ['GET', `/v2/chatbots/${id}/answers`],
      ['GET', `/v2/chatbots/${id}/answers/unanswered`],
      ['POST', `/v2/chatbots/${id}/answers/check`],
      ['POST', `/v2/chatbots/${AGENT}/answers/${id}`],
      ['POST', `/v2/chatbots/${AGENT}/answers/${id}/restore`],
      ['DELETE', `/v2/chatbots/${AGENT}/answers/${id}`],
      ['DELETE', `/api/v2/agents/${id}/chat/k`],
      ['POST', `/api/v2/agents/${id}/feedback`],
    ] as const) {
      const body = {
        users: [{ external_id: 'a' }],
        message: 'hi',
        messageId: 'm',
        conversationId: 'c',
        value: 'up',
      };
      const init = method === 'POST' ? { body: JSON.stringify(body) } : {};
      const { status } = await ask(path, { method, headers: OWNER, ...init });
      assert.ok([400, 401, 404, 405].includes(status), `${method} ${path}: ${status}`);
    }
    const named = await post(
      ask,
      '/v2/chatbots/settings',
      { chatbotId: decodeURIComponent(id), name: 'x' },
      OWNER,
    );
    assert.ok([400, 404].includes(named.status), id);
  }
  assert.equal(upstream.seen.length, 0);
});

test('a program without an Origin meets the same limits and checks as a browser', async t => {
  const { chat, change, upstream } = await setUp(t);
  await change({ rateLimit: { messages: 2, seconds: 60, message: '' } });
  const first = await chat({ message: 'hi' });
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  upstream.seen.length = 0;
  const { conversationId } = data.metadata;
  assert.equal((await chat({ message: 'hi', conversationId }, { 'Sec-Fetch-Site': 'none' })).status, 404);
  assert.equal((await chat({ message: 'hi' })).status, 200);
  assert.equal((await chat({ message: 'hi' })).status, 429);
  assert.equal(upstream.seen.length, 1);
});

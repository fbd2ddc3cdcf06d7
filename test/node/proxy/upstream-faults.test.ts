import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '../../../scripts/loopback.ts';
import { type Answer, event, KEY, message, openStream, RATE_HEADERS, reply } from '../../fakes/upstream.ts';
import { seeded } from './cut-replies.ts';
import { ADMIN, AGENT, errorCode, eventsIn, setUp, textOf } from './harness.ts';

/** One try, so that failures show at once. */
const ONCE = { limits: { attempts: 1 } };

/** Everything an answer shows: status, headers and body. */
async function whole(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers], await response.text()]);
}

test('the key never reaches a visitor, whatever the service sends back', async t => {
  const { chat, ask, upstream } = await setUp(t, ONCE);
  const other = createServer((request, response) => {
    assert.fail(`a redirect was followed to ${request.url}`);
    response.end();
  });
  t.after(() => other.close());
  const elsewhere = `http://127.0.0.1:${await listenLocally(other)}/`;
  const leaks = {
    'X-Debug': KEY,
    'Set-Cookie': `k=${KEY}`,
    'WWW-Authenticate': `Bearer realm="${KEY}"`,
    Server: KEY,
    Location: elsewhere,
    'X-RateLimit-Limit': '60',
  };
  const bodies = [
    JSON.stringify({ error: { code: KEY, message: KEY } }),
    JSON.stringify({ data: { id: KEY, role: 'assistant', parts: [], metadata: { conversationId: 'c' } } }),
    `data: {"type":"token","content":"${KEY}"}\n\n`,
    `data: {"type":"error","message":"${KEY}","code":"${KEY}"}\n\n`,
    `data: {"type":"token","content":"a","debug":"${KEY}"}\n\ndata: {"type":"${KEY}"}\n\n: ${KEY}\n\n`,
    `<html>${KEY}`,
    `{"data":{"id":"${KEY}"`,
    '',
  ];
  for (const status of [200, 201, 204, 301, 307, 400, 401, 403, 404, 429, 500, 502]) {
    for (const type of ['application/json', 'text/event-stream', 'text/html']) {
      for (const body of bodies) {
        const answer: Answer = (_, response) => {
          response.writeHead(status, { ...leaks, 'Content-Type': type, 'Retry-After': '100' });
          response.end(status === 204 ? undefined : body);
        };
        upstream.onChat(answer);
        upstream.onService(answer);
        const admin = { Authorization: `Bearer ${ADMIN}` };
        const answers = [
          await chat({ message: 'hi' }),
          await chat({ message: 'hi', stream: true }),
          ...(type === 'application/json'
            ? [await ask(`/v2/chatbots/${AGENT}/contacts`, { headers: admin }), await ask('/readyz')]
            : []),
        ];
        for (const response of answers) {
          assert.equal(response.headers.get('X-Debug'), null);
          assert.equal(response.headers.get('Set-Cookie'), null);
          assert.equal(response.headers.get('Server'), null);
          assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
          assert.ok(!(await whole(response)).includes('canary'), `${status} ${type} ${body.slice(0, 40)}`);
        }
      }
    }
  }
});

const TABLE: [number, number, string][] = [
  [400, 400, 'invalid_request'],
  [401, 502, 'upstream_unavailable'],
  [402, 402, 'credits_exhausted'],
  [403, 403, 'forbidden'],
  [404, 404, 'not_found'],
  [408, 502, 'upstream_unavailable'],
  [413, 413, 'payload_too_large'],
  [415, 502, 'upstream_unavailable'],
  [422, 502, 'upstream_unavailable'],
  [500, 502, 'upstream_unavailable'],
  [503, 502, 'upstream_unavailable'],
  [302, 502, 'upstream_unavailable'],
];
test('each refusal of the service becomes one of ours, with a request id that is in the header too', async t => {
  const { chat, upstream } = await setUp(t, ONCE);
  for (const [theirs, ours, code] of TABLE) {
    upstream.onChat((_, response) => {
      response.writeHead(theirs, { 'Content-Type': 'application/json' });
      response.end('{"error":{"code":"theirs","message":"their words"}}');
    });
    for (const stream of [true, false]) {
      const response = await chat({ message: 'hi', stream });
      assert.equal(response.status, ours, String(theirs));
      const { error } = (await response.json()) as { error: Record<string, string> };
      assert.equal(error.code, code);
      assert.doesNotMatch(error.message ?? '', /their|key|\d\d\d/i);
      assert.equal(error.requestId, response.headers.get('X-Request-Id'));
    }
  }
});

test('an unreachable service is a 502 in our own words', async t => {
  const { chat, upstream } = await setUp(t, ONCE);
  await upstream.close();
  const response = await chat({ message: 'hi' });
  assert.equal(response.status, 502);
  const text = await response.text();
  assert.doesNotMatch(text, /127\.0\.0\.1|ECONN|fetch|node:|at \S+ \(/);
});

/** What the service streams, what of it the visitor's text must be, and how the stream must end. */
const STREAMS: [string, string | Buffer, string, 'done' | 'error'][] = [
  ['an event that is not JSON', `data: {"type":"token",\n\n${token('a')}DONE`, 'a', 'done'],
  ['an unknown type', `data: {"type":"surprise","x":1}\n\n${token('a')}DONE`, 'a', 'done'],
  ['JSON of the wrong kind', `data: 7\n\ndata: null\n\ndata: []\n\n${token('a')}DONE`, 'a', 'done'],
  ['ids, names and retry times', `retry: 0\nid: 99\nevent: done\n${token('a')}DONE`, 'a', 'done'],
  [
    'a forged done without a message',
    `${token('a')}data: {"type":"done"}\n\n${token('b')}DONE`,
    'ab',
    'done',
  ],
  ['CRLF line ends', `${token('a')}${token('b')}DONE`.replaceAll('\n', '\r\n'), 'ab', 'done'],
  ['CR line ends', `${token('a')}${token('b')}DONE`.replaceAll('\n', '\r'), 'ab', 'done'],
  ['a byte order mark', `\uFEFF${token('a')}DONE`, 'a', 'done'],
  ['data on two lines', `data: {"type":"token",\ndata: "content":"a"}\n\n${token('b')}DONE`, 'ab', 'done'],
  [
    'line breaks inside a token',
    `${token('a\n\ndata: {"type":"done"}\n\n\r\u2028\0')}DONE`,
    'a\n\ndata: {"type":"done"}\n\n\r\u2028\0',
    'done',
  ],
  ['done twice and tokens after it', `${token('a')}DONE${token('b')}DONE`, 'a', 'done'],
  ['no end', token('a'), 'a', 'error'],
  ['an error event', `${token('a')}data: {"type":"error","message":"theirs"}\n\n${token('b')}`, 'a', 'error'],
  ['an error event first', `data: {"type":"error","message":"theirs"}\n\n${token('b')}DONE`, '', 'error'],
  ['nothing', '', '', 'error'],
  ['a NUL in a line', `data: {"type":"token","content":"\0"}\n\n${token('a')}DONE`, 'a', 'done'],
  [
    'bytes that are not UTF-8',
    Buffer.from(`\xff\xfe\n\n${token('a')}${token('\xff')}`, 'latin1'),
    'a\ufffd',
    'done',
  ],
  // What comes within the bytes of a whole reply, and is too long only as one line or event.
  ['a line of 3 MB', `${token('a')}${token('x'.repeat(3_000_000))}DONE`, 'a', 'error'],
  [
    'an event of 3 MB on short lines',
    `${token('a')}${'data: xxxxxxxxx\n'.repeat(200_000)}\n${token('b')}DONE`,
    'a',
    'error',
  ],
  ['a line of 10 MB', `${token('a')}${token('x'.repeat(10_000_000))}DONE`, 'a', 'error'],
  ['a comment of 10 MB', `${token('a')}: ${'x'.repeat(10_000_000)}\n${token('b')}DONE`, 'a', 'error'],
  ['a flood of comments', `${token('a')}${': x\n'.repeat(2_000_000)}${token('b')}DONE`, 'a', 'error'],
];
for (const [what, sent, text, end] of STREAMS) {
  for (const slices of ['whole', 'byte by byte', 'in random pieces'] as const) {
    if (slices !== 'whole' && sent.length > 10_000) continue;
    test(`a stream with ${what} reaches the visitor clean (${slices})`, async t => {
      const { chat, upstream } = await setUp(t);
      upstream.onChat(async (request, response) => {
        openStream(response);
        const done = event({ type: 'done', data: message(request, text) });
        const bytes =
          typeof sent === 'string'
            ? Buffer.from(sent.replaceAll('DONE', done))
            : Buffer.concat([sent, Buffer.from(done)]);
        const size = { whole: () => bytes.length, 'byte by byte': () => 1, 'in random pieces': randomSize };
        for (let at = 0, end = 0; at < bytes.length; at = end) {
          end = at + size[slices]();
          response.write(bytes.subarray(at, end));
          await new Promise(resolve => setImmediate(resolve));
        }
        response.end();
      });
      const response = await chat({ message: 'hi', stream: true });
      const heard = await response.text();
      const events = eventsIn(heard);
      assert.equal(textOf(events), text);
      assert.equal(events.at(-1)?.type, end);
      assert.equal(events.filter(({ type }) => type !== 'token').length, 1);
      assert.deepEqual(
        events.map(({ id }) => id),
        events.map((_, i) => i + 1),
      );
      assert.match(heard, /^(?:id: \d+\ndata: [^\n\r]+\n\n)+$/);
      assert.doesNotMatch(heard, /theirs|retry/);
    });
  }
}

const random = seeded(7);
function randomSize(): number {
  return 1 + Math.floor(random() * 40);
}

function token(content: string): string {
  return event({ type: 'token', content });
}

test('a compressed answer that expands to gigabytes is cut off, by a client that decompresses too', async t => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, 0x20));
  for (const client of [undefined, fetch]) {
    const { chat, upstream } = await setUp(t, {
      limits: { attempts: 1, replyBytes: 1_000_000 },
      fetch: client,
    });
    for (const type of ['application/json', 'text/event-stream']) {
      upstream.onChat((request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity');
        response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip', ...RATE_HEADERS });
        response.end(bomb);
      });
      const before = process.memoryUsage().rss;
      const response = await chat({ message: 'hi' });
      assert.ok(response.status >= 413, String(response.status));
      assert.ok(process.memoryUsage().rss - before < 100_000_000);
    }
  }
});

test('a whole reply to a streamed question becomes a stream, and the reverse', async t => {
  const { chat, upstream } = await setUp(t);
  upstream.onChat((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data: message(request, 'whole') }));
  });
  const events = eventsIn(await (await chat({ message: 'hi', stream: true })).text());
  assert.equal(textOf(events), 'whole');
  assert.equal(events.at(-1)?.type, 'done');
  upstream.onChat((request, response) => {
    openStream(response);
    response.end(token('streamed') + event({ type: 'done', data: message(request, 'streamed') }));
  });
  const { data } = (await (await chat({ message: 'hi' })).json()) as { data: { parts: { text: string }[] } };
  assert.equal(data.parts[0]?.text, 'streamed');
});

test('a quiet stream carries heartbeats', async t => {
  const { chat, upstream } = await setUp(t, { limits: { heartbeatSeconds: 0.05 } });
  upstream.onChat((_, response) => openStream(response));
  const response = await chat({ message: 'hi', stream: true });
  const reader = response.body!.getReader();
  for (let i = 0; i < 3; i++) {
    assert.equal(new TextDecoder().decode((await reader.read()).value), ': ping\n\n');
  }
  await reader.cancel();
});

test('a quiet stream carries heartbeats also if the clock was set back', async t => {
  const { chat, upstream } = await setUp(t, { limits: { heartbeatSeconds: 0.05 } });
  upstream.onChat((_, response) => openStream(response));
  const response = await chat({ message: 'hi', stream: true });
  const reader = response.body!.getReader();
  await reader.read();
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() - 3_600_000);
  assert.equal(new TextDecoder().decode((await reader.read()).value), ': ping\n\n');
  await reader.cancel();
});

test('a silent service is given up also if the clock was set back, by an hour or a year', async t => {
  for (const back of [3_600_000, 365 * 86_400_000]) {
    const { chat, upstream } = await setUp(t, { limits: { silenceSeconds: 0.2, replySeconds: 20 } });
    upstream.onChat((_, response) => {
      openStream(response);
      response.write(event({ type: 'token', content: 'Hel' }));
    });
    const { body } = await chat({ message: 'hi', stream: true });
    const text = body!.pipeThrough(new TextDecoderStream()).getReader();
    await text.read();
    const now = Date.now.bind(Date);
    const clock = t.mock.method(Date, 'now', () => now() - back);
    const timer = t.mock.method(globalThis, 'setTimeout');
    assert.match((await text.read()).value ?? '', /stream_interrupted/);
    // What Node cannot wait for it does not wait for at all, and looks again a thousand times a second.
    const waits = timer.mock.calls.map(({ arguments: [, ms] }) => ms ?? 0);
    assert.ok(Math.max(...waits) <= 20_000, `${Math.max(...waits)}`);
    assert.ok(waits.length < 20, `${waits.length} timers`);
    timer.mock.restore();
    clock.mock.restore();
  }
});

test('an answer with a head as long as gateways allow is accepted', async t => {
  const { chat, upstream } = await setUp(t, ONCE);
  upstream.onChat((request, response) => {
    response.setHeader('Content-Security-Policy', 'x'.repeat(40_000));
    reply(request, response, ['Hello.']);
  });
  assert.equal((await chat({ message: 'hi' })).status, 200);
});

test('an unknown agent or an unusual path is answered by the proxy itself', async t => {
  const { ask, upstream } = await setUp(t);
  const ids = [
    '..',
    '../settings',
    '%2e%2e%2f',
    '%252e',
    '..%5c',
    'a/b',
    'a%2fb',
    'a?x=1',
    'a#x',
    'a;x',
    '@evil.example',
    '%2f%2fevil.example',
    'http:%2f%2f127.0.0.1:1',
    '',
    'x'.repeat(10_000),
    '%E2%88%95',
    '%EF%BC%8F',
    '__proto__',
    '%00',
    '%0d%0aX-Evil:1',
    '%E5%98%8D%E5%98%8A',
    '%ff',
  ];
  for (const id of ids) {
    for (const path of [`/api/v2/agents/${id}/chat`, `/v2/chatbots/${id}/contacts`]) {
      const response = await ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message: 'hi', users: [{ name: 'x' }] }),
      });
      assert.ok([400, 404, 405].includes(response.status), `${path.slice(0, 60)}: ${response.status}`);
      await errorCode(response);
    }
  }
  for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'HEAD', 'OPTIONS']) {
    for (const path of [
      '/',
      '/v1/anything',
      '//',
      '/.env',
      '/admin',
      '/api/v2/agents',
      `/api/v2/agents/${AGENT}`,
    ]) {
      const response = await ask(path, { method });
      assert.ok([404, 405].includes(response.status), `${method} ${path}: ${response.status}`);
    }
  }
  const wrong = await ask(`/api/v2/agents/${AGENT}/chat`);
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('Allow'), 'POST');
  assert.equal(upstream.seen.length, 0);
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { AGENT } from '../proxy/harness.ts';
import { ADMIN, CHAT, post, rss, type Server, sendRaw, startProxy } from './proxy-process.ts';

const LIMIT = 64 * 1024;
/** Bytes that are read to see whether the message of a larger body is too long. */
const READ_LIMIT = 1024 * 1024;
const OWNER_LIMIT = 8 * 1024 * 1024;
/** What a sender without end tries to send at most. `npm run soak:proxy` takes a gigabyte. */
const ENDLESS = Number(process.env.ENDLESS_BYTES ?? 64e6);
const MANY_KEYS = Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join(',');
/** Bytes written at once. */
const SLICE = 16_384;
const SETTINGS = '/v2/chatbots/settings';

/** A message whose body has exactly so many bytes. */
function bodyOf(size: number): string {
  const empty = '{"message":"hi","pad":""}';
  return empty.replace('""', `"${'x'.repeat(size - empty.length)}"`);
}

/** As many keys as fit, and still JSON. */
function keysWithin(size: number): string {
  const cut = MANY_KEYS.slice(0, size - 2);
  return `{${cut.slice(0, cut.lastIndexOf(','))}}`;
}

function head(more: string, path = CHAT): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n`;
}

const CLOSE = 'Connection: close\r\n';

function chunked(body: string, size = 1000): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${chunks.map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}

function statuses(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

/** Whoever sent what, the next visitor is answered by the same process. */
async function livesOn({ command, url, upstream }: Server): Promise<void> {
  const before = upstream.seen.length;
  assert.equal((await post(url + CHAT, { message: 'hi' })).status, 200);
  assert.equal(upstream.seen.length, before + 1);
  assert.equal(command.child.exitCode, null);
}

test('the limit of a body is exact to the byte, with a length and without', async t => {
  const server = await startProxy(t);
  const { port, upstream } = server;
  for (const [size, expected] of [
    [LIMIT - 1, 200],
    [LIMIT, 200],
    [LIMIT + 1, 413],
  ] as const) {
    const body = bodyOf(size);
    const before = upstream.seen.length;
    for (const request of [
      head(`${CLOSE}Content-Length: ${size}\r\n`) + body,
      head(`${CLOSE}Transfer-Encoding: chunked\r\n`) + chunked(body),
      head(`${CLOSE}Transfer-Encoding: chunked\r\n`) + chunked(body, size),
    ]) {
      assert.deepEqual(statuses(await sendRaw(port, request)), [expected], String(size));
    }
    assert.equal(upstream.seen.length - before, expected === 200 ? 3 : 0);
  }
  const announced = await sendRaw(port, `${head(`Content-Length: ${READ_LIMIT + 1}\r\n`)}{`);
  assert.deepEqual(statuses(announced), [413]);
  assert.match(announced, /^connection: close\r$/im);
  await livesOn(server);
});

test('a wrong length sends nothing on and opens no second request', async t => {
  const server = await startProxy(t);
  const { port, upstream } = server;
  const body = bodyOf(100);
  const short = await sendRaw(port, head('Content-Length: 10\r\n') + body);
  assert.ok(statuses(short).length > 0 && statuses(short).every(status => status === 400));
  const cut = connect(port, '127.0.0.1');
  let heard = '';
  cut.on('data', chunk => {
    heard += chunk;
  });
  cut.end(head('Content-Length: 1000\r\n') + body);
  await new Promise(resolve => cut.on('close', resolve));
  assert.ok(statuses(heard).every(status => status === 400));
  for (const length of ['-1', '1e3', '0x10', '99999999999999999999', '1, 1', '+5', 'NaN']) {
    const [status] = statuses(await sendRaw(port, `${head(`${CLOSE}Content-Length: ${length}\r\n`)}${body}`));
    assert.ok(status === 400 || status === 413, `${length}: ${status}`);
  }
  assert.equal(upstream.seen.length, 0);
  await livesOn(server);
});

test('an endless body, or one far over the limit, is refused at once and cut off', async t => {
  // As the files in deploy/ start it.
  const server = await startProxy(t, { NODE_OPTIONS: '--max-semi-space-size=4' });
  const space = ' '.repeat(65_536);
  const owner = `Authorization: Bearer ${ADMIN}\r\n`;
  const whole = (body: string): [string, string] => [head(`Content-Length: ${body.length}\r\n`), body];
  const senders: [string, number, string, string][] = [
    ['chunks without end', READ_LIMIT, head('Transfer-Encoding: chunked\r\n'), `10000\r\n${space}\r\n`],
    ['a length past the limit', READ_LIMIT, head(`Content-Length: ${ENDLESS}\r\n`), space],
    [
      'an owner without end',
      OWNER_LIMIT,
      head(`${owner}Transfer-Encoding: chunked\r\n`, SETTINGS),
      `10000\r\n${space}\r\n`,
    ],
    ['a million keys', READ_LIMIT, ...whole(`{${MANY_KEYS}}`)],
    ['a key of a megabyte', READ_LIMIT, ...whole(`{"${'k'.repeat(1_000_000)}":1}`)],
  ];
  await livesOn(server);
  // The first round makes the process as large as any does.
  let before = 0;
  for (const round of [1, 2]) {
    if (round === 2) before = rss(server.command);
    for (const [what, limit, beginning, piece] of senders) {
      const most = piece.startsWith('{') ? piece.length : ENDLESS;
      const { answer, sent } = await sendUntilCut(server.port, beginning, piece, { limit, most });
      assert.deepEqual(statuses(answer), [413], what);
      assert.ok(sent < 32e6, `${what}: ${sent} bytes were taken`);
    }
  }
  for (let i = 0; i < 3; i++) {
    const body = keysWithin(2 * 1024 * 1024);
    assert.equal((await post(server.url + CHAT, body)).status, 413, 'fetch reads the answer too');
  }
  const grown = rss(server.command) - before;
  assert.ok(grown < 50e6, `memory grew by ${(grown / 1e6).toFixed(0)} MB`);
  assert.equal(server.upstream.seen.length, 1, 'none but the first is sent on');
  await livesOn(server);
});

/**
 * Sends the piece again and again: as much as exceeds the limit, then, with the answer, as fast as it is taken until
 * the server hangs up. Who is cut off while writing may lose an answer that is still unread.
 */
function sendUntilCut(
  port: number,
  beginning: string,
  piece: string,
  { limit, most }: { limit: number; most: number },
): Promise<{ answer: string; sent: number }> {
  return new Promise(resolve => {
    let answer = '';
    let sent = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning, more));
    const more = (error?: Error | null): void => {
      if (error || socket.destroyed || sent >= most) return;
      // Some of it is the framing of chunks.
      if (answer === '' && sent > limit + 4 * SLICE) {
        socket.once('data', () => setImmediate(more));
        return;
      }
      const at = sent % piece.length;
      const slice = piece.slice(at, at + SLICE);
      sent += slice.length;
      socket.write(slice, failed => setImmediate(more, failed));
    };
    socket.on('data', data => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, sent }));
  });
}

test('a client that sends Expect: 100-continue is told to continue, or why not', async t => {
  const server = await startProxy(t);
  const body = bodyOf(100);
  const expect = `${CLOSE}Expect: 100-continue\r\n`;
  const fine = await sendRaw(server.port, head(`${expect}Content-Length: 100\r\n`) + body);
  assert.deepEqual(statuses(fine), [100, 200]);
  const long = await sendRaw(server.port, head(`${expect}Content-Length: 1000000000\r\n`));
  assert.equal(statuses(long).at(-1), 413);
  const strange = await sendRaw(server.port, head(`${CLOSE}Expect: a miracle\r\nContent-Length: 100\r\n`));
  assert.deepEqual(statuses(strange), [417]);
  assert.equal(server.upstream.seen.length, 1);
  await livesOn(server);
});

test('bodies that are hard to parse get a short answer', async t => {
  const server = await startProxy(t);
  const { url, upstream } = server;
  const owner = { Authorization: `Bearer ${ADMIN}` };
  const cases: [string, string, number[]][] = [
    ['10,000 levels of arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, [400]],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, [400]],
    [
      '10,000 levels beside a message',
      `{"message":"hi","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      [400],
    ],
    ['as many keys as fit for a visitor', keysWithin(LIMIT), [400]],
    ['a number past all numbers', '{"message":1e999}', [400]],
    ['minus nothing', '{"message":-0}', [400]],
    ['a NUL in the text itself', '{"message":"a\0b"}', [400]],
    ['a key twice', '{"message":"a","message":7}', [400]],
  ];
  for (const [what, body, expected] of cases) {
    const response = await post(url + CHAT, body);
    assert.ok(expected.includes(response.status), `${what}: ${response.status}`);
    assert.ok((await response.text()).length < 2000, what);
  }
  const settings = (rest: string): string => `{"chatbotId":"${AGENT}",${rest}}`;
  const owned: [string, string, number[]][] = [
    ['as many keys as fit for an owner', keysWithin(OWNER_LIMIT), [400]],
    ['a key of a megabyte', settings(`"${'k'.repeat(1_000_000)}":1`), [400]],
    ['10,000 levels', settings(`"styles":${'['.repeat(10_000)}${']'.repeat(10_000)}`), [400]],
    ['a number past all numbers', settings('"temp":1e999'), [400]],
    [
      'a number past all numbers, deep down',
      settings('"rateLimit":{"messages":1e999,"seconds":60,"message":""}'),
      [400],
    ],
  ];
  for (const [what, body, expected] of owned) {
    const response = await post(url + SETTINGS, body, owner);
    assert.ok(expected.includes(response.status), `${what}: ${response.status}`);
    assert.ok((await response.text()).length < 2000, `${what}: the answer repeats the question`);
  }
  assert.equal(upstream.seen.length, 0);
  await livesOn(server);
});

test('only characters that no database can store are replaced in a message, and the last of two equal keys counts', async t => {
  const server = await startProxy(t);
  const { url, upstream } = server;
  for (const [body, heard] of [
    ['{"message":"a\\u0000b"}', 'a\uFFFDb'],
    ['{"message":"a\\ud800b"}', 'a\uFFFDb'],
    ['{"message":"\\udc00\\ud83d\\ude00"}', '\uFFFD😀'],
    ['{"message":"a\\u2028\\r\\n\\u001b"}', 'a\u2028\r\n\u001b'],
    ['{"message":"first","message":"last"}', 'last'],
  ] as const) {
    assert.equal((await post(url + CHAT, body)).status, 200, body);
    assert.equal((upstream.seen.at(-1)!.body as { message: string }).message, heard);
  }
  await livesOn(server);
});

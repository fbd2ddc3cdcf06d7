import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { listen } from '../../../src/cli/listen.ts';
import { toNodeHandler } from '../../../src/proxy/node.ts';
import { event, message, openStream } from '../../fakes/upstream.ts';
import { AGENT, eventsIn, setUp, textOf, until } from './harness.ts';

const WORDS = ['One ', 'zwölf ', '日本 ', '😀.'];
const BODY = JSON.stringify({ message: 'hi', stream: true });

async function startListener(t: TestContext): Promise<number> {
  const { proxy, upstream } = await setUp(t);
  upstream.onChat(async (request, response) => {
    openStream(response);
    for (const content of WORDS) {
      response.write(event({ type: 'token', content }));
      await new Promise(resolve => setImmediate(resolve));
    }
    response.end(event({ type: 'done', data: message(request, WORDS.join('')) }));
  });
  const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });
  t.after(() => close(0));
  return port;
}

function question(version: string, connection: string): string {
  return (
    `POST /api/v2/agents/${AGENT}/chat HTTP/${version}\r\nHost: x\r\nConnection: ${connection}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
  );
}

function send(port: number, bytes: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', chunk => heard.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(heard)));
  });
}

/** Heads and bodies of chunked answers, one behind the other on one line. */
function answersIn(bytes: Buffer): { head: string; body: string }[] {
  const answers: { head: string; body: string }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const head = bytes.subarray(at, headEnd).toString();
    assert.match(head, /transfer-encoding: chunked/i);
    at = headEnd + 4;
    const chunks: Buffer[] = [];
    for (let size = -1; size !== 0; ) {
      const sizeEnd = bytes.indexOf('\r\n', at);
      assert.match(bytes.subarray(at, sizeEnd).toString(), /^[\da-f]+$/);
      size = Number.parseInt(bytes.subarray(at, sizeEnd).toString(), 16);
      chunks.push(bytes.subarray(sizeEnd + 2, sizeEnd + 2 + size));
      at = sizeEnd + 2 + size;
      assert.equal(bytes.subarray(at, at + 2).toString(), '\r\n');
      at += 2;
    }
    answers.push({ head, body: Buffer.concat(chunks).toString() });
  }
  return answers;
}

test('a stream has the framing that HTTP requires, to the byte', async t => {
  const port = await startListener(t);
  const [answer, ...more] = answersIn(await send(port, question('1.1', 'close')));
  assert.equal(more.length, 0);
  assert.match(answer!.head, /^HTTP\/1\.1 200 /);
  assert.equal(textOf(eventsIn(answer!.body)), WORDS.join(''));
  assert.equal(eventsIn(answer!.body).at(-1)?.type, 'done');
});

test('the error tells an owner whose body parser comes before the proxy what to change', async t => {
  const { proxy, upstream } = await setUp(t);
  const handle = toNodeHandler(proxy);
  const parsing = createServer(async (request, response) => {
    await text(request);
    handle(request, response);
  });
  t.after(() => parsing.close());
  const port = await listenLocally(parsing);
  const [length, chunked] = [`Content-Length: ${BODY.length}`, 'Transfer-Encoding: chunked'];
  for (const [head, body] of [
    [length, BODY],
    [chunked, `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`],
  ]) {
    const asked = question('1.1', 'close').replace(`${length}\r\n\r\n${BODY}`, `${head}\r\n\r\n${body}`);
    const answer = (await send(port, asked)).toString();
    assert.match(answer, /^HTTP\/1\.1 500 /);
    assert.match(answer, /before any body parser/);
  }
  assert.equal(upstream.seen.length, 0);
  const read = new Request(`https://chat.example/api/v2/agents/${AGENT}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: BODY,
  });
  await read.json();
  assert.match(await (await proxy(read)).text(), /before any body parser/);
});

test('a question is answered if a framework has read its body and kept the bytes, as in Google functions', async t => {
  const { proxy } = await setUp(t);
  const handle = toNodeHandler(proxy);
  const keeping = createServer(async (request, response) => {
    handle(Object.assign(request, { rawBody: await buffer(request) }), response);
  });
  t.after(() => keeping.close());
  const [answer] = answersIn(await send(await listenLocally(keeping), question('1.1', 'close')));
  assert.equal(textOf(eventsIn(answer!.body)), 'Hello, world.');
});

test('tokens that arrive from the service together are passed on together', async t => {
  const { proxy, upstream } = await setUp(t);
  upstream.onChat((request, response) => {
    openStream(response);
    const chunks = WORDS.map(content => {
      const token = event({ type: 'token', content });
      return `${Buffer.byteLength(token).toString(16)}\r\n${token}\r\n`;
    });
    response.socket!.write(chunks.join(''));
    response.end(event({ type: 'done', data: message(request, WORDS.join('')) }));
  });
  const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });
  t.after(() => close(0));
  const bytes = await send(port, question('1.1', 'close'));
  assert.equal(textOf(eventsIn(answersIn(bytes)[0]!.body)), WORDS.join(''));
  const beginAChunk = [...bytes.toString().matchAll(/\r\nid: (\d+)\n/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    beginAChunk.filter(number => number > 1 && number <= WORDS.length),
    [],
  );
});

test('questions pipelined on one connection are answered one after the other', async t => {
  const port = await startListener(t);
  const both = question('1.1', 'keep-alive') + question('1.1', 'keep-alive') + question('1.1', 'close');
  const answers = answersIn(await send(port, both));
  assert.equal(answers.length, 3);
  for (const { body } of answers) {
    assert.equal(textOf(eventsIn(body)), WORDS.join(''));
    assert.equal(eventsIn(body).at(-1)?.type, 'done');
  }
});

test('an answer that has ended does not delay the one before it on the same connection', async t => {
  const { proxy, upstream } = await setUp(t);
  const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
  upstream.onChat(async (request, response) => {
    openStream(response);
    const done = event({ type: 'done', data: message(request, 'zwei') });
    if (upstream.seen.length > 1) {
      response.end(event({ type: 'token', content: 'zwei' }) + done);
      return;
    }
    await until(() => upstream.seen.length > 1, 'the second question');
    await upstream.seen[1]!.closed;
    // Its end has gone through the proxy as well.
    for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
    response.write(event({ type: 'token', content: 'eins' }));
    await read;
    response.end(done);
  });
  const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });
  t.after(() => close(0));
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(question('1.1', 'keep-alive') + question('1.1', 'close')),
  );
  t.after(() => socket.destroy());
  let heard = '';
  socket.on('data', bytes => {
    heard += bytes;
  });
  await until(() => heard.includes('eins'), 'the first answer');
  hasRead();
  await once(socket, 'close');
  assert.match(heard, /eins.*zwei/s);
});

test('a visitor learns that the question was accepted before the service answers', async t => {
  const { proxy, upstream } = await setUp(t);
  upstream.onChat((_, response) => openStream(response));
  const { port, close } = await listen(proxy, { port: 0, host: '127.0.0.1' });
  t.after(() => close(0));
  const socket = connect(port, '127.0.0.1', () => socket.write(question('1.1', 'close')));
  t.after(() => socket.destroy());
  const [bytes] = await once(socket, 'data');
  assert.match(String(bytes), /^HTTP\/1\.1 200 .*\r\n\r\n$/s);
});

test('a client that does not support chunks gets none', async t => {
  const port = await startListener(t);
  const text = (await send(port, question('1.0', 'close'))).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.doesNotMatch(head, /transfer-encoding/i);
  assert.equal(textOf(eventsIn(body)), WORDS.join(''));
  assert.match(body, /^(?:id: \d+\ndata: [^\n\r]+\n\n)+$/);
});

test('a health check in HTTP/1.0 without a Host is answered', async t => {
  const port = await startListener(t);
  assert.match((await send(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toString(), /^HTTP\/1\.1 200 /);
  const without = question('1.0', 'close').replace('Host: x\r\n', '');
  const [, body = ''] = (await send(port, without)).toString().split('\r\n\r\n');
  assert.equal(textOf(eventsIn(body)), WORDS.join(''));
  const newer = await send(port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.match(newer.toString(), /^HTTP\/1\.1 400 /);
});

test('a flood of requests in one packet is cut off, a few are answered in turn', async t => {
  let asked = 0;
  const held = Promise.withResolvers<Response>();
  const { port, close } = await listen(
    request => {
      asked++;
      return request.url.endsWith('/held') ? held.promise : new Response('ok');
    },
    { port: 0, host: '127.0.0.1' },
  );
  t.after(() => close(0));
  const get = (path: string, connection = 'keep-alive'): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;

  const few = await send(port, get('/').repeat(20) + get('/', 'close'));
  assert.equal(few.toString().match(/HTTP\/1\.1 200/g)?.length, 21);

  asked = 0;
  const flood = await send(port, get('/held') + get('/').repeat(500)).catch(() => Buffer.alloc(0));
  assert.equal(flood.length, 0);
  assert.ok(asked <= 33, `${asked} were worked on`);
  held.resolve(new Response('late'));
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'ok');
});

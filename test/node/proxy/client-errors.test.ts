import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { openStream } from '../../fakes/upstream.ts';
import { AGENT, setUp } from './harness.ts';

const CHAT = `POST /api/v2/agents/${AGENT}/chat HTTP/1.1\r\n`;
const BODY = JSON.stringify({ message: 'hi', stream: true });
const HEAD = `${CHAT}Host: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`;

/** All that comes back on a line that is given these bytes, until the server hangs up. */
function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

async function startListener(t: TestContext): Promise<{ port: number } & Awaited<ReturnType<typeof setUp>>> {
  const setup = await setUp(t);
  const patience = { headers: 300, request: 600 };
  const { port, close } = await listen(setup.proxy, { port: 0, host: '127.0.0.1', patience });
  t.after(() => close(0));
  return { port, ...setup };
}

test('a request that is not valid HTTP is refused like all others, with an id', async t => {
  const { port } = await startListener(t);
  for (const [what, bytes, status, code] of [
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['line feeds alone', `${HEAD.replaceAll('\r\n', '\n')}\n${BODY}`, 400, 'invalid_request'],
    ['headers too long', `${HEAD}X-A: ${'a'.repeat(20_000)}\r\n\r\n${BODY}`, 431, 'invalid_request'],
    [
      'chunk extensions without end',
      `${CHAT}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}`,
      413,
      'payload_too_large',
    ],
    ['an expectation nobody knows', `${HEAD}Expect: a miracle\r\n\r\n${BODY}`, 417, 'invalid_request'],
    ['headers that never end', HEAD, 408, 'invalid_request'],
    ['a body that never comes', `${HEAD}\r\n`, 408, 'invalid_request'],
    ['no host', `${HEAD.replace('Host: x\r\n', 'Connection: close\r\n')}\r\n${BODY}`, 400, 'invalid_request'],
    [
      'a host that is none',
      `${HEAD.replace('Host: x\r\n', 'Host: a b\r\nConnection: close\r\n')}\r\n${BODY}`,
      400,
      'invalid_request',
    ],
  ] as const) {
    const [head = '', body = ''] = (await answerTo(port, bytes)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), what);
    const { error } = JSON.parse(body || '{"error":{}}');
    assert.equal(error.code, code, what);
    assert.match(error.message, /^.{10,100}$/, what);
    assert.match(head, new RegExp(`^x-request-id: ${error.requestId}$`, 'im'), what);
    for (const line of [
      'content-type: application/json',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'vary: origin',
      'connection: close',
      `content-length: ${body.length}`,
    ]) {
      assert.match(head, new RegExp(`^${line}$`, 'im'), `${what}: ${line}`);
    }
  }
});

test('what a client sends after its question cannot get into the reply', async t => {
  const { port, upstream } = await startListener(t);
  upstream.onChat((_, response) => openStream(response));
  const socket = connect(port, '127.0.0.1', () => socket.write(`${HEAD}\r\n${BODY}`));
  let answer = '';
  socket.on('data', chunk => {
    answer += chunk;
    socket.write('and now something else\r\n\r\n');
  });
  await new Promise(resolve => socket.on('close', resolve));
  assert.match(answer, /^HTTP\/1\.1 200 .*\r\n\r\n$/s);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listen, type Patience } from '../../../src/cli/listen.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { type FakeUpstream, KEY, startUpstream } from '../../fakes/upstream.ts';
import { AGENT } from '../proxy/harness.ts';
import { sendRaw } from './proxy-process.ts';

const IDLE = 2000;

const CHAT = `/api/v2/agents/${AGENT}/chat`;
const MAX_HEADERS = 16 * 1024;

async function serve(t: TestContext, patience?: Patience): Promise<{ port: number; upstream: FakeUpstream }> {
  const upstream = await startUpstream();
  const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY });
  const server = await listen(proxy, { port: 0, host: '127.0.0.1', ...(patience && { patience }) });
  t.after(async () => {
    await server.close(0);
    await proxy.close({ graceMs: 0 });
    await upstream.close();
  });
  return { port: server.port, upstream };
}

function ask(port: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${CHAT}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"message":"hi"}',
  });
}

/** Sends a byte every 50 ms for as long as the line is open. @returns what the server said before it closed it */
function drip(port: number, beginning: string): Promise<string> {
  return new Promise(resolve => {
    const line = connect(port, '127.0.0.1', () => line.write(beginning));
    const dripping = setInterval(() => line.write('x'), 50);
    let said = '';
    line.on('data', chunk => {
      said += chunk;
    });
    line.on('error', () => {});
    line.on('close', () => {
      clearInterval(dripping);
      resolve(said);
    });
  });
}

test('a client that sends a byte now and then is disconnected, and none of it reaches the service', {
  timeout: 10_000,
}, async t => {
  const { port, upstream } = await serve(t, { headers: 300, request: 600 });
  const head = `POST ${CHAT} HTTP/1.1\r\nHost: x\r\n`;
  const json = `${head}Content-Type: application/json\r\n`;
  const slow: [string, string][] = [
    ['a first line', 'POST /'],
    ['a header', `${head}X-Slow: `],
    ['a body with a length', `${json}Content-Length: 5000\r\n\r\n{"message":"`],
    ['a body in chunks', `${json}Transfer-Encoding: chunked\r\n\r\n1000\r\n`],
  ];
  for (const said of await Promise.all(slow.map(([, beginning]) => drip(port, beginning)))) {
    assert.match(said, /^$|^HTTP\/1\.1 4/);
  }
  assert.equal(upstream.seen.length, 0);
  assert.equal((await ask(port)).status, 200, 'others are answered');
});

test('headers can have sixteen kilobytes and no more', async t => {
  const { port, upstream } = await serve(t);
  const send = (size: number): Promise<string> =>
    sendRaw(
      port,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: ${'a'.repeat(size)}\r\n\r\n`,
    );
  assert.match(await send(MAX_HEADERS - 500), /^HTTP\/1\.1 200 /);
  assert.match(await send(MAX_HEADERS + 1), /^HTTP\/1\.1 431 /);
  assert.match(await send(10 * MAX_HEADERS), /^HTTP\/1\.1 431 /);
  assert.equal(upstream.seen.length, 0);
});

test('two thousand connections that send nothing, or half a header, hold up nobody', async t => {
  const { port } = await serve(t);
  const lines: Socket[] = [];
  t.after(() => {
    for (const line of lines) line.destroy();
  });
  await Promise.all(
    Array.from({ length: IDLE }, async (_, i) => {
      const line = connect(port, '127.0.0.1');
      lines.push(line);
      line.on('error', () => {});
      await once(line, 'connect');
      if (i % 2) line.write(`POST ${CHAT} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
    }),
  );
  const answer = await ask(port);
  assert.equal(answer.status, 200);
  await answer.text();
  assert.ok(lines.every(line => !line.destroyed));
});

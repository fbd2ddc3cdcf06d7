import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { createNodeFetch } from '../../../src/proxy/upstream/node-fetch.ts';

interface Service {
  /** Asks it a question; the answer's body. */
  ask(signal?: AbortSignal, headMs?: number): Promise<string>;
  /** The lines it has had, in the order they were opened. */
  lines: Socket[];
  /** How many questions it has read. */
  asked(): number;
}

/** A service that keeps its lines open, and answers each question by what `answer` returns; undefined hangs up. */
async function startService(
  t: TestContext,
  answer: (question: number) => string | undefined = () => 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine',
): Promise<Service> {
  const lines: Socket[] = [];
  let asked = 0;
  const server = createServer(line => {
    lines.push(line);
    line.on('error', () => {});
    line.on('data', bytes => {
      asked += String(bytes).split('POST ').length - 1;
      const said = answer(asked);
      if (said === undefined) line.destroy();
      else line.write(said);
    });
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}/`;
  const { fetch, close } = createNodeFetch();
  t.after(() => {
    close();
    for (const line of lines) line.destroy();
    server.close();
  });
  return {
    lines,
    asked: () => asked,
    async ask(signal = new AbortController().signal, headMs) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {},
        body: '{}',
        signal,
        headMs,
        redirect: 'manual',
      });
      let text = '';
      await response.body.each(bytes => {
        text += new TextDecoder().decode(bytes);
      });
      return text;
    },
  };
}

/** Lets the line go back among those that can be used again. */
const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

for (const [how, hangUp] of [
  ['closed', line => line.destroy()],
  ['reset', line => line.resetAndDestroy()],
  [
    'closed with a word of why',
    line => {
      line.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      line.destroy();
    },
  ],
  ['said goodbye on', line => line.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n')],
] as const satisfies [string, (line: Socket) => void][]) {
  test(`a question uses no connection that the service has ${how} unnoticed`, async t => {
    const service = await startService(t);
    await Promise.all([service.ask(), service.ask(), service.ask()]);
    await settle();
    assert.equal(service.lines.length, 3);
    for (const line of service.lines) hangUp(line);
    assert.equal(await service.ask(), 'fine');
    assert.equal(service.asked(), 4);
  });
}

test('an open connection is used again', async t => {
  const service = await startService(t);
  for (let i = 0; i < 3; i++) {
    assert.equal(await service.ask(), 'fine');
    await settle();
  }
  assert.equal(service.lines.length, 1);
});

test('a question that the service may have read is not sent again at once', async t => {
  const service = await startService(t, question =>
    question === 1 ? 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine' : undefined,
  );
  await service.ask();
  await settle();
  await assert.rejects(service.ask());
  assert.equal(service.asked(), 2);
});

test('a question that is stopped before it was written is not sent, on any connection', async t => {
  const service = await startService(t);
  await service.ask();
  await settle();
  const stopping = new AbortController();
  const asked = service.ask(stopping.signal);
  stopping.abort(new Error('stopped'));
  await assert.rejects(asked, { message: 'stopped' });
  await service.ask();
  assert.equal(service.asked(), 2);
});

for (const [what, body] of [
  ['an answer', 'Content-Length: 4\r\n\r\nfine'],
  ['a stream', 'Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfine\r\n0\r\n\r\n'],
] as const) {
  test(`a connection that carried ${what} is closed before the time the service says it closes it`, {
    timeout: 10_000,
  }, async t => {
    const service = await startService(t, () => `HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\n${body}`);
    await service.ask();
    // The service itself never closes it.
    await once(service.lines[0]!, 'end');
    assert.equal(await service.ask(), 'fine');
    assert.equal(service.lines.length, 2);
  });
}

test('a question whose answer does not begin in time is given up, and its connection with it', async t => {
  const service = await startService(t, () => '');
  await assert.rejects(service.ask(undefined, 20), { name: 'TimeoutError' });
  await once(service.lines[0]!, 'close');
  assert.equal(service.asked(), 1);
});

test('the service gets each header once, its own host and the length of the body among them', async t => {
  const server = createHttpServer((request, response) => {
    response.end(JSON.stringify(request.rawHeaders));
  });
  const host = `127.0.0.1:${await listenLocally(server)}`;
  const { fetch, close } = createNodeFetch();
  t.after(() => {
    close();
    server.close();
  });
  const response = await fetch(`http://${host}/`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: '{"a":"ä"}',
    signal: new AbortController().signal,
    redirect: 'manual',
  });
  const seen: Uint8Array[] = [];
  await response.body.each(bytes => void seen.push(bytes));
  const headers = JSON.parse(new TextDecoder().decode(Buffer.concat(seen))) as string[];
  const expected = [
    ['host', host],
    ['connection', 'keep-alive'],
    ['Accept', 'application/json'],
    ['content-length', '10'],
  ];
  assert.deepEqual(headers, expected.flat());
});

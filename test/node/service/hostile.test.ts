import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { randomFrom } from '../../fakes/random.ts';
import { fuzzRequest } from './fuzz.ts';
import { type Harness, KEY, startService } from './harness.ts';
import { openTables } from './tables.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
const AT_ONCE = 100;

describe('hostile requests', () => {
  let harness: Harness;
  let port: number;
  let close: () => Promise<void>;
  before(async () => {
    harness = await startService({
      documents: {
        'a.md': '# Tents\n\nWash tents by hand.\n',
        'b.txt': `A kayak needs paddles.\n${'>'.repeat(3900)} paddles`,
      },
    });
    await openTables(harness, tables =>
      tables
        .updateTable('plans')
        .set({ requests_per_minute: 10_000_000, requests_per_agent_day: 10_000_000 })
        .execute(),
    );
    const listener = await listen((request, info) => harness.service.fetch(request, info), { port: 0 });
    port = listener.port;
    close = () => listener.close(0);
  });
  after(async () => {
    await close();
    await harness.end();
  });

  test(`${REQUESTS} damaged requests, ${AT_ONCE} at once, get an answer each and none fails`, async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const random = randomFrom(seed);
    for (let done = 0; done < REQUESTS; done += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const { method, path, headers, body } = fuzzRequest(random, harness.agentId, KEY);
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            headers,
            ...(body !== undefined && { body }),
          });
          const text = await response.text();
          const what = `seed ${seed}: ${method} ${path.slice(0, 200)} ${String(body).slice(0, 300)} → ${text.slice(0, 300)}`;
          assert.ok(response.status < 500, `${response.status} ${what}`);
          assert.equal(response.headers.get('x-content-type-options'), 'nosniff', what);
          assert.equal(response.headers.get('x-injected'), null, what);
          if (!response.ok) {
            assert.match(response.headers.get('content-type') ?? '', /^application\/json/, what);
            assert.deepEqual(Object.keys(JSON.parse(text) as object), ['error'], what);
            assert.doesNotMatch(text, /node_modules|\.ts:\d|\bat .*:\d+:\d+/, what);
          }
        }),
      );
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.equal((await harness.ask('How do I wash tents?')).metadata.finishReason, 'stop');
  });

  test('a question is answered from a document that nests too deeply to be parsed', async () => {
    assert.match(textOf((await harness.ask('Does a kayak need paddles?')).parts), /A kayak needs paddles\./);
  });

  test('requests that two servers could read differently are refused', async () => {
    const head = `POST /api/v2/agents/${harness.agentId}/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;
    const cases = [
      `${head}Content-Length: 15\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      `${head}Content-Length: 15\r\nContent-Length: 16\r\n\r\n{"message":"a"}`,
      `${head}X-Folded: a\r\n b\r\nContent-Length: 15\r\n\r\n{"message":"a"}`,
      `${head}X-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
    ];
    for (const bytes of cases) {
      const answer = await raw(port, bytes);
      assert.match(answer, /^HTTP\/1\.1 4(?:00|31) /, bytes.slice(head.length, head.length + 60));
      assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1, 'one answer and no second request');
    }
  });

  test('an endless body is refused before it is read', async () => {
    const head = `POST /api/v2/agents/${harness.agentId}/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await raw(port, head, chunk);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });
});

/** Sends bytes as they are, then `more` again and again until there is an answer. */
async function raw(port: number, bytes: string, more?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', chunk => {
    answer += String(chunk);
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  let sent = 0;
  while (more && answer === '' && !socket.destroyed) {
    socket.write(more);
    sent += more.length;
    assert.ok(sent < 512 * 1024 * 1024, 'an answer comes before 512 MB were sent');
    await new Promise(resolve => setImmediate(resolve));
  }
  if (answer === '') await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  if (more) socket.destroy();
  else socket.end();
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Listener, listen } from '../../../src/cli/listen.ts';
import { type Harness, KEY, startService } from './harness.ts';

test('a client that disconnects in the middle of its request is not a failure of the service', async t => {
  const failures: object[] = [];
  const logger = { info() {}, warn() {}, error: (fields: object) => void failures.push(fields) };
  const harness = await startService({ logger });
  t.after(() => harness.end());
  const answered = Promise.withResolvers<Response>();
  const listener = await listen(
    async (...call) => {
      const answer = await harness.service.fetch(...call);
      answered.resolve(answer);
      return answer;
    },
    { port: 0, host: '127.0.0.1' },
  );
  t.after(() => listener.close(0));
  const head = [
    `POST /api/v2/agents/${harness.agentId}/chat HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    'Content-Length: 5000',
    'Expect: 100-continue',
  ];
  const line = connect(listener.port, '127.0.0.1');
  line.write(`${head.join('\r\n')}\r\n\r\n`);
  line.once('data', () => line.end('{"message":"').destroySoon());
  assert.equal((await answered.promise).status, 400);
  assert.deepEqual(failures, []);
});

describe('a client that sends too slowly', () => {
  let harness: Harness;
  let listener: Listener;
  before(async () => {
    harness = await startService();
    const fetch = (...call: Parameters<Harness['service']['fetch']>): Promise<Response> =>
      harness.service.fetch(...call);
    const patience = { headers: 200, request: 400 };
    listener = await listen(fetch, { port: 0, host: '127.0.0.1', patience });
  });
  after(async () => {
    await listener.close(0);
    await harness.end();
  });

  /** Sends a byte every 50 ms for as long as the line is open. @returns what the server said before it closed it */
  const drip = async (beginning: string): Promise<string> => {
    const line = connect(listener.port, '127.0.0.1');
    line.write(beginning);
    const dripping = setInterval(() => line.write('x'), 50);
    let said = '';
    try {
      for await (const chunk of line) said += String(chunk);
    } catch {
      // A line that is reset has ended as well.
    } finally {
      clearInterval(dripping);
    }
    return said;
  };
  const path = (): string => `/api/v2/agents/${harness.agentId}/chat`;

  test('is disconnected when its headers never end', async () => {
    assert.match(await drip(`POST ${path()} HTTP/1.1\r\nHost: x\r\nX-Slow: `), /^HTTP\/1\.1 408 /);
  });

  test('is disconnected when its body never ends, and what it had sent is not charged', async () => {
    const head = [
      `POST ${path()} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/json',
      'Content-Length: 5000',
    ];
    const said = await drip(`${head.join('\r\n')}\r\n\r\n{"message":"`);
    assert.doesNotMatch(said, /^HTTP\/1\.1 200/);
    const answer = await harness.chat({ message: 'Hello' });
    assert.equal(answer.status, 200, 'others are answered');
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { withTimeout } from '../../../src/databases/with-timeout.ts';

/** A server in a thread of its own, which answers while this thread is busy and says when it has. */
const SERVER = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer(socket =>
    socket.on('data', () =>
      socket.write('answer', () => {
        Atomics.store(workerData, 0, 1);
        Atomics.notify(workerData, 0);
      }),
    ),
  );
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));
`;

test('an answer that arrives while this process is busy is read, although the time is up', async t => {
  const answered = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(SERVER, { eval: true, workerData: answered });
  t.after(() => worker.terminate());
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const answer = once(socket, 'data');
  socket.write('question');
  const waiting = withTimeout(answer, 10);
  // The process reads nothing until the answer is there and the time is up.
  Atomics.wait(answered, 0, 0);
  Atomics.wait(answered, 1, 0, 50);
  assert.equal(String((await waiting)[0]), 'answer');
});

test('an answer that does not come is a TimeoutError', async () => {
  await assert.rejects(withTimeout(new Promise(() => {}), 10), { name: 'TimeoutError' });
});

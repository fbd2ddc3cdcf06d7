/**
 * Sends a header, and then a body, one byte a second, as those do who want to use up a server's places. Looks how
 * long the proxy bears it. Run by `npm run soak:proxy`.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { listen } from '../../src/cli/listen.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { KEY, startUpstream } from '../fakes/upstream.ts';

const BEARABLE_SECONDS = { headers: 60, body: 75 };

const upstream = await startUpstream();
const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY });
const server = await listen(proxy, { port: 0, host: '127.0.0.1' });
const head = `POST /api/v2/agents/${crypto.randomUUID()}/chat HTTP/1.1\r\nHost: x\r\n`;
const [headers, body] = await Promise.all([
  trickle(`${head}X-Slow: `),
  trickle(`${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`),
]);
console.log(`a header a byte a second is cut after ${headers.seconds} s: ${headers.answer}`);
console.log(`a body a byte a second is cut after ${body.seconds} s: ${body.answer}`);
assert.ok(headers.seconds <= BEARABLE_SECONDS.headers);
assert.ok(body.seconds <= BEARABLE_SECONDS.body);
assert.equal(upstream.seen.length, 0);
await server.close(0);
await proxy.close({ graceMs: 0 });
await upstream.close();

async function trickle(start: string): Promise<{ seconds: number; answer: string }> {
  const socket = connect(server.port, '127.0.0.1');
  const started = Date.now();
  let answer = '';
  socket.on('data', chunk => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(start);
  const timer = setInterval(() => socket.write('a'), 1000);
  const giveUp = setTimeout(() => socket.destroy(), 120_000);
  await once(socket, 'close');
  clearInterval(timer);
  clearTimeout(giveUp);
  return { seconds: Math.round((Date.now() - started) / 1000), answer: answer.split('\r\n')[0] ?? '' };
}

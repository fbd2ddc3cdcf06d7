/**
 * Opens thousands of streams at a proxy in a process of its own and cuts each after a few bytes, by reset. Then
 * looks what is left: sockets, file handles, memory. Run by `npm run soak:proxy`; DISCONNECTS says how many.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { event, KEY, openStream, startUpstream } from '../fakes/upstream.ts';
import type { Memory } from './measured-memory.ts';

const COUNT = Number(process.env.DISCONNECTS ?? 10_000);
const AT_ONCE = 100;
const AGENT = crypto.randomUUID();

const upstream = await startUpstream();
let open = 0;
upstream.onChat((_, response) => {
  open++;
  response.on('close', () => open--);
  openStream(response);
  const timer = setInterval(() => response.write(event({ type: 'token', content: 'word ' })), 20);
  response.on('close', () => clearInterval(timer));
});

const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'measured-proxy.ts')], {
  env: { ...process.env, AGENT_BASE_URL: upstream.url, AGENT_API_KEY: KEY },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const { port } = await told<{ port: number }>(child);

// Warm: the runtime's pools reach their working size only after about as many as are cut then.
await cutMany(COUNT);
const before = await measure();
const started = Date.now();
await cutMany(COUNT);
const seconds = (Date.now() - started) / 1000;
const goneAt = Date.now();
while (open > 0 && Date.now() - goneAt < 5000) await pause(10);
const lag = Date.now() - goneAt;
const after = await measure();
const growth = (after.rss - before.rss) / 1e6;
console.log(
  `${COUNT} streams cut in ${seconds.toFixed(0)} s; upstream let go ${lag} ms after the last; ` +
    `in use ${(before.used / 1e6).toFixed(1)} → ${(after.used / 1e6).toFixed(1)} MB; RSS ${(before.rss / 1e6).toFixed(0)} → ${(after.rss / 1e6).toFixed(0)} MB; ` +
    `handles ${before.handles} → ${after.handles}`,
);
assert.equal(open, 0, 'every stream upstream is closed');
assert.ok(lag <= 1000, `upstream let go after ${lag} ms`);
assert.ok(after.used <= before.used * 1.1 + 2e6, 'nothing of the streams is kept');
assert.ok(after.rss <= before.rss * 1.1 + 20e6, `memory grew by ${growth.toFixed(0)} MB`);
assert.ok(after.handles <= before.handles + 5, 'no handle is left open');
child.kill();
await upstream.close();

async function cutMany(count: number): Promise<void> {
  for (let i = 0; i < count; i += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - i) }, cutOne));
  }
}

function cutOne(): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ message: 'hi', stream: true });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/v2/agents/${AGENT}/chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const wanted = 1 + Math.random() * 1500;
    let got = 0;
    socket.on('data', chunk => {
      got += chunk.length;
      if (got >= wanted) socket.resetAndDestroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

async function measure(): Promise<Memory & { handles: number }> {
  // Longer than an idle connection to the service is kept.
  await pause(6000);
  child.send('measure');
  const memory = await told<Memory>(child);
  return { ...memory, handles: readdirSync(`/proc/${child.pid}/fd`).length };
}

function told<T>(process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    process.once('message', message => resolve(message as T));
    process.once('exit', code => reject(new Error(`the proxy ended with ${code}`)));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { closingAfter } from '../../../src/cli/shutdown.ts';
import { event, message, openStream } from '../../fakes/upstream.ts';
import { eventsIn } from '../proxy/harness.ts';
import { until } from '../until.ts';
import { CHAT, post, refused, startProxy } from './proxy-process.ts';
import { dataFolder, runCommand } from './running.ts';

const SHUTDOWN = join(import.meta.dirname, '../../../src/cli/shutdown.ts');

test('a process that is asked to stop ends, although a database connection never closes', async () => {
  const program = `
    import { createServer, connect } from 'node:net';
    import { untilSignal } from ${JSON.stringify(SHUTDOWN)};
    const silent = createServer({ allowHalfOpen: true }).listen(0, () => {
      const line = connect(silent.address().port).on('connect', () => console.log('serves'));
      signal.then(() => line.end());
    });
    const signal = untilSignal(50);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
});

test('one Ctrl+C that arrives twice, from the terminal and from the parent process, counts once', async t => {
  const { upstream, command, url, port } = await startProxy(t);
  let finish = (): void => {};
  upstream.onChat(async (request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half ' }));
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    response.end(event({ type: 'done', data: message(request, 'half whole') }));
  });
  const stream = await post(url + CHAT, { message: 'hi', stream: true });
  command.child.kill('SIGINT');
  // Another signal: two of the same may be seen as one.
  command.child.kill('SIGTERM');
  await refused(port);
  finish();
  assert.equal(eventsIn(await stream.text()).at(-1)?.type, 'done');
  assert.equal(await command.ended, 0);
});

test('an error while one thing closes does not prevent the others from closing', async () => {
  const closed: string[] = [];
  const closing = closingAfter(async onClose => {
    onClose(async () => void closed.push('database'));
    onClose(async () => {
      throw new Error('no answer');
    });
    onClose(async () => void closed.push('listener'));
  });
  await assert.rejects(closing, { message: 'no answer' });
  assert.deepEqual(closed, ['listener', 'database']);
});

for (const name of ['start', 'service'] as const) {
  test(`after SIGTERM ${name} is not ready, accepts requests for DRAIN_SECONDS, and then none`, async t => {
    const env = { DATA_DIR: dataFolder(), AGENT_ID: crypto.randomUUID(), PORT: '0', DRAIN_SECONDS: '2' };
    const command = runCommand(t, [name], env);
    const [, address] = await command.printed(/is at (http:\S+)/);
    const url = address!.replace('localhost', '127.0.0.1');
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    command.child.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/readyz`)).status === 503, 'it is not ready');
    const draining = (await (await fetch(`${url}/readyz`)).json()) as { status: string };
    assert.equal(draining.status, 'draining');
    const healthy = await fetch(`${url}/healthz`);
    assert.deepEqual([healthy.status, healthy.headers.get('Connection')], [200, 'close']);
    await refused(Number(new URL(url).port));
    assert.equal(await command.ended, 0);
  });
}

test('a server in front learns of each connection that it is about to end', async t => {
  const { upstream, command, port } = await startProxy(t, { DRAIN_SECONDS: '60' });
  let finish = (): void => {};
  upstream.onChat(async (asked, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half ' }));
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    response.end(event({ type: 'done', data: message(asked, 'half whole') }));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const send = async (path: string, body?: string): Promise<IncomingMessage> => {
    const method = body ? 'POST' : 'GET';
    const headers = { 'Content-Type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path, agent, method, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };
  const before = await send('/healthz');
  assert.equal(before.headers.connection, 'keep-alive');
  before.resume();
  await once(before, 'end');
  const stream = await send(CHAT, JSON.stringify({ message: 'hi', stream: true }));
  const { socket } = stream;
  const closed = once(socket, 'close');
  command.child.kill('SIGTERM');
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 503, 'it is not ready');
  finish();
  stream.resume();
  // The reply began before the signal, so that only the end of its connection can say it.
  await closed;
  const after = await send('/healthz');
  assert.equal(after.headers.connection, 'close');
  assert.notEqual(after.socket, socket);
  after.resume();
});

test('SIGTERM to npm ends the server that its shell has started', async () => {
  // As npm does it: a shell that a signal ends, and that passes none on.
  const command = `"${process.execPath}" "${join(import.meta.dirname, 'command.ts')}" start; true`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataFolder(),
    PORT: '0',
    DRAIN_SECONDS: '0',
    npm_lifecycle_event: 'start',
  };
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', chunk => {
    output += String(chunk);
  });
  await until(() => /is at \S+:\d+/.test(output), 'it serves');
  shell.kill('SIGTERM');
  await refused(Number(/is at \S+:(\d+)/.exec(output)?.[1]));
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../scripts/loopback.ts';
import { event, type FakeUpstream, KEY, message, openStream, startUpstream } from '../fakes/upstream.ts';
import { packedFolder } from '../node/build/packed.ts';
import { AGENT, eventsIn, textOf } from '../node/proxy/harness.ts';
import { exampleCode } from './examples.ts';

const bin = (path: string): string => join(import.meta.dirname, 'node_modules', path);

interface Runtime {
  /** What its example is called in docs/runtimes.md. */
  name: string;
  /** The command that serves `server.mjs` of the folder it runs in. */
  command: (port: number, upstream: string) => [string, ...string[]];
  files?: Record<string, string>;
}

const RUNTIMES: Runtime[] = [
  {
    name: 'workers',
    command: (port, upstream) => [
      bin('.bin/wrangler'),
      ...['dev', '--local', '--port', String(port), '--show-interactive-dev-session=false'],
      ...['--var', `AGENT_BASE_URL:${upstream}`, '--var', `AGENT_API_KEY:${KEY}`],
    ],
    files: {
      'wrangler.toml':
        'name = "chat"\nmain = "server.mjs"\ncompatibility_date = "2026-04-20"\ncompatibility_flags = ["nodejs_compat"]\n',
    },
  },
  { name: 'deno', command: () => [bin('.bin/deno'), 'run', '-A', '--node-modules-dir=manual', 'server.mjs'] },
  {
    name: 'bun',
    command: () => [bin(`@oven/bun-${process.platform}-${process.arch}/bin/bun`), 'server.mjs'],
  },
];

for (const runtime of RUNTIMES) {
  test(`the ${runtime.name} example of the documents streams a reply, which can be resumed when the connection breaks`, async t => {
    const upstream = await startUpstream();
    t.after(() => upstream.close());
    const url = await serve(t, runtime, upstream);
    let go = (): void => {};
    upstream.onChat(async (request, response) => {
      openStream(response);
      response.write(event({ type: 'token', content: 'Hello, ' }));
      await new Promise<void>(resolve => {
        go = resolve;
      });
      response.write(event({ type: 'token', content: 'wörld.' }));
      response.end(event({ type: 'done', data: message(request, 'Hello, wörld.') }));
    });
    const cut = new AbortController();
    const first = await ask(url, {}, cut.signal);
    assert.equal(first.status, 200);
    assert.match(first.headers.get('Content-Type') ?? '', /event-stream/);
    assert.ok(first.headers.get('X-Visitor-Token'));
    assert.equal(await firstEvent(first), 'id: 1\ndata: {"type":"token","content":"Hello, "}\n\n');
    cut.abort();
    const joining = ask(url, { 'Last-Event-ID': '1' });
    // Not after the head: Bun sends it together with the first bytes.
    go();
    const joined = await joining;
    assert.equal(joined.status, 200);
    const events = eventsIn(await joined.text());
    assert.deepEqual(
      events.map(({ id, type }) => [id, type]),
      [
        [2, 'token'],
        [3, 'done'],
      ],
    );
    assert.equal(textOf(events), 'wörld.');
    assert.equal(upstream.seen.length, 1);
    assert.equal(upstream.seen[0]?.headers.authorization, `Bearer ${KEY}`);
    const refused = await fetch(url, { method: 'POST', headers: HEADERS, body: '{}' });
    assert.equal(refused.status, 400);
    assert.ok(!JSON.stringify([...refused.headers, await refused.text()]).includes(KEY));
  });
}

/** The first event, in however many pieces the runtime hands it on. */
async function firstEvent(response: Response): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n\n')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  return text;
}

const HEADERS = {
  'Content-Type': 'application/json',
  'Idempotency-Key': 'key-of-the-question',
  'X-Visitor-Token': 'new.0123456789abcdef0123456789abcdef',
};

function ask(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ message: 'hi', stream: true });
  return fetch(url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body,
    ...(signal && { signal }),
  });
}

/** Runs the example as a reader would, with this package in its `node_modules`. */
async function serve(t: TestContext, runtime: Runtime, upstream: FakeUpstream): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-runtime-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packedFolder('agent-chat-server'), join(folder, 'node_modules/agent-chat-server'));
  const files = {
    'package.json': '{"type":"module"}',
    'server.mjs': exampleCode(runtime.name),
    ...runtime.files,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const port = await freePort();
  const [command, ...args] = runtime.command(port, upstream.url);
  const child = spawn(command, args, {
    cwd: folder,
    // A group of its own: what a tool starts itself goes with it.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      AGENT_BASE_URL: upstream.url,
      AGENT_API_KEY: KEY,
      WRANGLER_SEND_METRICS: 'false',
      CI: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  t.after(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  await reachable(`http://localhost:${port}/healthz`, child, () => said);
  return `http://localhost:${port}/api/v2/agents/${AGENT}/chat`;
}

async function reachable(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      const response = await fetch(url);
      await response.text();
      if (response.ok) return;
    } catch {}
    if (Date.now() > end || child.exitCode !== null) throw new Error(`${url} never answered:\n${said()}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

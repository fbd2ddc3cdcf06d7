import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { event, KEY } from '../../fakes/upstream.ts';
import { AGENT, eventsIn, textOf } from './harness.ts';

/** What the service says after so many seconds, counted from the question. */
type Script = [second: number, text: string][];

interface Slow {
  /** Lets this many seconds go by. */
  pass(seconds: number): Promise<void>;
  /** What the visitor has read so far; undefined before the answer's head. */
  heard(): string | undefined;
  /** Presses Stop. */
  stop(): Promise<number>;
  /** Whether the proxy has let go of the service. */
  letGo(): boolean;
  asked(): number;
  /** Asks once more with the same key. @returns all that is answered */
  again(): Promise<string>;
}

const DONE = event({
  type: 'done',
  data: { id: 'm', role: 'assistant', parts: [], metadata: { conversationId: 'c', usage: { credits: 1 } } },
});
const token = (content: string): string => event({ type: 'token', content });

const STREAM: ResponseInit = { headers: { 'Content-Type': 'text/event-stream' } };

/** A visitor with a question to a service that answers by the script, `head` seconds after it was asked. */
async function askSlow(t: TestContext, head: number, script: Script, answer = STREAM): Promise<Slow> {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_800_000_000_000 });
  const after = (seconds: number): Promise<void> =>
    new Promise(resolve => setTimeout(resolve, seconds * 1000));
  let asked = 0;
  let letGo = false;
  const proxy = createProxy({
    baseUrl: 'https://agents.example',
    apiKey: KEY,
    async fetch(_, init) {
      asked++;
      const { signal } = init ?? {};
      const gone = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          letGo = true;
          reject(signal.reason);
        });
      });
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          gone.catch(reason => controller.error(reason));
          let now = head;
          for (const [second, text] of script) {
            if (second > now) await after(second - now);
            now = second;
            if (letGo) return;
            controller.enqueue(new TextEncoder().encode(text));
          }
        },
        cancel() {
          letGo = true;
        },
      });
      await Promise.race([after(head), gone]);
      return new Response(body, answer);
    },
  });
  t.after(() => {
    t.mock.timers.reset();
    return proxy.close({ graceMs: 0 });
  });
  const chat = `https://chat.example/api/v2/agents/${AGENT}/chat`;
  const visitor = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Content-Type': 'application/json' };
  const ask = async (): Promise<Response> =>
    proxy(
      new Request(chat, {
        method: 'POST',
        headers: { ...visitor, 'Idempotency-Key': 'k' },
        body: '{"message":"hi","stream":true}',
      }),
    );
  let heard: string | undefined;
  void ask().then(async response => {
    heard = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body!) heard += decoder.decode(bytes, { stream: true });
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
  };
  await settle();
  return {
    async pass(seconds) {
      for (let i = 0; i < seconds; i++) {
        t.mock.timers.tick(1000);
        await settle();
      }
    },
    heard: () => heard,
    async stop() {
      const { status } = await proxy(new Request(`${chat}/k`, { method: 'DELETE', headers: visitor }));
      await settle();
      return status;
    },
    letGo: () => letGo,
    asked: () => asked,
    again: async () => (await ask()).text(),
  };
}

const types = (text = ''): string[] => eventsIn(text).map(({ type }) => type);

for (const seconds of [1, 5, 20, 60]) {
  test(`a service that takes ${seconds} s for its first byte is awaited, and the connection kept alive`, async t => {
    const slow = await askSlow(t, seconds, [
      [seconds, token('late')],
      [seconds, DONE],
    ]);
    await slow.pass(seconds - 1);
    // After ten seconds the head goes out, and then a comment every fifteen.
    if (seconds < 11) assert.equal(slow.heard(), undefined);
    else assert.equal(slow.heard(), ': ping\n\n'.repeat(Math.floor((seconds - 11) / 15)));
    await slow.pass(1);
    assert.equal(textOf(eventsIn(slow.heard() ?? '')), 'late');
    assert.deepEqual(types(slow.heard()), ['token', 'done']);
    assert.equal(slow.asked(), 1);
  });

  test(`a visitor who has waited ${seconds - 1} s for the first byte can stop`, async t => {
    const slow = await askSlow(t, seconds, [[seconds, DONE]]);
    await slow.pass(seconds - 1);
    assert.equal(slow.letGo(), false);
    assert.equal(await slow.stop(), 204);
    assert.equal(slow.letGo(), true);
    await slow.pass(10);
    assert.equal(slow.asked(), 1);
    assert.ok(!types(slow.heard()).includes('done'));
  });
}

test('a service that is silent for 5 s or 30 s in the middle of a reply is awaited', async t => {
  const slow = await askSlow(t, 0, [
    [0, token('a')],
    [5, token('b')],
    [35, token('c')],
    [35, DONE],
  ]);
  await slow.pass(36);
  assert.equal(textOf(eventsIn(slow.heard() ?? '')), 'abc');
  assert.deepEqual(types(slow.heard()), ['token', 'token', 'token', 'done']);
});

test('after two minutes of silence a reply ends and keeps its text, and the request to the service ends', async t => {
  const slow = await askSlow(t, 0, [
    [0, token('half')],
    [300, DONE],
  ]);
  await slow.pass(119);
  assert.deepEqual(types(slow.heard()), ['token']);
  await slow.pass(2);
  assert.deepEqual(types(slow.heard()), ['token', 'error']);
  assert.equal(slow.letGo(), true);
});

test('after two minutes without a first byte the request to the service ends, without a retry', async t => {
  const slow = await askSlow(t, 300, [[300, DONE]]);
  await slow.pass(119);
  assert.equal(slow.letGo(), false);
  await slow.pass(2);
  assert.equal(slow.letGo(), true);
  assert.deepEqual(
    eventsIn(slow.heard() ?? '').map(({ code }) => code),
    ['upstream_unavailable'],
  );
  assert.equal(slow.asked(), 1);
});

// By the real clock, for ten seconds: undici's own timers do not follow a mocked one.
test('a visitor need not wait two minutes if there is no connection to the service', async t => {
  const server = createServer();
  const port = await listenLocally(server);
  const proxy = createProxy({ baseUrl: `https://127.0.0.1:${port}`, apiKey: KEY, limits: { attempts: 1 } });
  t.after(async () => {
    server.close();
    await proxy.close({ graceMs: 0 });
  });
  const answer = proxy(
    new Request(`https://chat.example/api/v2/agents/${AGENT}/chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"message":"hi"}',
    }),
  );
  // It accepts the connection and never answers the TLS handshake.
  const [line] = (await once(server, 'connection')) as [Socket];
  assert.equal((await answer).status, 502);
  line.destroy();
});

test('after two minutes of silence in a JSON reply the request to the service ends, without a retry', async t => {
  const json = { headers: { 'Content-Type': 'application/json' } };
  const slow = await askSlow(t, 0, [[0, '{"data":']], json);
  await slow.pass(121);
  assert.equal(slow.letGo(), true);
  assert.match(slow.heard() ?? '', /stream_interrupted/);
  assert.match(await slow.again(), /stream_interrupted/);
  assert.equal(slow.asked(), 1);
});

test('a refusal whose body does not end is reported all the same', async t => {
  const slow = await askSlow(t, 0, [[0, '{"error":']], { status: 404 });
  await slow.pass(6);
  assert.equal(slow.letGo(), true);
  assert.match(slow.heard() ?? '', /not_found/);
});

test('five minutes of nothing but comments are not silence', async t => {
  const pings = Array.from({ length: 19 }, (_, i): Script[number] => [(i + 1) * 15, ': ping\n\n']);
  const slow = await askSlow(t, 0, [[0, token('a')], ...pings, [300, token('b')], [300, DONE]]);
  await slow.pass(301);
  assert.deepEqual(types(slow.heard()), ['token', 'token', 'done']);
});

test('an endless reply ends after ten minutes', async t => {
  const words = Array.from({ length: 20 }, (_, i): Script[number] => [i * 60, token('x')]);
  const slow = await askSlow(t, 0, words);
  await slow.pass(599);
  assert.ok(!types(slow.heard()).includes('error'));
  await slow.pass(2);
  assert.deepEqual(types(slow.heard()), [...Array<string>(10).fill('token'), 'error']);
  assert.equal(slow.letGo(), true);
});

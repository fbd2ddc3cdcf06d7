import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { Replies } from '../../../src/proxy/replies/replies.ts';
import { event, KEY, message, openStream } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, eventsIn, setUp, textOf, until } from './harness.ts';

const KB = 1024;
/** Together 100 KB, and 10 of it sure for each. */
const limits = { keepBytes: 100 * KB, runningBytes: 100 * KB, keepReplies: 10 };

test('an endless reply is cut off when replies take all the memory they may, and the others continue', async t => {
  const { chat, upstream } = await setUp(t, { limits });
  const small = Promise.withResolvers<void>();
  upstream.onChat(async (request, response) => {
    openStream(response);
    if ((request.body as { message: string }).message === 'small') {
      response.write(event({ type: 'token', content: 'so ' }));
      await small.promise;
      response.end(
        event({ type: 'token', content: 'x'.repeat(5 * KB) }) +
          event({ type: 'done', data: message(request, 'so x') }),
      );
      return;
    }
    // By turns with whoever reads: what is written to a line that is closed may be done with at once.
    const endless = (): void => {
      if (response.destroyed) return;
      response.write(event({ type: 'token', content: 'x'.repeat(KB) }), () => setImmediate(endless));
    };
    endless();
  });
  const others = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      chat({ message: 'small', stream: true }, { 'Idempotency-Key': `${i}` }),
    ),
  );
  const endless = await (await chat({ message: 'endless', stream: true })).text();
  assert.ok(endless.length < 100 * KB, 'it held no more than all may together');
  assert.equal(eventsIn(endless).at(-1)?.code, 'stream_interrupted');
  await upstream.seen.at(-1)!.closed;
  small.resolve();
  for (const other of others) {
    const events = eventsIn(await other.text());
    assert.equal(textOf(events).length, 5 * KB + 3);
    assert.equal(events.at(-1)?.type, 'done');
  }
});

test('the memory for readers who stop reading is bounded, and each reply that is cut off says so', async () => {
  const replies = new Replies({ keep: 1000, replies: 10, size: 100 * KB, most: 100 * KB, duration: 60_000 });
  const token = JSON.stringify({ type: 'token', content: 'x'.repeat(KB) });
  const logs = Array.from({ length: 10 }, (_, i) => {
    const start = { key: `${i}`, question: '', resumable: true };
    const { log } = replies.start(start, async (log, signal) => {
      for (let sent = 0; sent < 40; sent++) {
        log.append([token]);
        await new Promise(resolve => setImmediate(resolve));
      }
      await new Promise(resolve => signal.addEventListener('abort', resolve));
    });
    log.listen(() => {});
    return log;
  });
  await until(() => logs.every(log => log.ended || log.count === 40), 'all wrote what they could');
  const held = logs.reduce((total, { bytes }) => total + bytes.length, 0);
  assert.ok(held > 90 * KB && held < 200 * KB, `${held} bytes`);
  const cut = logs.filter(({ lastEvent }) => lastEvent?.type === 'error');
  assert.ok(cut.length >= 5, `${cut.length} were cut`);
  await replies.close(0);
});

test('a complete reply makes room for a running one', async t => {
  const { chat, upstream } = await setUp(t, { limits });
  upstream.onChat((request, response) => {
    openStream(response);
    for (let i = 0; i < 60; i++) response.write(event({ type: 'token', content: 'x'.repeat(KB) }));
    response.end(event({ type: 'done', data: message(request, '') }));
  });
  for (const key of ['a', 'b', 'c']) {
    const reply = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': key });
    assert.equal(eventsIn(await reply.text()).at(-1)?.type, 'done');
  }
});

test('a reply that was delivered as a whole ends well, and its credits count, although others take all the memory', async t => {
  const { ask, chat, upstream } = await setUp(t, { limits });
  const full = Promise.withResolvers<void>();
  upstream.onChat(async (request, response) => {
    openStream(response);
    if ((request.body as { message: string }).message === 'large') {
      response.write(event({ type: 'token', content: 'x'.repeat(85 * KB) }));
      return;
    }
    const text = 'x'.repeat(8 * KB);
    response.write(event({ type: 'token', content: text }));
    await full.promise;
    response.end(event({ type: 'done', data: message(request, text) }));
  });
  const large = await chat({ message: 'large', stream: true });
  const small = await chat({ message: 'small', stream: true });
  full.resolve();
  assert.equal(eventsIn(await small.text()).at(-1)?.type, 'done');
  const owner = { Authorization: `Bearer ${ADMIN}` };
  const usage = await (await ask(`/v2/chatbots/${AGENT}/usage`, { headers: owner })).json();
  const [today] = (usage as { data: { days: Record<string, number>[] } }).data.days;
  assert.deepEqual([today?.replies, today?.credits, today?.failures], [1, 1, 0]);
  await large.body!.cancel();
});

test('an answer in one piece is delivered, and its credits count, although others take all the memory', async t => {
  const { ask, chat, upstream } = await setUp(t, { limits });
  upstream.onChat((request, response) => {
    if ((request.body as { message: string }).message === 'large') {
      openStream(response);
      response.write(event({ type: 'token', content: 'x'.repeat(95 * KB) }));
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data: message(request, 'x'.repeat(12 * KB)) }));
  });
  const large = await chat({ message: 'large', stream: true });
  const whole = await chat({ message: 'small' });
  assert.equal(whole.status, 200);
  const { data } = (await whole.json()) as { data: { parts: { text: string }[] } };
  assert.equal(data.parts[0]?.text.length, 12 * KB);
  const owner = { Authorization: `Bearer ${ADMIN}` };
  const usage = await (await ask(`/v2/chatbots/${AGENT}/usage`, { headers: owner })).json();
  const [today] = (usage as { data: { days: Record<string, number>[] } }).data.days;
  assert.deepEqual([today?.replies, today?.credits, today?.failures], [1, 1, 0]);
  await large.body!.cancel();
});

test('a reply that is no longer kept frees its memory at once', async () => {
  const replies = new Replies({ keep: 1, replies: 10, size: 100 * KB, most: 100 * KB, duration: 60_000 });
  const { log } = replies.start({ key: 'k', question: '', resumable: true }, async written => {
    written.append([JSON.stringify({ type: 'token', content: 'x'.repeat(KB) })]);
    written.finish({ type: 'error', message: '' });
  });
  assert.ok(log.bytes.length > KB);
  await until(() => log.bytes.length === 0, 'its bytes are free');
  await replies.close(0);
});

const DATA = {
  id: 'm',
  role: 'assistant',
  parts: [{ type: 'text', text: 'Hello' }],
  metadata: { conversationId: 'c', usage: { credits: 1 } },
};

test('a visitor who starts reading when the reply is no longer kept reads all of it', async t => {
  const proxy = createProxy({
    baseUrl: 'https://agents.example',
    apiKey: KEY,
    limits: { keepSeconds: 1 },
    fetch: async () =>
      new Response(event({ type: 'token', content: 'Hello' }) + event({ type: 'done', data: DATA }), {
        headers: { 'Content-Type': 'text/event-stream' },
      }),
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const ask = (more: Record<string, string> = {}): Promise<Response> =>
    proxy(
      new Request(`https://chat.example/api/v2/agents/${AGENT}/chat`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': 'k',
          'X-Visitor-Token': `new.${'a'.repeat(32)}`,
          ...more,
        },
        body: '{"message":"hi","stream":true}',
      }),
    );
  const unread = await ask();
  let again = await ask({ 'Last-Event-ID': '1' });
  while (again.ok) {
    await again.body?.cancel();
    await new Promise(resolve => setImmediate(resolve));
    again = await ask({ 'Last-Event-ID': '1' });
  }
  assert.equal(again.status, 404);
  const events = eventsIn(await unread.text());
  assert.equal(textOf(events), 'Hello');
  assert.equal(events.at(-1)?.type, 'done');
});

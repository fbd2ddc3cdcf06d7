import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, it, mock } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { ClientError } from '../../../src/client/transport/client-error.ts';
import type { EventStreamRequest } from '../../../src/client/transport/event-stream.ts';
import { openEventStream } from '../../../src/client/transport/event-stream.ts';
import type { Answer, ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, refusal, sse } from '../../fakes/chat-fetch.ts';

interface Heard {
  data: string[];
  comments: string[];
}

function request(network: ChatFetch, over: Partial<EventStreamRequest> = {}): EventStreamRequest & Heard {
  const data: string[] = [];
  const comments: string[] = [];
  return {
    url: 'http://proxy.test/chat',
    headers: {},
    body: '{}',
    fetch: network.fetch,
    signal: new AbortController().signal,
    firstByteTimeout: 60_000,
    idleTimeout: 25_000,
    onHead: () => {},
    onEvent: json => data.push(json) > 0 && json.includes('"done"'),
    onComment: text => comments.push(text),
    data,
    comments,
    ...over,
  };
}

const WHOLE = sse(['a', 'b']);
const networkDown: Answer = () => {
  throw new TypeError('fetch failed');
};

describe('a streamed reply', () => {
  it('sends one request, whether it succeeds or fails', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const [answer, code] of [
      [networkDown, 'offline'],
      [refusal(500, 'internal'), 'internal'],
      [eventStream(WHOLE.slice(0, 1), { end: 'break' }), 'stream_interrupted'],
    ] as const) {
      const network = chatFetch(answer);
      await assert.rejects(openEventStream(request(network)), { code });
      t.mock.timers.tick(120_000);
      await new Promise(setImmediate);
      assert.equal(network.seen.length, 1, code);
    }
  });

  it('sends nothing when the signal is already aborted', async () => {
    const network = chatFetch(eventStream(WHOLE));
    const reason = new Error('stopped');
    await assert.rejects(openEventStream(request(network, { signal: AbortSignal.abort(reason) })), reason);
    assert.equal(network.seen.length, 0);
  });

  it('rejects a stream that ends before its last event', async () => {
    const cut = request(chatFetch(eventStream(WHOLE.slice(0, 2))));
    await assert.rejects(openEventStream(cut), { code: 'stream_interrupted' });
    assert.equal(cut.data.length, 2);
    await assert.rejects(openEventStream(request(chatFetch(eventStream([])))), {
      code: 'stream_interrupted',
    });
  });

  it('rejects with the reason of an abort, and aborts the request at once', async () => {
    const stop = new AbortController();
    const network = chatFetch(eventStream(WHOLE.slice(0, 1), { end: 'hang' }));
    const reason = new Error('stopped');
    const open = openEventStream(
      request(network, {
        signal: stop.signal,
        onEvent: () => {
          stop.abort(reason);
          return false;
        },
      }),
    );
    await assert.rejects(open, reason);
    assert.equal(network.seen[0]?.aborted, true);
  });

  it('reports heartbeats as comments, not as empty events', async () => {
    const beating = request(chatFetch(eventStream([': waiting 3\n\n', ': ping\n\n', ...WHOLE])));
    assert.equal(await openEventStream(beating), undefined);
    assert.equal(beating.data.length, 3);
    assert.deepEqual(beating.comments, ['waiting 3', 'ping']);
  });

  it('rejects with an exception of the listener, not with a connection error', async () => {
    const network = chatFetch(eventStream(WHOLE));
    const mistake = new RangeError('a mistake in the page');
    const broken = request(network, {
      onEvent: () => {
        throw mistake;
      },
    });
    await assert.rejects(openEventStream(broken), mistake);
    assert.equal(network.seen.length, 1);
  });

  it('ignores what follows the last event', async () => {
    const talkative = request(chatFetch(eventStream([...WHOLE, ...WHOLE], { end: 'hang' })));
    await openEventStream(talkative);
    assert.equal(talkative.data.length, 3);
    const joined = request(chatFetch(eventStream([[...WHOLE, ...WHOLE].join('')])));
    await openEventStream(joined);
    assert.equal(joined.data.length, 3);
  });

  it('reads to the end of the stream after its last event, so that the connection can be reused', async t => {
    const answers: ServerResponse[] = [];
    const server = createServer(({ method }, response) => {
      if (method === 'GET') return void response.end();
      answers.push(response);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(WHOLE.join(''));
    });
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${await listenLocally(server)}/chat`;
    assert.equal(await openEventStream(request(chatFetch(), { url, fetch })), undefined);
    // If the connection had been cut, the server would know it by the time another request was answered.
    await fetch(url);
    assert.equal(answers[0]!.closed, false);
    const closed = once(answers[0]!, 'close');
    answers[0]!.end();
    await closed;
    assert.equal(answers[0]!.writableFinished, true);
  });

  it('aborts a stream that has not ended one second after its last event', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const network = chatFetch(eventStream(WHOLE, { end: 'hang' }));
    await openEventStream(request(network));
    assert.equal(network.seen[0]?.aborted, false);
    t.mock.timers.tick(1000);
    assert.equal(network.seen[0]?.aborted, true);
  });

  it('works without document and window, and leaves no unhandled error', async () => {
    assert.equal(typeof document, 'undefined');
    const unhandled = mock.fn();
    process.on('unhandledRejection', unhandled);
    process.on('uncaughtException', unhandled);
    await openEventStream(request(chatFetch(eventStream(WHOLE))));
    await assert.rejects(openEventStream(request(chatFetch(networkDown))));
    await assert.rejects(
      openEventStream(request(chatFetch(eventStream(WHOLE.slice(0, 1), { end: 'break' })))),
    );
    const stop = new AbortController();
    const stopped = openEventStream(
      request(chatFetch(eventStream(WHOLE.slice(0, 1), { end: 'hang' })), {
        signal: stop.signal,
        onHead: () => setImmediate(() => stop.abort()),
      }),
    );
    await assert.rejects(stopped, { name: 'AbortError' });
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    process.off('uncaughtException', unhandled);
    assert.equal(unhandled.mock.callCount(), 0);
  });

  it('gives up a silent connection, while heartbeats keep one open', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const silent = openEventStream(request(chatFetch(eventStream(WHOLE.slice(0, 1), { end: 'hang' }))));
    const outcome = assert.rejects(silent, { code: 'timeout' });
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    t.mock.timers.tick(25_000);
    await outcome;

    let beat: (() => void) | undefined;
    const beats: Answer = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(body) {
            beat = () => body.enqueue(new TextEncoder().encode(': ping\n\n'));
            done = () => body.enqueue(new TextEncoder().encode(WHOLE.join('')));
          },
        }),
        { headers: { 'Content-Type': 'text/event-stream' } },
      );
    let done: (() => void) | undefined;
    const alive = openEventStream(request(chatFetch(beats)));
    for (let i = 0; i < 10; i++) {
      for (let j = 0; j < 10; j++) await new Promise(setImmediate);
      beat!();
      for (let j = 0; j < 10; j++) await new Promise(setImmediate);
      t.mock.timers.tick(20_000);
    }
    done!();
    assert.equal(await alive, undefined);
  });

  it('copies a long line in small chunks a few times at most, however long it is', async t => {
    const { set } = Uint8Array.prototype;
    let copied = 0;
    t.mock.method(
      Uint8Array.prototype,
      'set',
      function (this: Uint8Array, from: ArrayLike<number>, at?: number) {
        copied += from.length;
        set.call(this, from, at);
      },
    );
    for (const length of [1_000_000, 4_000_000]) {
      const line = new TextEncoder().encode(`data: "${'x'.repeat(length)}"\n\ndata: "done"\n\n`);
      const slices: Uint8Array[] = [];
      for (let i = 0; i < line.length; i += 512) slices.push(line.subarray(i, i + 512));
      copied = 0;
      await openEventStream(request(chatFetch(eventStream(slices))));
      assert.ok(copied <= 3 * line.length, `${copied} bytes were copied of a line of ${length}`);
    }
  });

  it('coalesces the events of a reply that is faster than the page, whatever its line ends', async () => {
    const words = Array.from({ length: 4000 }, (_, n) => `w${n} `);
    for (const [lineEnd, most] of [
      ['\n', 25],
      ['\r\n', Number.POSITIVE_INFINITY],
    ] as const) {
      const events = words.map(
        (content, n) => `id: ${n + 1}\ndata: ${JSON.stringify({ type: 'token', content })}\n\n`,
      );
      const bytes = new TextEncoder().encode(`${events.join('')}data: "done"\n\n`.replaceAll('\n', lineEnd));
      // The first fast reply loads the coalescer.
      await openEventStream(request(chatFetch(eventStream([bytes]))));
      await import('../../../src/client/transport/coalesce-tokens.ts');
      const asked = request(chatFetch(eventStream([bytes])));
      await openEventStream(asked);
      const tokens = asked.data.slice(0, -1).map(data => JSON.parse(data) as { content: string });
      assert.equal(tokens.map(({ content }) => content).join(''), words.join(''));
      assert.ok(tokens.length <= most, `${tokens.length} events of 4000`);
    }
  });

  it('rejects a line without an end before it fills the memory', async () => {
    let sent = 0;
    const chunk = new Uint8Array(1 << 20).fill(120);
    const flood: Answer = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: body => {
            sent++;
            body.enqueue(chunk);
          },
        }),
        { headers: { 'Content-Type': 'text/event-stream' } },
      );
    await assert.rejects(openEventStream(request(chatFetch(flood))), { code: 'unreadable' });
    assert.ok(sent < 12, `${sent} MB were taken in`);
  });

  it('turns refusals into codes, also those with an unknown body', async () => {
    const page: Answer = () =>
      new Response('<html>Bad gateway</html>', { status: 502, headers: { 'Content-Type': 'text/html' } });
    const nothing: Answer = () => new Response(null, { status: 413 });
    const unknown: Answer = () => Response.json({ error: { code: '__proto__' } }, { status: 401 });
    for (const [answer, code, status] of [
      [refusal(402, 'credits_exhausted'), 'credits_exhausted', 402],
      [page, 'upstream_unavailable', 502],
      [nothing, 'payload_too_large', 413],
      [unknown, 'unauthorized', 401],
    ] as const) {
      await assert.rejects(openEventStream(request(chatFetch(answer))), (error: unknown) => {
        assert.ok(error instanceof ClientError);
        assert.equal(error.code, code);
        assert.equal(error.status, status);
        assert.doesNotMatch(error.message, /html|gateway/i);
        return true;
      });
    }
  });
});

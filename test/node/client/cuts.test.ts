import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { AgentClient, ClientError } from '../../../src/client/index.ts';
import type { StreamEvent } from '../../../src/protocol/stream-events.ts';
import { chatFetch, eventStream, reply, sse } from '../../fakes/chat-fetch.ts';

const TOKENS = ['Straße ', '東京 ', '👩‍👩‍👧 ', 'e\u0301 ', 'نص', ' \u2028end'];
const TEXT = TOKENS.join('');
const BYTES = new TextEncoder().encode(sse(TOKENS).join(''));

/** What one request brings: the text of its tokens, its last event, or the code of its failure. */
async function ask(
  fetch: typeof globalThis.fetch,
  endpoint = 'http://proxy.test',
): Promise<{
  text: string;
  events: StreamEvent[];
  code: string | undefined;
}> {
  const events: StreamEvent[] = [];
  let code: string | undefined;
  try {
    await new AgentClient({ endpoint, agentId: 'agent', fetch }).streamReply({
      message: 'Hi',
      idempotencyKey: 'key',
      signal: new AbortController().signal,
      onEvent: event => events.push(event),
    });
  } catch (error) {
    assert.ok(error instanceof ClientError, String(error));
    code = error.code;
  }
  return { text: events.map(e => (e.type === 'token' ? e.content : '')).join(''), events, code };
}

describe('a reply over a real connection', () => {
  let cut = { at: 0, reset: false };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      const { at, reset } = cut;
      const go = (): void => void (reset ? response.socket?.resetAndDestroy() : response.socket?.end());
      if (at === 0) go();
      else response.write(BYTES.subarray(0, at), go);
    });
  });
  let endpoint = '';
  before(async () => {
    endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  });
  after(() => server.close());

  for (const reset of [false, true]) {
    it(`keeps a prefix of the text when it is ${reset ? 'reset' : 'cut'} at any byte`, async () => {
      for (let at = 0; at < BYTES.length; at++) {
        cut = { at, reset };
        const { text, events, code } = await ask(fetch, endpoint);
        assert.ok(TEXT.startsWith(text), `cut at ${at}: ${JSON.stringify(text)}`);
        assert.doesNotMatch(text, /\uFFFD/);
        assert.ok(
          events.every(e => e.type === 'token'),
          `cut at ${at}: ended`,
        );
        assert.ok(code === 'stream_interrupted' || code === 'offline', `cut at ${at}: ${code}`);
      }
      cut = { at: BYTES.length, reset: false };
      const whole = await ask(fetch, endpoint);
      assert.equal(whole.text, TEXT);
      assert.equal(whole.events.at(-1)?.type, 'done');
    });
  }
});

describe('a stream in pieces', () => {
  const forms: Record<string, string> = {
    'as the proxy writes it': sse(TOKENS).join(''),
    'with CRLF': sse(TOKENS).join('').replaceAll('\n', '\r\n'),
    'with CR': sse(TOKENS).join('').replaceAll('\n', '\r'),
    'without spaces, with comments, names and unknown fields': sse(TOKENS)
      .join('')
      .replaceAll('data: ', ': ping\n\n:\nretry: 0\nevent: message\nfoo: bar\ndata:'),
    'with a byte order mark': `\uFEFF${sse(TOKENS).join('')}`,
    'with data over two lines': sse(TOKENS).join('').replaceAll('"type":', '\ndata: "type":'),
  };
  for (const [name, form] of Object.entries(forms)) {
    it(`reads the same ${name}, whole, byte by byte and split anywhere`, async () => {
      const bytes = new TextEncoder().encode(form);
      const whole = await ask(chatFetch(eventStream([bytes])).fetch);
      assert.equal(whole.text, TEXT);
      assert.equal(whole.code, undefined);
      const singles = [...bytes].map(byte => Uint8Array.of(byte));
      assert.deepEqual(await ask(chatFetch(eventStream(singles)).fetch), whole);
      for (let at = 1; at < bytes.length; at++) {
        const halves = [bytes.slice(0, at), bytes.slice(at)];
        assert.deepEqual(await ask(chatFetch(eventStream(halves)).fetch), whole, `split at ${at}`);
      }
      let seed = 7;
      for (let round = 0; round < 50; round++) {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; ) {
          seed = (seed * 48271) % 2147483647;
          const next = at + 1 + (seed % 40);
          pieces.push(bytes.slice(at, next));
          at = next;
        }
        assert.deepEqual(await ask(chatFetch(eventStream(pieces)).fetch), whole, `round ${round}`);
      }
    });
  }
});

describe('a malformed answer', () => {
  const json = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
  const token = json({ type: 'token', content: 'a' });
  const end = json({ type: 'done', data: reply('a') });
  const cases: [string, string[], { text: string; code?: string; last?: string }][] = [
    ['bad JSON in between', [token, 'data: {"type":\n\n', end], { text: 'a', last: 'done' }],
    [
      'an event that is no object',
      [token, 'data: 7\n\ndata: null\n\ndata: []\n\n', end],
      { text: 'a', last: 'done' },
    ],
    ['a token without text', [json({ type: 'token', content: 7 }), token, end], { text: 'a', last: 'done' }],
    ['an unknown type', [json({ type: 'thinking' }), token, end], { text: 'a', last: 'done' }],
    [
      'a done without a message',
      [token, json({ type: 'done', data: {} })],
      { text: 'a', code: 'stream_interrupted' },
    ],
    ['two ends', [token, end, end], { text: 'a', last: 'done' }],
    ['a token after the end', [token, end, token], { text: 'a', last: 'done' }],
    ['an error first', [json({ type: 'error', message: 'x' })], { text: '', last: 'error' }],
    [
      'an error in the middle',
      [token, json({ type: 'error', message: 'x' }), end],
      { text: 'a', last: 'error' },
    ],
    ['no end', [token], { text: 'a', code: 'stream_interrupted' }],
    ['nothing', [], { text: '', code: 'stream_interrupted' }],
  ];
  for (const [name, chunks, expected] of cases) {
    it(`ends clearly: ${name}`, async () => {
      const { text, events, code } = await ask(chatFetch(eventStream(chunks)).fetch);
      assert.equal(text, expected.text);
      assert.equal(code, expected.code);
      if (expected.last) assert.equal(events.at(-1)?.type, expected.last);
    });
  }

  const answers: [string, Response, string][] = [
    [
      'a captive portal’s page',
      new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
      'unreadable',
    ],
    ['an empty 204', new Response(null, { status: 204 }), 'unreadable'],
    ['an empty 200', new Response(''), 'unreadable'],
    ['JSON of another kind', Response.json({ hello: 1 }), 'unreadable'],
    [
      'a good body of the wrong type',
      new Response(BYTES, { headers: { 'Content-Type': 'text/plain' } }),
      'unreadable',
    ],
  ];
  for (const [name, response, code] of answers) {
    it(`ends clearly: ${name}`, async () => {
      assert.equal((await ask(chatFetch(() => response).fetch)).code, code);
    });
  }

  it('accepts a reply that arrived whole, and a refusal with status 200', async () => {
    const whole = await ask(chatFetch(() => Response.json({ data: reply('Hello') })).fetch);
    assert.equal(whole.events[0]?.type, 'done');
    const refused = await ask(
      chatFetch(() => Response.json({ error: { code: 'credits_exhausted', message: '' } })).fetch,
    );
    assert.deepEqual(refused.events, [{ type: 'error', message: 'refused', code: 'credits_exhausted' }]);
  });
});

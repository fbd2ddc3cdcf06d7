import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Answer, event, KEY, message, openStream, RATE_HEADERS } from '../../fakes/upstream.ts';
import { eventsIn, setUp } from './harness.ts';

const token = (content: string): string => event({ type: 'token', content });

const streamed =
  (...pieces: string[]): Answer =>
  (_, response) => {
    openStream(response);
    response.end(pieces.join(''));
  };

const packed: Answer = (request, response) => {
  const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', ...RATE_HEADERS };
  response.writeHead(200, type).end(gzipSync(JSON.stringify({ data: message(request, 'packed') })));
};

/** How a reply breaks off, and what its owner reads of it. */
const BROKEN: [string, Answer, string][] = [
  ['ends too early', streamed(token('a')), 'StreamFault (the stream ended early)'],
  [
    'is said to have failed',
    streamed(token('a'), event({ type: 'error', message: 'theirs' })),
    'StreamFault (the service ended it with an error)',
  ],
  ['is longer than any reply', streamed(token('a').repeat(200)), 'StreamFault (the reply is too long)'],
  ['has an event longer than any', streamed(token('a'.repeat(600))), 'StreamFault (an event is too long)'],
  ['holds the key', streamed(token(KEY)), 'StreamFault (the reply holds the key)'],
  ['comes packed', packed, 'StreamFault (the service compressed what was to come plain)'],
  [
    'falls silent',
    (_, response) => {
      openStream(response);
      response.write(token('a'));
    },
    'StreamFault (the service fell silent)',
  ],
  [
    'is cut',
    (_, response) => {
      openStream(response);
      response.write(token('a'), () => response.destroy());
    },
    'SocketError UND_ERR_SOCKET',
  ],
];

for (const [how, answer, reason] of BROKEN) {
  test(`the log says why a reply broke off: one that ${how}`, async t => {
    const lines: [fault: unknown, line: string][] = [];
    const note = (fields: object, line: string): unknown =>
      lines.push([(fields as { fault?: unknown }).fault, line]);
    const limits = { replyBytes: 2000, eventBytes: 500, silenceSeconds: 1 };
    const { chat, upstream } = await setUp(t, { limits, logger: { info() {}, warn: note, error: note } });
    upstream.onChat(answer);
    const response = await chat({ message: 'hi', stream: true });
    const text = await response.text();
    assert.equal(eventsIn(text).at(-1)?.code, 'stream_interrupted');
    assert.doesNotMatch(text, /theirs|packed/);
    assert.deepEqual(lines, [[reason, 'a reply broke off']]);
  });
}

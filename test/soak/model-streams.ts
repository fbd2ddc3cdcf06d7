import { gzipSync } from 'node:zlib';

/** What a model's endpoint sends for one question, and what is to become of it. */
export interface ModelStream {
  head: string;
  /** As they are written to the socket, one after the other. */
  slices: Buffer[];
  /** Whether the line is reset after the last slice. */
  reset: boolean;
  said: string;
  /** Whether the answer has its end; else only a beginning of it may be shown, and nothing charged. */
  whole: boolean;
  finishReason: string;
}

const WORDS =
  'Hello| world|\n\n|\r\n| 😀|👩‍👩‍👧| e\u0301| שלום|\u202eabc|`a[0]`| [1]|\u2028|"|\\|</b>|data: x|[DONE]|\ufeff|\t'.split(
    '|',
  );
const REASONS = ['stop', 'length', 'content_filter', 'tool_calls', 'eos'];
/** Whole lines that say nothing, by the specification of server-sent events or because endpoints send them. */
const NOTHING = [
  ': alive\n\n',
  ':\n',
  '\n',
  'retry: 9\n\n',
  'event: ping\n\n',
  'data:\n\n',
  'data: null\n\n',
  'x: y\n',
];
const TYPES = ['text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream'];

/** One that the protocol allows, or, one time in four, one that breaks off. */
export function modelStream(random: () => number): ModelStream {
  const chance = (likely: number): boolean => random() < likely;
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

  const said = `<${Array.from({ length: upTo(12) }, () => pick(WORDS)).join('')}`;
  const finishReason = pick(REASONS);
  const fault = chance(0.25) ? pick(['no reason', 'cut', 'error', 'no JSON', 'reset']) : undefined;

  let lines = chance(0.1) ? '\ufeff' : '';
  const send = (value: object | string): void => {
    if (chance(0.1)) lines += pick(NOTHING);
    if (chance(0.05)) lines += 'id: 7\nevent: message\n';
    const json = typeof value === 'string' ? value : JSON.stringify(value, null, chance(0.05) ? 1 : 0);
    for (const line of json.split('\n')) lines += `data:${chance(0.8) ? ' ' : ''}${line}\n`;
    lines += '\n';
  };
  const sendChoice = (delta: object | null, reason: string | null = null): void => {
    const first = { index: 0, delta, finish_reason: reason };
    const other = { index: 1, delta: { content: 'of another answer' }, finish_reason: null };
    send({
      choices: chance(0.05)
        ? pick([
            [first, other],
            [other, first],
          ])
        : [first],
      usage: null,
    });
  };
  for (let at = 0, length = 0; at < said.length; at += length) {
    length = upTo(chance(0.3) ? 2 : 20);
    const piece = said.slice(at, at + length);
    if (chance(0.05)) send({ choices: [] });
    if (chance(0.05)) sendChoice(null);
    if (chance(0.05)) sendChoice({ reasoning_content: 'thinking', content: null });
    sendChoice(pick([{ content: piece }, { content: [{ type: 'text', text: piece }] }, { refusal: piece }]));
  }
  if (fault === 'error') send({ error: { message: 'overloaded' } });
  else if (fault === 'no JSON') send('{"choices":[');
  else if (fault === undefined) {
    sendChoice({}, finishReason);
    if (chance(0.3)) send({ choices: [], usage: { total_tokens: 3 } });
  }
  // Whoever has said so has said all, whatever becomes of the connection after it.
  const saysDone = chance(0.8) && fault !== 'reset';
  if (saysDone) send('[DONE]');

  const lineBreak = pick(['\n', '\r\n', '\r']);
  let bytes = Buffer.from(lines.replaceAll('\n', lineBreak));
  let type = pick(TYPES);
  if (fault === undefined && chance(0.1)) {
    const choices = [{ index: 0, message: { content: said }, finish_reason: finishReason }];
    bytes = Buffer.from(JSON.stringify({ choices }));
    type = 'application/json';
  }
  if (fault === 'cut') bytes = bytes.subarray(0, Math.floor(bytes.length * random() * 0.5));
  const reset = fault === 'reset';
  const packed = !reset && chance(0.15);
  if (packed) bytes = gzipSync(bytes);

  const size = pick([bytes.length, 1, 40, 200]);
  const plain: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) plain.push(bytes.subarray(at, at + size));
  const framing = reset ? 'chunks' : pick(['chunks', 'trailers', 'length', 'end of line']);
  const fields = [`Content-Type: ${type}`, 'Connection: close'];
  if (packed) fields.push('Content-Encoding: gzip');
  if (framing === 'length') fields.push(`Content-Length: ${bytes.length}`);
  const isChunked = framing === 'chunks' || framing === 'trailers';
  if (isChunked) fields.push('Transfer-Encoding: chunked');
  const slices = isChunked ? plain.map(inChunk) : plain;
  if (isChunked && !reset)
    slices.push(Buffer.from(`0\r\n${framing === 'trailers' ? 'X-Sum: 1\r\n' : ''}\r\n`));
  const head = `HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`;
  const reasonless = fault === 'no reason' && saysDone;
  return {
    head,
    slices,
    reset,
    said,
    whole: fault === undefined || reasonless,
    finishReason: reasonless ? 'stop' : finishReason,
  };
}

function inChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

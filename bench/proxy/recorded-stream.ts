import { connect, type Socket } from 'node:net';
import { now } from './clock.ts';

const AGENT_ID = '3f2b8c1e-6d0a-4b7e-9a51-0c2d4e6f8a10';
const HEAD_END = '\r\n\r\n';

/** Where every socket's bytes arrive; what is there is copied out at once. */
const shared = Buffer.allocUnsafe(64 * 1024);

export interface Heard {
  /** Milliseconds from the request to the first token. */
  first: number;
  /** When each token was read, and how many milliseconds after the service had written it. */
  tokens: { at: number; late: number }[];
  /** Whether every token came once and in order, and `done` behind them. */
  whole: boolean;
}

/**
 * A request on a connection of its own, as browsers behind different addresses make them. What comes is kept with its
 * time and read only afterwards, so that the load costs the machine little while something is measured.
 */
export class RecordedStream {
  readonly closed: Promise<void>;
  readonly #tape = new Tape();
  readonly #started = now();
  readonly #wanted: number;

  constructor(port: number, tokens: number, stream = true) {
    this.#wanted = tokens;
    const body = JSON.stringify({ message: String(tokens), stream });
    const { socket, closed } = open(port, (count, buffer) => {
      this.#tape.add(now(), buffer, count);
    });
    this.closed = closed;
    socket.write(
      `POST /api/v2/agents/${AGENT_ID}/chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        `Idempotency-Key: ${crypto.randomUUID()}\r\n\r\n${body}`,
    );
  }

  get answered(): boolean {
    const [first] = this.#tape.pieces();
    return first?.text.startsWith('HTTP/1.1 200 ') ?? false;
  }

  hear(): Heard {
    const body = new ChunkedBody();
    const heard: Heard = { first: Number.NaN, tokens: [], whole: true };
    let rest = '';
    let done = false;
    for (const { at, text } of this.#tape.pieces()) {
      rest += body.read(text);
      const end = rest.lastIndexOf('\n\n');
      if (end === -1) continue;
      for (const [, number, sent] of rest.slice(0, end).matchAll(/"content":"(\d+):([\d.]+) "/g)) {
        heard.whole &&= Number(number) === heard.tokens.length;
        if (heard.tokens.length === 0) heard.first = at - this.#started;
        heard.tokens.push({ at, late: at - Number(sent) });
      }
      done ||= rest.slice(0, end).includes('"type":"done"');
      rest = rest.slice(end);
    }
    heard.whole &&= done && heard.tokens.length === this.#wanted;
    return heard;
  }
}

/**
 * What was read and when, in two blocks of memory: as an object for each piece it would make the collector stop the
 * load for many milliseconds, and the pause would be read as the subject's.
 */
class Tape {
  #bytes = Buffer.allocUnsafeSlow(2048);
  /** Pairs: the time, and where the piece ends. */
  #marks = new Float64Array(64);
  #count = 0;
  #size = 0;

  add(at: number, bytes: Uint8Array, count: number): void {
    if (this.#size + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#size + count, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    if (this.#count === this.#marks.length) {
      const larger = new Float64Array(this.#marks.length * 2);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    (bytes as Buffer).copy(this.#bytes, this.#size, 0, count);
    this.#size += count;
    this.#marks[this.#count++] = at;
    this.#marks[this.#count++] = this.#size;
  }

  *pieces(): Generator<{ at: number; text: string }> {
    for (let i = 0, from = 0; i < this.#count; i += 2) {
      const [at, end] = [this.#marks[i]!, this.#marks[i + 1]!];
      yield { at, text: this.#bytes.toString('latin1', from, end) };
      from = end;
    }
  }
}

function open(
  port: number,
  take: (count: number, buffer: Uint8Array) => void,
): { socket: Socket; closed: Promise<void> } {
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback(count, buffer) {
        take(count, buffer);
        return true;
      },
    },
  });
  const closed = new Promise<void>(resolve => {
    // What broke off shows in what was heard.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  return { socket, closed };
}

/** Takes the head and the chunk framing off an answer, however it is cut. */
class ChunkedBody {
  #head = true;
  #left = 0;
  #rest = '';

  read(text: string): string {
    this.#rest += text;
    if (this.#head) {
      const end = this.#rest.indexOf(HEAD_END);
      if (end === -1) return '';
      this.#head = false;
      this.#rest = this.#rest.slice(end + HEAD_END.length);
    }
    let body = '';
    for (;;) {
      if (this.#left === 0) {
        const [size] = /^(?:\r\n)?[\da-f]+\r\n/i.exec(this.#rest) ?? [];
        if (size === undefined) return body;
        this.#left = Number.parseInt(size.trim(), 16);
        this.#rest = this.#rest.slice(size.length);
        if (this.#left === 0) return body;
      }
      const part = this.#rest.slice(0, this.#left);
      if (part === '') return body;
      body += part;
      this.#left -= part.length;
      this.#rest = this.#rest.slice(part.length);
    }
  }
}

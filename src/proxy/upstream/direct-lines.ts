import type { Agent, ClientRequestArgs, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Where what arrives on any line is put. It is copied or handed on before the next is read. */
const arrived = Buffer.allocUnsafeSlow(64 * 1024);

const HEAD_END = '\r\n\r\n';
const CR = 0x0d;
const LF = 0x0a;
/** Digits of a chunk's size that are looked at: no larger one comes whole. */
const SIZE_DIGITS = 4;

const lines = new WeakMap<Duplex, DirectLine>();

/** Has the lines that an agent opens read directly. */
export function readDirectly(agent: Agent): void {
  const open = agent.createConnection.bind(agent);
  agent.createConnection = (options, opened) => {
    const line = new DirectLine();
    const onread = { buffer: arrived, callback: (size: number) => line.read(size) };
    // An option of both `net.connect` and `tls.connect`.
    const socket = open({ ...options, onread } as ClientRequestArgs, opened);
    if (socket) line.belongTo(socket);
    return socket;
  };
  agent.on('free', socket => lines.get(socket)?.rest());
}

/** Undefined where Node has opened the line by another way, such as through a proxy. */
export function directLine(socket: Duplex): DirectLine | undefined {
  return lines.get(socket);
}

/**
 * A line on which the chunks of an event stream are taken from where the system has put them. Node's HTTP client makes
 * a buffer for each and passes it through two streams, which costs more than all else that is done with a token. It
 * still gets the head and the end of every answer, and whatever is not a plain chunk that came whole: what it makes of
 * them holds.
 */
class DirectLine {
  #socket: Duplex | undefined;
  #next: 'nothing' | 'head' | 'chunk' | 'any' = 'any';
  /** Bytes of a chunk whose beginning the client has. */
  #owed = 0;
  #message: IncomingMessage | undefined;
  #take: ((chunk: Uint8Array) => void) | undefined;
  /** Whether the message has handed on all that the client gave it, so that nothing is overtaken. */
  #isCaughtUp = false;

  belongTo(socket: Duplex): void {
    this.#socket = socket;
    lines.set(socket, this);
  }

  /** Nobody uses it for now. */
  rest(): void {
    this.#next = 'nothing';
  }

  /** A request is about to go out. */
  expectHead(): void {
    this.#next = 'head';
    this.#owed = 0;
    this.#message = undefined;
    this.#take = undefined;
    this.#isCaughtUp = false;
  }

  /** To be called while the client hands over an answer whose head it has read. */
  begin(message: IncomingMessage): void {
    const { 'transfer-encoding': encoding, 'content-type': type = '' } = message.headers;
    this.#message = message;
    this.#next = 'any';
    if (encoding !== 'chunked' || !/^text\/event-stream\b/i.test(type)) return;
    this.#next = 'chunk';
    // It is for lines that nobody uses, and would be wound up anew at each token. The agent sets it again.
    message.socket.setTimeout(0);
  }

  /** Who takes the chunks a message does not get, each good until he returns. Without, the message gets all. */
  hand(message: IncomingMessage, take: ((chunk: Uint8Array) => void) | undefined): void {
    // The line may be another message's by now.
    if (message !== this.#message) return;
    this.#take = take;
    this.#isCaughtUp = false;
  }

  /** Reads so many bytes that have arrived. False when the client wants no more for now. */
  read(size: number): boolean {
    const socket = this.#socket!;
    // Such as a 408 because it was idle for too long. Older releases of Node drop that and lend the line out.
    if (this.#next === 'nothing') socket.destroy();
    let more = true;
    for (let from = 0; from < size && !socket.destroyed; ) {
      const chunk = this.#next === 'chunk' && this.#owed === 0 ? chunkAt(from, size) : undefined;
      if (chunk && chunk.end <= size && this.#mayTake()) {
        this.#take?.(arrived.subarray(chunk.data, chunk.end - 2));
        from = chunk.end;
        continue;
      }
      if (chunk) this.#owed = chunk.end - from;
      else if (this.#owed === 0 && this.#next === 'chunk') this.#next = 'any';
      this.#isCaughtUp = false;
      const to = this.#endOfOther(from, size);
      more = socket.push(Buffer.from(arrived.subarray(from, to)));
      from = to;
    }
    return more;
  }

  /** Where that ends which the client is to be given next. */
  #endOfOther(from: number, size: number): number {
    if (this.#owed > 0) {
      const to = Math.min(size, from + this.#owed);
      this.#owed -= to - from;
      return to;
    }
    if (this.#next === 'any') return size;
    const end = arrived.subarray(0, size).indexOf(HEAD_END, from, 'latin1');
    if (end >= 0) return end + HEAD_END.length;
    this.#next = 'any';
    return size;
  }

  #mayTake(): boolean {
    if (!this.#isCaughtUp && this.#message && this.#take) {
      const { readableLength, readableFlowing } = this.#message;
      this.#isCaughtUp = readableLength === 0 && readableFlowing === true;
    }
    return this.#isCaughtUp;
  }
}

/** Where the data of a chunk begins, and where it ends with its line break; undefined for the last, and for what is not plain. */
function chunkAt(from: number, size: number): { data: number; end: number } | undefined {
  let length = 0;
  let at = from;
  for (; at < size && at < from + SIZE_DIGITS; at++) {
    const digit = digitOf(arrived[at]!);
    if (digit === -1) break;
    length = length * 16 + digit;
  }
  if (length === 0 || at + 2 > size || arrived[at] !== CR || arrived[at + 1] !== LF) return undefined;
  const data = at + 2;
  const end = data + length + 2;
  if (end <= size && (arrived[end - 2] !== CR || arrived[end - 1] !== LF)) return undefined;
  return { data, end };
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const NEWLINE = 0x0a;

/** A stream that exceeds a bound: too long, silent for too long, or cut off. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault';
}

/**
 * Splits the bytes of an SSE stream into the data of its events. Omits comments, ids and retry times, and names
 * unless requested. Takes constant work per byte, however the bytes are split.
 */
export class EventLines {
  readonly #decoder = new TextDecoder();
  readonly #limit: number;
  /** The chunks of a line without its end so far; joined at its end. */
  #slices: string[] = [];
  #sliced = 0;
  #data: string | undefined;
  #endedWithCr = false;
  /** Whether an event or a character has begun and is incomplete. */
  #begun = false;
  readonly #readsNames: boolean;
  #name: string | undefined;
  /** Names of the events that the last `push` returned, by their index. */
  readonly names = new Map<number, string>();
  #fault: StreamFault | undefined;

  /**
   * @param limit characters of one line, and of the data of one event
   * @param names whether to read the names of events; an event `error` then needs no data
   */
  constructor(limit: number, { names = false }: { names?: boolean } = {}) {
    this.#limit = limit;
    this.#readsNames = names;
  }

  /** Set once a bound is exceeded. Events before it count, later ones do not. */
  get fault(): StreamFault | undefined {
    return this.#fault;
  }

  /** Whether the next byte begins a new event. */
  get between(): boolean {
    return !this.#begun;
  }

  /** The data of each event that is complete with this chunk. */
  push(chunk: Uint8Array): string[] {
    if (this.#readsNames) this.names.clear();
    const events = this.#read(chunk);
    this.#begun = this.#data !== undefined || this.#sliced > 0 || chunk[chunk.length - 1] !== NEWLINE;
    return events;
  }

  #read(chunk: Uint8Array): string[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    const events: string[] = [];
    let from = 0;
    if (this.#endedWithCr && text.startsWith('\n')) from = 1;
    if (text !== '') this.#endedWithCr = text.endsWith('\r');
    const hasCr = text.includes('\r');
    while (from < text.length && !this.#fault) {
      const end = hasCr ? nextBreak(text, from) : text.indexOf('\n', from);
      if (end === -1) break;
      this.#line(this.#sliced === 0 ? text.slice(from, end) : this.#take(text.slice(from, end)), events);
      from = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    if (from < text.length && !this.#fault) this.#keep(text.slice(from));
    return events;
  }

  #line(line: string, events: string[]): void {
    if (line === '') {
      if (this.#name === 'error') this.#data ??= '';
      if (this.#data !== undefined) {
        if (this.#name !== undefined) this.names.set(events.length, this.#name);
        events.push(this.#data);
      }
      this.#data = undefined;
      this.#name = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      if (this.#data.length > this.#limit) this.#fault = new StreamFault('an event is too long');
    } else if (this.#readsNames && line.startsWith('event:')) this.#name = line.slice(6).trim();
  }

  #keep(slice: string): void {
    this.#slices.push(slice);
    this.#sliced += slice.length;
    if (this.#sliced > this.#limit) this.#fault = new StreamFault('a line is too long');
  }

  #take(last: string): string {
    const line = this.#slices.join('') + last;
    this.#slices = [];
    this.#sliced = 0;
    return line;
  }
}

function nextBreak(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || unit === 0x0d) return i;
  }
  return -1;
}

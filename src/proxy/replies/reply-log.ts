import type { ProtocolError } from '../../protocol/errors.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { errorEvent } from './reply-errors.ts';
import type { ReplyMemory } from './reply-memory.ts';

/** Bytes a reply's log begins with. */
const FIRST_ROOM = 1024;
/** Small, because thousands of replies grow at once. */
const GROWTH = 1.25;
const NEWLINE = 0x0a;
const ALIVE_MS = 5000;

/** Bytes of an event's `id:` line, at most. */
const NUMBER_LINE = 16;
const DIGIT_ZERO = 0x30;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const ID = encoder.encode('id: ');

/** A second target of a reply, for readers at other instances. */
export interface ReplySink {
  /** Called before the first event. */
  begun(log: ReplyLog): void;
  /** `count` events, the first with number `start`, as they are in the log. */
  append(start: number, count: number, text: string): void;
  /** Resolves once the other instances can see the end, or after a timeout. */
  ended(log: ReplyLog): Promise<void>;
}

/**
 * The journal of one reply: numbered events, in the bytes that visitors get, so that any number of readers can join at any
 * event. Append-only.
 */
export class ReplyLog {
  /** Whole events, ready to send. */
  #bytes = new Uint8Array(FIRST_ROOM);
  /** Replaced at each change, because listeners come and go while all are notified. */
  #listeners: readonly (() => void)[] = [];
  #count = 0;
  #size = 0;
  #ended = false;
  #accepted = false;
  #refusal: ProtocolError | undefined;
  #waitUntil: number | undefined;
  #last: StreamEvent | undefined;
  #aliveAt: number | undefined;
  #memory: ReplyMemory | undefined;
  #kept = true;
  /** Responses that are made of it. Its bytes are kept as long, since a response may be read much later. */
  answers = 0;
  readonly #sink: ReplySink | undefined;

  constructor(sink?: ReplySink) {
    this.#sink = sink;
    sink?.begun(this);
  }

  /** Counts its bytes in `memory` from now on, until it is released and its last reader has left. */
  countIn(memory: ReplyMemory): void {
    memory.count(this.#bytes.length);
    this.#memory = memory;
  }

  release(): void {
    this.#kept = false;
    this.#uncount();
  }

  /**
   * Frees the bytes of an ended reply that nobody can find any more; left to the garbage collector, they bring its next
   * full collection nearer. Does nothing if a response is made of them or another instance may need them.
   */
  free(): void {
    if (this.answers === 0 && !this.#sink) this.#resize(0);
  }

  /** Number of the last event. */
  get count(): number {
    return this.#count;
  }

  /** Bytes in memory. */
  get size(): number {
    return this.#size;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the service has begun to answer. */
  get accepted(): boolean {
    return this.#accepted;
  }

  /** Why there is no reply, if it ended before its first event. */
  get refusal(): ProtocolError | undefined {
    return this.#refusal;
  }

  /** Time (ms since 1970) at which the service should have room, while the message waits. */
  get waitUntil(): number | undefined {
    return this.#waitUntil;
  }

  /** `done` or `error`, once the reply has ended with one. */
  get lastEvent(): StreamEvent | undefined {
    return this.#last;
  }

  /** Whether its writer's heartbeat (`alive`) has stopped, because the runtime has ended the writer. */
  get abandoned(): boolean {
    return !this.#ended && this.#aliveAt !== undefined && Date.now() - this.#aliveAt > ALIVE_MS;
  }

  get listeners(): number {
    return this.#listeners.length;
  }

  /** Called at each change until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter(other => other !== listener);
      this.#uncount();
    };
  }

  /** The writer's heartbeat, every second. Not needed if the runtime never ends a writer. */
  alive(): void {
    this.#aliveAt = Date.now();
  }

  wait(until: number): void {
    this.#waitUntil = until;
    this.#notify();
  }

  accept(): void {
    this.#accepted = true;
    this.#waitUntil = undefined;
    this.#notify();
  }

  /** Adds the JSON of events, in order. */
  append(events: readonly string[]): void {
    if (this.#ended || events.length === 0) return;
    this.#number(events);
    this.#notify();
  }

  /**
   * Adds events unchanged, each a `data:` line and a blank line, as long as `endOf` finds the end of the event at a byte;
   * it returns 0 for any other. Returns the number of bytes taken.
   * @throws NoRoom, as all methods that add events
   */
  appendBytes(bytes: Uint8Array, endOf: (from: number) => number): number {
    const [first, before] = [this.#count + 1, this.#size];
    let from = 0;
    while (!this.#ended && from < bytes.length) {
      const end = endOf(from);
      if (end === 0) break;
      this.#addEvent(bytes, from, end);
      from = end;
    }
    if (from === 0) return 0;
    this.#notify();
    this.#sink?.append(
      first,
      this.#count + 1 - first,
      decoder.decode(this.#bytes.subarray(before, this.#size)),
    );
    return from;
  }

  /** Adds the last event. */
  finish(event: StreamEvent): void {
    if (this.#ended) return;
    this.#last = event;
    this.#number([JSON.stringify(event)]);
    this.#end();
  }

  /** Ends a reply that never began. One that has begun ends with an `error` event instead. */
  refuse(error: ProtocolError): void {
    if (this.#ended) return;
    if (this.#accepted || this.#count > 0) {
      this.finish(errorEvent(error));
      return;
    }
    this.#refusal = error;
    this.#end();
  }

  /** Adds text that another instance has numbered: `count` events, the first with number `start`. */
  adopt(start: number, count: number, text: string): void {
    if (this.#ended || start !== this.#count + 1) return;
    this.#add(text);
    this.#count += count;
    this.#notify();
  }

  /** Ends as another instance ended it: with the last event, or a refusal before the first one. */
  adoptEnd(outcome: { last?: StreamEvent | undefined; refusal?: ProtocolError | undefined }): void {
    if (this.#ended) return;
    this.#last = outcome.last;
    this.#refusal = outcome.refusal;
    this.#end();
  }

  /** The content, up to `size`; valid until the log changes. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Where event `number` ends; undefined if there is none yet. */
  endOf(number: number): number | undefined {
    if (number > this.#count) return undefined;
    if (number === this.#count) return this.#size;
    let end = 0;
    for (let left = number; left > 0; left--) {
      while (this.#bytes[end] !== NEWLINE || this.#bytes[end + 1] !== NEWLINE) end++;
      end += 2;
    }
    return end;
  }

  #uncount(): void {
    if (this.#kept || this.#listeners.length > 0) return;
    this.#memory?.count(-this.#bytes.length);
    this.#memory = undefined;
  }

  #number(events: readonly string[]): void {
    let text = '';
    const start = this.#count + 1;
    let number = this.#count;
    for (const json of events) text += `id: ${++number}\ndata: ${json}\n\n`;
    this.#add(text);
    this.#count = number;
    this.#sink?.append(start, events.length, text);
  }

  #addEvent(bytes: Uint8Array, from: number, to: number): void {
    this.#makeRoom(NUMBER_LINE + to - from);
    const log = this.#bytes;
    let at = this.#size;
    for (let i = 0; i < ID.length; i++) log[at++] = ID[i]!;
    const number = ++this.#count;
    let digit = 1;
    while (digit * 10 <= number) digit *= 10;
    for (; digit >= 1; digit /= 10) log[at++] = DIGIT_ZERO + (Math.floor(number / digit) % 10);
    log[at++] = NEWLINE;
    for (let i = from; i < to; i++) log[at++] = bytes[i]!;
    this.#size = at;
  }

  #add(text: string): void {
    const bytes = encoder.encode(text);
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  #makeRoom(length: number): void {
    const needed = this.#size + length;
    const before = this.#bytes.length;
    if (needed <= before) return;
    const after = Math.max(needed, Math.ceil(before * GROWTH));
    // The last event always has room: it ends the reply and reports its cost.
    if (!this.#last) this.#memory?.demand(before, after);
    this.#resize(after);
  }

  /** `transfer` frees the old buffer at once, not at the next garbage collection. */
  #resize(length: number): void {
    this.#memory?.count(length - this.#bytes.length);
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
  }

  #end(): void {
    this.#ended = true;
    void this.#sink?.ended(this);
    this.#waitUntil = undefined;
    // Kept for later readers, without spare room.
    this.#resize(this.#size);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

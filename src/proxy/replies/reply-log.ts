import type { ProtocolError } from '../../protocol/errors.ts';
import { formatStreamEvent, type StreamEvent } from '../../protocol/stream-events.ts';

/** Characters handed to one reader at once, so that a slow one holds little. */
const PIECE = 64 * 1024;

/** Where a reply is written to as well, for the readers of other instances. */
export interface ReplySink {
  piece(start: number, count: number, text: string): void;
  ended(log: ReplyLog): void;
}

/**
 * One reply as it is written: numbered events in the bytes a visitor gets, kept so that any number of readers
 * can join at any event. Grows at its end only.
 */
export class ReplyLog {
  /** Whole events, ready to send, one entry for what came at once. */
  readonly #pieces: string[] = [];
  /** Number of the first event of each piece. */
  readonly #starts: number[] = [];
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #size = 0;
  #ended = false;
  #accepted = false;
  #refusal: ProtocolError | undefined;
  #waitUntil: number | undefined;
  #last: StreamEvent | undefined;
  readonly #sink: ReplySink | undefined;

  constructor(sink?: ReplySink) {
    this.#sink = sink;
  }

  /** Number of the last event. */
  get count(): number {
    return this.#count;
  }

  /** Characters held. */
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

  /** Why there is no reply, when it ended before its first event. */
  get refusal(): ProtocolError | undefined {
    return this.#refusal;
  }

  /** Time (ms since 1970) at which the service should have room, while the message waits for that. */
  get waitUntil(): number | undefined {
    return this.#waitUntil;
  }

  /** `done` or `error`, once the reply has ended with one. */
  get lastEvent(): StreamEvent | undefined {
    return this.#last;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** Called at each change until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wait(until: number): void {
    this.#waitUntil = until;
    this.#tell();
  }

  accept(): void {
    this.#accepted = true;
    this.#waitUntil = undefined;
    this.#tell();
  }

  /** Adds the JSON of events, in order. */
  append(events: readonly string[]): void {
    if (this.#ended || events.length === 0) return;
    let piece = '';
    const start = this.#count + 1;
    for (const json of events) piece += `id: ${++this.#count}\ndata: ${json}\n\n`;
    this.#add(start, piece);
    this.#sink?.piece(start, events.length, piece);
  }

  /** Adds the last event. */
  finish(event: StreamEvent): void {
    if (this.#ended) return;
    this.#last = event;
    this.append([JSON.stringify(event)]);
    this.#end();
  }

  /** Ends a reply that never began. One that has begun ends with an `error` event instead. */
  refuse(error: ProtocolError): void {
    if (this.#ended) return;
    if (this.#accepted || this.#count > 0) {
      this.finish({ type: 'error', code: error.code, message: error.message });
      return;
    }
    this.#refusal = error;
    this.#end();
  }

  /** Takes over text another instance has numbered: `count` events, the first of them number `start`. */
  adopt(start: number, count: number, text: string): void {
    if (this.#ended || start !== this.#count + 1) return;
    this.#count += count;
    this.#add(start, text);
  }

  /** Ends as another instance has ended it: with its last event, or a refusal before the first one. */
  adoptEnd(outcome: { last?: StreamEvent | undefined; refusal?: ProtocolError | undefined }): void {
    if (this.#ended) return;
    this.#last = outcome.last;
    this.#refusal = outcome.refusal;
    this.#end();
  }

  /** What comes after event `after`: some whole events, and the number of the last of them. */
  read(after: number): { text: string; last: number } {
    let index = this.#indexOf(after + 1);
    if (index === -1) return { text: '', last: after };
    let text = skipEvents(this.#pieces[index]!, after + 1 - this.#starts[index]!);
    for (index++; text.length < PIECE && index < this.#pieces.length; index++) text += this.#pieces[index];
    return { text, last: (this.#starts[index] ?? this.#count + 1) - 1 };
  }

  #indexOf(number: number): number {
    if (number > this.#count) return -1;
    let low = 0;
    let high = this.#starts.length - 1;
    // Readers are nearly always at the end.
    if (this.#starts[high]! <= number) return high;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #add(start: number, piece: string): void {
    this.#pieces.push(piece);
    this.#starts.push(start);
    this.#size += piece.length;
    this.#tell();
  }

  #end(): void {
    this.#ended = true;
    this.#sink?.ended(this);
    this.#waitUntil = undefined;
    // One string instead of hundreds: what is kept for latecomers takes little more than its text.
    const text = this.#pieces.join('');
    this.#pieces.splice(0, this.#pieces.length, ...(text ? [text] : []));
    this.#starts.splice(0, this.#starts.length, ...(text ? [1] : []));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The error event of a reply that ends badly after its stream was opened. It has no number: nothing follows it. */
export function errorEvent(error: ProtocolError): string {
  return formatStreamEvent({ type: 'error', code: error.code, message: error.message });
}

function skipEvents(text: string, count: number): string {
  let from = 0;
  for (let i = 0; i < count; i++) from = text.indexOf('\n\n', from) + 2;
  return from === 0 ? text : text.slice(from);
}

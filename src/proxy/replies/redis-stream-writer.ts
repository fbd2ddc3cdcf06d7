import type { RedisClient } from '../../databases/redis.ts';
import type { ReplyLog } from './reply-log.ts';

interface EventBatch {
  /** Number of its first event. */
  start: number;
  count: number;
  text: string;
}

/** Milliseconds events are batched: a write to Redis for each token would cost more than the token. */
const BATCH_MS = 10;
/** The same while Redis takes nothing. */
const RETRY_MS = 500;
/** Redis has an entry already: it came, though the answer that said so was lost. */
const THERE_ALREADY = /equal or smaller/;

export interface RedisStreamWriterOptions {
  keyOf: (key: string) => string;
  /** Seconds after which a reply nobody ended is dropped. */
  lifetime: number;
  /** Looks, with each batch, whether Redis has lost what it had. */
  check: () => Promise<void>;
  onFault: (error: unknown) => void;
}

/** Writes the events of many replies to their Redis Streams, in order and in batches. */
export class RedisStreamWriter {
  readonly #redis: RedisClient;
  readonly #options: RedisStreamWriterOptions;
  #pending = new Map<string, EventBatch>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delay = BATCH_MS;
  #closed = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #incomplete = new Set<string>();

  constructor(redis: RedisClient, options: RedisStreamWriterOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  add(key: string, batch: EventBatch): void {
    const before = this.#pending.get(key);
    this.#pending.set(key, before ? joined(before, batch) : batch);
    this.#schedule();
  }

  /** Resolves once everything added so far is written, or was not taken. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll()).catch(this.#options.onFault);
    return this.#writing;
  }

  /** Writes what is left a last time. */
  close(): Promise<void> {
    this.#closed = true;
    return this.flush();
  }

  /** Whether events of a reply are not written. Asked once, at its end. */
  hasLost(key: string): boolean {
    const waits = this.#pending.delete(key);
    return this.#incomplete.delete(key) || waits;
  }

  /** Writes what there is of a reply anew, for who comes to join it. */
  async restore(key: string, log: ReplyLog): Promise<void> {
    const stream = this.#options.keyOf(key);
    this.#pending.delete(key);
    this.#incomplete.delete(key);
    const writing = this.#redis.multi();
    addWhole(writing, stream, log);
    await writing
      .expire(stream, this.#options.lifetime)
      .publish(stream, '')
      .exec()
      .catch(error => {
        this.#incomplete.add(key);
        throw error;
      });
  }

  /** Writes the entry that ends a reply, with the whole of it anew where something was lost. */
  async end(key: string, log: ReplyLog, ending: string, anew: boolean): Promise<void> {
    const stream = this.#options.keyOf(key);
    const writing = this.#redis.multi();
    if (anew) addWhole(writing, stream, log);
    await writing
      .xAdd(stream, `${log.count + 1}-0`, { ending })
      .publish(stream, '')
      .exec();
  }

  async #writeAll(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    this.#delay = BATCH_MS;
    const writes = [...pending].map(([key, batch]) => this.#write(key, batch));
    if (writes.length > 0) writes.push(this.#options.check());
    // All of them: what follows must not overtake what is not taken.
    const refused = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (refused) throw (refused as PromiseRejectedResult).reason;
  }

  async #write(key: string, batch: EventBatch): Promise<void> {
    // Nothing may follow a gap: it is written anew at its end.
    if (this.#incomplete.has(key)) return;
    const { start, count, text } = batch;
    const stream = this.#options.keyOf(key);
    await Promise.all([
      this.#redis.xAdd(stream, `${start}-0`, { count: String(count), text }),
      start === 1 ? this.#redis.expire(stream, this.#options.lifetime) : undefined,
      this.#redis.publish(stream, ''),
    ]).catch((error: Error) => {
      if (THERE_ALREADY.test(error.message)) this.#incomplete.add(key);
      else this.#keep(key, batch);
      throw error;
    });
  }

  /** For the next time, before what has come meanwhile. */
  #keep(key: string, batch: EventBatch): void {
    const after = this.#pending.get(key);
    this.#pending.set(key, after ? joined(batch, after) : batch);
    this.#delay = RETRY_MS;
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#closed) this.#timer ??= setTimeout(() => void this.flush(), this.#delay);
  }
}

function joined(first: EventBatch, second: EventBatch): EventBatch {
  return { start: first.start, count: first.count + second.count, text: first.text + second.text };
}

function addWhole(writing: ReturnType<RedisClient['multi']>, stream: string, log: ReplyLog): void {
  writing.del(stream);
  // Each by itself: whoever follows has some of them, and goes on behind those.
  const text = new TextDecoder().decode(log.bytes.subarray(0, log.size));
  const events = text === '' ? [] : text.split(/(?<=\n\n)/);
  for (const [before, event] of events.entries()) {
    writing.xAdd(stream, `${before + 1}-0`, { count: '1', text: event });
  }
}

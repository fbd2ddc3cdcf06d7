import type { RedisClient } from '../../databases/redis.ts';
import type { ReplyLog } from './reply-log.ts';

interface EventBatch {
  /** Number of its first event. */
  start: number;
  count: number;
  text: string;
}

/** Milliseconds that events are batched: one write to Redis for each token would cost more than the token. */
const BATCH_MS = 10;
/** The same while Redis fails. */
const RETRY_MS = 500;
/** Redis has the entry already; the answer that said so was lost. */
const DUPLICATE = /equal or smaller/;

export interface RedisStreamWriterOptions {
  keyOf: (key: string) => string;
  /** Seconds after which a reply without an end is dropped. */
  lifetime: number;
  /** Checks with each batch whether Redis has lost its data. */
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

  /** Resolves once everything added so far is written or has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll()).catch(this.#options.onFault);
    return this.#writing;
  }

  /** Writes what is left, without retries. */
  close(): Promise<void> {
    this.#closed = true;
    return this.flush();
  }

  /** Whether events of a reply are missing. To be called once, at its end. */
  hasLost(key: string): boolean {
    const waits = this.#pending.delete(key);
    return this.#incomplete.delete(key) || waits;
  }

  /** Writes all of a reply again, for readers who join it. */
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

  /** Writes the entry that ends a reply; `anew` writes all of it again, if something was lost. */
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
    // Waits for all: later events must not overtake a failed write.
    const refused = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (refused) throw (refused as PromiseRejectedResult).reason;
  }

  async #write(key: string, batch: EventBatch): Promise<void> {
    // Nothing may follow a gap; the reply is written again at its end.
    if (this.#incomplete.has(key)) return;
    const { start, count, text } = batch;
    const stream = this.#options.keyOf(key);
    await Promise.all([
      this.#redis.xAdd(stream, `${start}-0`, { count: String(count), text }),
      start === 1 ? this.#redis.expire(stream, this.#options.lifetime) : undefined,
      this.#redis.publish(stream, ''),
    ]).catch((error: Error) => {
      if (DUPLICATE.test(error.message)) this.#incomplete.add(key);
      else this.#keep(key, batch);
      throw error;
    });
  }

  /** Puts a failed batch before the events that came meanwhile. */
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
  // One entry for each event, because followers go on after any of them.
  const text = new TextDecoder().decode(log.bytes.subarray(0, log.size));
  const events = text === '' ? [] : text.split(/(?<=\n\n)/);
  for (const [before, event] of events.entries()) {
    writing.xAdd(stream, `${before + 1}-0`, { count: '1', text: event });
  }
}

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

export interface RedisStreamWriterOptions {
  keyOf: (key: string) => string;
  /** Seconds after which a reply nobody ended is dropped. */
  lifetime: number;
  onFault: (error: unknown) => void;
}

/** Writes the events of many replies to their Redis Streams, in order and in batches. */
export class RedisStreamWriter {
  readonly #redis: RedisClient;
  readonly #options: RedisStreamWriterOptions;
  #pending = new Map<string, EventBatch>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #incomplete = new Set<string>();

  constructor(redis: RedisClient, options: RedisStreamWriterOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  add(key: string, batch: EventBatch): void {
    const before = this.#pending.get(key);
    this.#pending.set(
      key,
      before
        ? { start: before.start, count: before.count + batch.count, text: before.text + batch.text }
        : batch,
    );
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  /** Resolves once everything added so far is written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    this.#writing = this.#writing
      .then(async () => {
        await Promise.all([...pending].map(([key, batch]) => this.#write(key, batch)));
      })
      .catch(this.#options.onFault);
    return this.#writing;
  }

  /** Whether events of a reply could not be written. Asked once, at its end. */
  hasLost(key: string): boolean {
    return this.#incomplete.delete(key);
  }

  /** Writes the entry that ends a reply, with the whole of it anew where something was lost. */
  async end(key: string, log: ReplyLog, ending: string, anew: boolean): Promise<void> {
    const stream = this.#options.keyOf(key);
    const writing = this.#redis.multi();
    if (anew) {
      writing.del(stream);
      // Each by itself: whoever follows has some of them, and goes on behind those.
      const text = new TextDecoder().decode(log.bytes.subarray(0, log.size));
      const events = text === '' ? [] : text.split(/(?<=\n\n)/);
      for (const [before, event] of events.entries()) {
        writing.xAdd(stream, `${before + 1}-0`, { count: '1', text: event });
      }
    }
    await writing
      .xAdd(stream, `${log.count + 1}-0`, { ending })
      .publish(stream, '')
      .exec();
  }

  async #write(key: string, { start, count, text }: EventBatch): Promise<void> {
    const stream = this.#options.keyOf(key);
    await Promise.all([
      this.#redis.xAdd(stream, `${start}-0`, { count: String(count), text }),
      start === 1 ? this.#redis.expire(stream, this.#options.lifetime) : undefined,
      this.#redis.publish(stream, ''),
    ]).catch(error => {
      this.#incomplete.add(key);
      throw error;
    });
  }
}

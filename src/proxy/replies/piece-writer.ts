import type { RedisClient } from '../stores/redis-client.ts';

interface Piece {
  /** Number of its first event. */
  start: number;
  count: number;
  text: string;
}

/** Milliseconds pieces are gathered: a write to Redis for each token would cost more than the token. */
const GATHER_MS = 10;
/** Seconds after which a reply nobody ended is dropped. */
const LIFETIME = 3600;

/** Writes the pieces of many replies to their streams, in order, gathered for a moment. */
export class PieceWriter {
  readonly #redis: RedisClient;
  readonly #keyOf: (key: string) => string;
  readonly #onFault: (error: unknown) => void;
  #pending = new Map<string, Piece>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(redis: RedisClient, keyOf: (key: string) => string, onFault: (error: unknown) => void) {
    this.#redis = redis;
    this.#keyOf = keyOf;
    this.#onFault = onFault;
  }

  add(key: string, piece: Piece): void {
    const before = this.#pending.get(key);
    this.#pending.set(
      key,
      before
        ? { start: before.start, count: before.count + piece.count, text: before.text + piece.text }
        : piece,
    );
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Resolves once everything added so far is written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    this.#writing = this.#writing
      .then(async () => {
        await Promise.all([...pending].map(([key, piece]) => this.#write(key, piece)));
      })
      .catch(this.#onFault);
    return this.#writing;
  }

  /** Writes the entry that ends a reply. */
  async end(key: string, number: number, ending: string): Promise<void> {
    const stream = this.#keyOf(key);
    await this.#redis.xAdd(stream, `${number}-0`, { ending });
    await this.#redis.publish(stream, '');
  }

  async #write(key: string, { start, count, text }: Piece): Promise<void> {
    const stream = this.#keyOf(key);
    await Promise.all([
      this.#redis.xAdd(stream, `${start}-0`, { count: String(count), text }),
      start === 1 ? this.#redis.expire(stream, LIFETIME) : undefined,
      this.#redis.publish(stream, ''),
    ]);
  }
}

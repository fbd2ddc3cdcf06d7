import type { RedisClient } from '../../databases/redis.ts';
import { withTimeout } from '../../databases/with-timeout.ts';

/** Seconds that the heartbeat of an instance is valid. */
export const ALIVE_SECONDS = 8;
const BEAT_MS = 2000;
/** By then every instance has reconnected to a Redis that lost its data, and has restored its replies there. */
const RECOVERY_MS = 4500;
const RETRY_MS = 250;
/** Milliseconds that an instance may be missing while Redis answers: a lost connection is back sooner. */
export const GONE_MS = 1000;
/** Milliseconds that the state of an instance is cached for all followers. */
const SHARED_MS = 200;

export interface PresenceOptions {
  /** Called when Redis has lost its data, this instance's heartbeat included. */
  onLoss: () => Promise<unknown>;
  onFault: (error: unknown) => void;
}

/** Announces in Redis that this instance is alive, and checks whether others are. */
export class RedisPresence {
  readonly instance = crypto.randomUUID();
  readonly #redis: RedisClient;
  readonly #options: PresenceOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lostAt = Number.NEGATIVE_INFINITY;
  /** When a connection to Redis last failed. */
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #asked = new Map<string, { at: number; alive: Promise<boolean> }>();

  constructor(redis: RedisClient, options: PresenceOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async start(subscriber: RedisClient): Promise<void> {
    for (const client of [this.#redis, subscriber]) {
      client.on('error', () => {
        this.#failedAt = performance.now();
      });
    }
    // Nothing is published there: the subscription itself ends with the process, which shows that it is gone.
    await subscriber.subscribe(aliveKey(this.instance), () => {});
    await this.#beat();
    this.#lostAt = Number.NEGATIVE_INFINITY;
    this.#timer = setInterval(() => void this.#beat().catch(this.#options.onFault), BEAT_MS);
    this.#timer.unref?.();
  }

  /** Milliseconds that an instance may be missing before it counts as dead: longer after Redis was away or lost its data. */
  get graceMs(): number {
    const unsettledFor = performance.now() - Math.max(this.#failedAt, this.#lostAt);
    return unsettledFor < 2 * RECOVERY_MS ? RECOVERY_MS : GONE_MS;
  }

  /** Asks Redis at most every 200 ms about each instance, however many readers wait for its replies. */
  isAlive(instance: string): Promise<boolean> {
    const at = performance.now();
    const known = this.#asked.get(instance);
    if (known && at - known.at < SHARED_MS) return known.alive;
    const alive = this.#askAbout(instance);
    this.#asked.set(instance, { at, alive });
    alive.catch(() => this.#asked.delete(instance));
    return alive;
  }

  async #askAbout(instance: string): Promise<boolean> {
    const alive = aliveKey(instance);
    const [beating, listening] = await Promise.all([
      this.#redis.exists(alive),
      // If Redis does not allow the command, the heartbeat decides.
      this.#redis.pubSubNumSub([alive]).then(
        counts => counts[alive] !== 0,
        () => true,
      ),
    ]);
    return beating > 0 && listening;
  }

  /** Checks that Redis still has this instance's heartbeat, without waiting for the next one. */
  async check(): Promise<void> {
    if ((await this.#redis.exists(aliveKey(this.instance))) === 0) await this.#beat();
  }

  /** Retries while Redis is away, or lost its data so recently that other instances have not restored theirs. */
  async retry<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    const until = performance.now() + RECOVERY_MS;
    for (;;) {
      try {
        const found = await look();
        if (found) return found;
        await withTimeout(this.check());
        if (performance.now() - this.#lostAt > RECOVERY_MS) return undefined;
      } catch (error) {
        if (performance.now() > until) throw error;
      }
      if (performance.now() > until) return undefined;
      await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const alive = aliveKey(this.instance);
    const [known] = await Promise.all([
      this.#redis.exists(alive),
      this.#redis.set(alive, '1', { expiration: { type: 'EX', value: ALIVE_SECONDS } }),
    ]);
    if (known !== 0) return;
    this.#lostAt = performance.now();
    await this.#options.onLoss();
  }
}

function aliveKey(instance: string): string {
  return `agent-chat:alive:${instance}`;
}

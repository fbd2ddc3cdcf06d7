import type { RedisClient } from '../../databases/redis.ts';
import { withTimeout } from '../../databases/with-timeout.ts';

/** How long an instance's word that it lives is good for. */
export const ALIVE_SECONDS = 8;
const BEAT_MS = 2000;
/** By then every instance has connected again to a Redis that lost what it had, and has said what it writes. */
const SAID_ANEW_MS = 4500;
const LOOK_AGAIN_MS = 250;

export interface PresenceOptions {
  /** Called when Redis has lost what it had, this instance's word with it. */
  onLoss: () => Promise<unknown>;
  onFault: (error: unknown) => void;
}

/** Says that this instance lives, and looks whether others do. */
export class RedisPresence {
  readonly instance = crypto.randomUUID();
  readonly #redis: RedisClient;
  readonly #options: PresenceOptions;
  #beat: ReturnType<typeof setInterval> | undefined;
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisClient, options: PresenceOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async start(subscriber: RedisClient): Promise<void> {
    // Nothing is said there. That somebody listens shows that this process is there: its connections end with it.
    await subscriber.subscribe(aliveKey(this.instance), () => {});
    await this.#say();
    this.#lostAt = Number.NEGATIVE_INFINITY;
    this.#beat = setInterval(() => void this.#say().catch(this.#options.onFault), BEAT_MS);
    this.#beat.unref?.();
  }

  async isThere(instance: string): Promise<boolean> {
    const alive = aliveKey(instance);
    const [said, listening] = await Promise.all([
      this.#redis.exists(alive),
      // Where Redis doesn't let us ask, its word must do.
      this.#redis.pubSubNumSub([alive]).then(
        counts => counts[alive] !== 0,
        () => true,
      ),
    ]);
    return said > 0 && listening;
  }

  /** Looks whether Redis still has this instance's word, and does not wait for the next time it is said. */
  async check(): Promise<void> {
    if ((await this.#redis.exists(aliveKey(this.instance))) === 0) await this.#say();
  }

  /** Looks again while Redis is away, or lost what it had so lately that others have yet to say anew what they write. */
  async patiently<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    const until = performance.now() + SAID_ANEW_MS;
    for (;;) {
      try {
        const found = await look();
        if (found) return found;
        await withTimeout(this.check());
        if (performance.now() - this.#lostAt > SAID_ANEW_MS) return undefined;
      } catch (error) {
        if (performance.now() > until) throw error;
      }
      if (performance.now() > until) return undefined;
      await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  stop(): void {
    clearInterval(this.#beat);
  }

  async #say(): Promise<void> {
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

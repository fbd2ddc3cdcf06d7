import type { RedisClient } from '../../databases/redis.ts';
import { withTimeout } from '../../databases/with-timeout.ts';
import { type ErrorCode, type ErrorStatus, ProtocolError } from '../../protocol/errors.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import { ALIVE_SECONDS, RedisPresence } from './redis-presence.ts';
import { RedisStreamWriter } from './redis-stream-writer.ts';
import type { Reply, ReplyExchange } from './replies.ts';
import { interrupted } from './reply-errors.ts';
import { ReplyLog, type ReplySink } from './reply-log.ts';

export interface ExchangeOptions {
  /** Seconds a finished reply can still be joined, and a reply may take as a whole. */
  keep: number;
  duration: number;
  /** Called when another instance asks to stop a reply of this one. */
  onStop: (key: string) => void;
  logger: Logger;
}

/** The end of a reply, as other instances read it. */
interface Ending {
  last?: StreamEvent | undefined;
  refusal?: {
    code: ErrorCode;
    message: string;
    status: ErrorStatus;
    retryAfter?: number;
    retriable: boolean;
  };
}

/** A reply that this instance writes. */
interface Own {
  head: string;
  log?: ReplyLog;
  /** Whether Redis has lost it and it is not restored yet. */
  lost?: boolean;
}

const PREFIX = 'agent-chat:';
const STOP_CHANNEL = `${PREFIX}stop`;
/** Milliseconds between two checks of a follower whether the writer is alive; shorter while it is missing. */
export const CHECK_MS = 500;
export const CHECK_MISSING_MS = 250;
/** A follower reads at every fourth check even without a notice, in case one was lost. */
const CHECKS_PER_READ = 4;
/** Milliseconds between attempts to write the end of a reply. */
const RETRY_MS = 2000;
/** Milliseconds that followers wait for an unreachable Redis, as in a restart. Readers at the writing instance need no Redis. */
const AWAY_MS = 30_000;
/** Seconds that a refusal stays readable for followers. */
const REFUSAL_SECONDS = 5;

/** One Redis Stream for each reply; entry ids are event numbers, and each new entry is announced by a notice. */
export class RedisExchange implements ReplyExchange {
  readonly #redis: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #options: ExchangeOptions;
  readonly #presence: RedisPresence;
  readonly #writer: RedisStreamWriter;
  readonly #finishing = new Set<Promise<void>>();
  /** By key, the replies that are claimed and written here. */
  readonly #own = new Map<string, Own>();
  #closed = false;

  private constructor(redis: RedisClient, subscriber: RedisClient, options: ExchangeOptions) {
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#options = options;
    this.#writer = new RedisStreamWriter(redis, {
      keyOf: streamKey,
      lifetime: this.#lifetime,
      check: () => this.#presence.check(),
      onFault: error => this.#report(error),
    });
    this.#presence = new RedisPresence(redis, {
      onLoss: () => Promise.all([...this.#own].map(([key, own]) => this.#restore(key, own))),
      onFault: error => this.#report(error),
    });
  }

  /** @param subscriber a connection of its own, used for nothing else */
  static async open(
    redis: RedisClient,
    subscriber: RedisClient,
    options: ExchangeOptions,
  ): Promise<RedisExchange> {
    const exchange = new RedisExchange(redis, subscriber, options);
    await subscriber.subscribe(STOP_CHANNEL, key => options.onStop(key));
    await exchange.#presence.start(subscriber);
    return exchange;
  }

  async claim(key: string, question: string): Promise<'claimed' | { question: string }> {
    const head = JSON.stringify({ question, instance: this.#presence.instance });
    const set = await withTimeout(
      this.#redis.set(headKey(key), head, {
        condition: 'NX',
        expiration: { type: 'EX', value: this.#lifetime },
      }),
    );
    if (!set) return (await this.look(key)) ?? this.claim(key, question);
    // An earlier refusal may still be there, which is not part of this reply.
    await withTimeout(this.#redis.del(streamKey(key)));
    this.#own.set(key, { head });
    return 'claimed';
  }

  async look(key: string): Promise<{ question: string; instance: string } | undefined> {
    const head = await withTimeout(this.#redis.get(headKey(key)));
    return head === null ? undefined : (JSON.parse(head) as { question: string; instance: string });
  }

  lookWithRetry(key: string): Promise<{ question: string } | undefined> {
    return this.#presence.retry(() => this.look(key));
  }

  sink(key: string): ReplySink {
    return {
      begun: log => {
        const own = this.#own.get(key);
        if (own) own.log = log;
      },
      append: (start, count, text) => this.#writer.add(key, { start, count, text }),
      ended: log => {
        const finishing = this.#finish(key, log)
          .catch(error => this.#report(error))
          .finally(() => this.#finishing.delete(finishing));
        this.#finishing.add(finishing);
        return withTimeout(finishing).catch(error => this.#report(error));
      },
    };
  }

  follow(key: string, question: string): Reply {
    const log = new ReplyLog();
    void this.#fill(key, log).catch(error => {
      this.#report(error);
      log.refuse(interrupted());
    });
    const stop = (): void => void this.stop(key).catch(error => this.#report(error));
    return { key, question, log, resumable: true, stop };
  }

  async stop(key: string): Promise<boolean> {
    const known = await this.look(key);
    await withTimeout(this.#redis.publish(STOP_CHANNEL, key));
    return known !== undefined;
  }

  async close(): Promise<void> {
    this.#presence.stop();
    const written = this.#writer.close().then(() => Promise.all(this.#finishing));
    await withTimeout(written).catch(error => this.#report(error));
    this.#closed = true;
    this.#subscriber.destroy();
  }

  /** Seconds that a reply can be found, at most. */
  get #lifetime(): number {
    return Math.ceil(this.#options.duration + this.#options.keep);
  }

  /** Writes a reply that Redis has lost again, so that a retry finds it and does not ask the service. */
  async #restore(key: string, own: Own): Promise<void> {
    const expiration = { type: 'EX', value: this.#lifetime } as const;
    const lost = await this.#redis.set(headKey(key), own.head, { condition: 'NX', expiration });
    if (!lost || !own.log) return;
    own.lost = true;
    // A reply that has ended meanwhile is written again by `#finish`.
    if (!this.#own.has(key)) return;
    await this.#writer.restore(key, own.log);
    own.lost = false;
  }

  async #finish(key: string, log: ReplyLog): Promise<void> {
    const own = this.#own.get(key);
    this.#own.delete(key);
    await this.#writer.flush();
    const { refusal } = log;
    const ended: Ending = refusal
      ? {
          refusal: {
            code: refusal.code,
            message: refusal.message,
            status: refusal.status,
            retriable: refusal.retriable,
            ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
          },
        }
      : { last: log.lastEvent };
    const ending = JSON.stringify(ended);
    await this.#writeEnd(key, log, ending, this.#writer.hasLost(key));
    const keep = refusal ? REFUSAL_SECONDS : Math.ceil(this.#options.keep);
    // A question that was never answered may be asked again with the same key.
    const [, found] = await Promise.all([
      this.#redis.expire(streamKey(key), keep),
      refusal ? this.#redis.del(headKey(key)) : this.#redis.expire(headKey(key), keep),
    ]);
    if (refusal || !own || (found && !own.lost)) return;
    // Redis lost its data, and the reply ended before that was noticed.
    await this.#writeEnd(key, log, ending, true);
    const expiration = { type: 'EX', value: keep } as const;
    await Promise.all([
      this.#redis.expire(streamKey(key), keep),
      this.#redis.set(headKey(key), own.head, { expiration }),
    ]);
  }

  /** Retries as long as the reply can be found, because its followers wait for the end. */
  async #writeEnd(key: string, log: ReplyLog, ending: string, lost: boolean): Promise<void> {
    const until = performance.now() + this.#lifetime * 1000;
    for (let anew = lost; ; anew = true) {
      try {
        return await this.#writer.end(key, log, ending, anew);
      } catch (error) {
        if (this.#closed || performance.now() > until) throw error;
        this.#report(error);
        await new Promise<void>(resolve => setTimeout(resolve, RETRY_MS).unref?.());
      }
    }
  }

  /** Reads what is there, then what is new at each notice, until the reply has ended or its writer is gone. */
  async #fill(key: string, log: ReplyLog): Promise<void> {
    const head = await this.look(key);
    let notice = (): void => {};
    const onNotice = (): void => notice();
    await withFollowerTimeout(this.#subscriber.subscribe(streamKey(key), onNotice));
    /** Since when Redis answers that the writer is missing, and since when Redis does not answer. */
    let missingSince: number | undefined;
    let awaySince: number | undefined;
    /** Whether a notice has just come, so that the writer is alive. */
    let noticed = false;
    try {
      for (let check = 0; !log.ended; check++) {
        const wait = missingSince === undefined ? CHECK_MS : CHECK_MISSING_MS;
        const next = new Promise<boolean>(resolve => {
          const timer = setTimeout(() => resolve(false), wait);
          notice = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        const asked = performance.now();
        try {
          const there =
            noticed || (head && (await withFollowerTimeout(this.#presence.isAlive(head.instance))));
          // Read after checking the writer: all that it wrote before it went is there now.
          if (noticed || !there || awaySince !== undefined || check % CHECKS_PER_READ === 0)
            await this.#take(key, log);
          awaySince = undefined;
          missingSince = there ? undefined : (missingSince ?? asked);
        } catch (error) {
          if (awaySince === undefined) this.#report(error);
          awaySince ??= asked;
          missingSince = undefined;
        }
        const isGone = isLongerThan(missingSince, this.#presence.graceMs);
        // Ends with an event: a refusal would have the key retried in vain.
        if (isGone && head) log.accept();
        if (isGone || isLongerThan(awaySince, AWAY_MS)) log.refuse(interrupted());
        if (!log.ended) noticed = await next;
      }
    } finally {
      // Not awaited, since a silent connection would delay the end.
      this.#subscriber.unsubscribe(streamKey(key), onNotice).catch(error => this.#report(error));
    }
  }

  async #take(key: string, log: ReplyLog): Promise<void> {
    const entries = await withFollowerTimeout(this.#redis.xRange(streamKey(key), `${log.count + 1}-0`, '+'));
    for (const { id, message } of entries ?? []) {
      const start = Number.parseInt(id, 10);
      // Events that Redis lost never come, and the following ones make no sense without them.
      if (start > log.count + 1) log.refuse(interrupted());
      if (message.text !== undefined) {
        log.accept();
        log.adopt(start, Number(message.count), message.text);
      } else if (message.ending !== undefined) {
        const { last, refusal } = JSON.parse(message.ending) as Ending;
        log.adoptEnd({ last, refusal: refusal && new ProtocolError(refusal.code, refusal.message, refusal) });
      }
    }
  }

  #report(error: unknown): void {
    // Closing cuts the connection of followers that are still reading.
    if (this.#closed) return;
    this.#options.logger.warn({ ...faultOf(error) }, 'a reply could not be shared with other instances');
  }
}

/** A follower can wait longer than a request, but not longer than for a dead instance. */
function withFollowerTimeout<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, ALIVE_SECONDS * 1000);
}

function isLongerThan(since: number | undefined, ms: number): boolean {
  return since !== undefined && performance.now() - since > ms;
}

function headKey(key: string): string {
  return `${PREFIX}head:${key}`;
}
function streamKey(key: string): string {
  return `${PREFIX}reply:${key}`;
}

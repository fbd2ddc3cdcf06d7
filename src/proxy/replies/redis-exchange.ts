import type { RedisClient } from '../../databases/redis.ts';
import { withTimeout } from '../../databases/with-timeout.ts';
import type { ErrorCode, ErrorStatus } from '../../protocol/errors.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import type { ReplyExchange } from './exchange.ts';
import { ALIVE_SECONDS, RedisPresence } from './redis-presence.ts';
import { RedisStreamWriter } from './redis-stream-writer.ts';
import type { Reply } from './replies.ts';
import { interrupted } from './reply-errors.ts';
import { ReplyLog, type ReplySink } from './reply-log.ts';

export interface ExchangeOptions {
  /** Seconds a finished reply can still be joined, and a reply may take as a whole. */
  keep: number;
  duration: number;
  /** Called when somebody elsewhere wants a reply of this instance stopped. */
  onStop: (key: string) => void;
  logger: Logger;
}

/** How a reply ended, as other instances read it. */
interface Ending {
  last?: StreamEvent | undefined;
  refusal?: { code: ErrorCode; message: string; status: ErrorStatus; retryAfter?: number };
}

/** A reply that is written here. */
interface Own {
  head: string;
  log?: ReplyLog;
  /** Whether Redis has lost what it had of it, and not been told anew. */
  lost?: boolean;
}

const PREFIX = 'agent-chat:';
const STOP_CHANNEL = `${PREFIX}stop`;
/** Followers look again after this time, should a notice get lost, and sooner while the writer is missing. */
const LOOK_AGAIN_MS = 2000;
const LOOK_MISSING_MS = 500;
/**
 * An instance that is missing for so long, or Redis itself, is taken for dead, and its replies for broken off. One that
 * lives has said so anew by then, had Redis lost its word, and has connected again, had Redis cut its line.
 */
const MISSING_MS = 2500;
/** Seconds a refusal stays readable for those who follow already. */
const REFUSAL_SECONDS = 5;

/** One Redis Stream a reply, whose entry ids are the numbers of its events, and a notice at each new entry. */
export class RedisExchange implements ReplyExchange {
  readonly #redis: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #options: ExchangeOptions;
  readonly #presence: RedisPresence;
  readonly #writer: RedisStreamWriter;
  readonly #finishing = new Set<Promise<void>>();
  /** By key, what is claimed and being written here. */
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

  /** @param subscriber a connection of its own, which listens and does nothing else */
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
    // Of a refusal that is still to be read there: it is no part of this reply.
    await withTimeout(this.#redis.del(streamKey(key)));
    this.#own.set(key, { head });
    return 'claimed';
  }

  async look(key: string): Promise<{ question: string; instance: string } | undefined> {
    const head = await withTimeout(this.#redis.get(headKey(key)));
    return head === null ? undefined : (JSON.parse(head) as { question: string; instance: string });
  }

  lookPatiently(key: string): Promise<{ question: string } | undefined> {
    return this.#presence.patiently(() => this.look(key));
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
    return { key, question, log, lasting: true, stop };
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

  /** Seconds a reply can be found at most. */
  get #lifetime(): number {
    return Math.ceil(this.#options.duration + this.#options.keep);
  }

  /** Redis has lost what it had: whoever asks for this reply is to find it, and not to ask the service again. */
  async #restore(key: string, own: Own): Promise<void> {
    const expiration = { type: 'EX', value: this.#lifetime } as const;
    const lost = await this.#redis.set(headKey(key), own.head, { condition: 'NX', expiration });
    if (!lost || !own.log) return;
    own.lost = true;
    // One that ends meanwhile is written anew there.
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
    // Redis has lost what it had, and this one ended before that showed.
    await this.#writeEnd(key, log, ending, true);
    const expiration = { type: 'EX', value: keep } as const;
    await Promise.all([
      this.#redis.expire(streamKey(key), keep),
      this.#redis.set(headKey(key), own.head, { expiration }),
    ]);
  }

  /** Until it is written, those who follow wait. Tried as long as anybody can find the reply, who else would wait in vain. */
  async #writeEnd(key: string, log: ReplyLog, ending: string, lost: boolean): Promise<void> {
    const until = performance.now() + this.#lifetime * 1000;
    for (let anew = lost; ; anew = true) {
      try {
        return await this.#writer.end(key, log, ending, anew);
      } catch (error) {
        if (this.#closed || performance.now() > until) throw error;
        this.#report(error);
        await new Promise<void>(resolve => setTimeout(resolve, LOOK_AGAIN_MS).unref?.());
      }
    }
  }

  /** Reads what is there, then at each notice what is new, until the reply has ended or its writer is gone. */
  async #fill(key: string, log: ReplyLog): Promise<void> {
    const head = await this.look(key);
    let notice = (): void => {};
    const onNotice = (): void => notice();
    await followed(this.#subscriber.subscribe(streamKey(key), onNotice));
    let missingSince: number | undefined;
    /** Whether its writer has just given notice, and need not be asked for. */
    let heard = false;
    try {
      while (!log.ended) {
        const wait = missingSince === undefined ? LOOK_AGAIN_MS : LOOK_MISSING_MS;
        const next = new Promise<boolean>(resolve => {
          const timer = setTimeout(() => resolve(false), wait);
          notice = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        const asked = performance.now();
        let gone = false;
        try {
          const there = heard || (head && (await followed(this.#presence.isThere(head.instance))));
          // Read after asking for the writer: whatever it wrote before it went is there now.
          await this.#take(key, log);
          gone = !there && head !== undefined;
          missingSince = there ? undefined : (missingSince ?? asked);
        } catch (error) {
          this.#report(error);
          missingSince ??= asked;
        }
        if (missingSince !== undefined && performance.now() - missingSince > MISSING_MS) {
          // Nobody writes it any more: a refusal, instead of an end, would have its key tried again, in vain.
          if (gone) log.accept();
          log.refuse(interrupted());
        }
        if (!log.ended) heard = await next;
      }
    } finally {
      // Not awaited: one that has fallen silent would hold up what is told of it.
      this.#subscriber.unsubscribe(streamKey(key), onNotice).catch(error => this.#report(error));
    }
  }

  async #take(key: string, log: ReplyLog): Promise<void> {
    const entries = await followed(this.#redis.xRange(streamKey(key), `${log.count + 1}-0`, '+'));
    for (const { id, message } of entries ?? []) {
      const start = Number.parseInt(id, 10);
      // Events that Redis lost never come, and nothing that follows them makes sense.
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
    // Followers that are still under way lose the connection when this is closed.
    if (this.#closed) return;
    this.#options.logger.warn({ ...faultOf(error) }, 'a reply could not be shared with other instances');
  }
}

/** Whoever reads along can wait a little longer, but no longer than for an instance that has died. */
function followed<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, ALIVE_SECONDS * 1000);
}

function headKey(key: string): string {
  return `${PREFIX}head:${key}`;
}
function streamKey(key: string): string {
  return `${PREFIX}reply:${key}`;
}

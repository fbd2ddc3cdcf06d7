import { ProtocolError } from '../../protocol/errors.ts';
import { unavailable } from '../upstream/refusals.ts';
import { asRefusal, differentQuestion, interrupted } from './reply-errors.ts';
import { ReplyLog, type ReplySink } from './reply-log.ts';
import { ReplyMemory } from './reply-memory.ts';

export interface ReplyBounds {
  /** Milliseconds a finished reply can still be joined. */
  keep: number;
  /** Replies kept at most, running and finished. */
  replies: number;
  /** Bytes of all together past which finished ones are dropped, and past which running ones are cut. */
  size: number;
  most: number;
  /** Milliseconds a reply may take as a whole. */
  duration: number;
}

export interface Reply {
  readonly key: string;
  /** What was asked, so that one key is not used for two questions. */
  readonly question: string;
  readonly log: ReplyLog;
  /** Ends it at the service, wherever it is written. */
  stop(): void;
  /** Whether it goes on when nobody reads: it can be joined again. */
  readonly lasting: boolean;
}

/** Releases whatever still listens to a reply's signal. Made once: a stack trace costs as much as a few tokens. */
const OVER = new DOMException('over', 'AbortError');

/** A question that was sent before its stop has come by then. */
const STOPPED_MS = 30_000;
/** Anybody can stop what never comes. */
const STOPPED_MAX = 10_000;

export type ReplyWriter = (log: ReplyLog, signal: AbortSignal) => Promise<void>;

/** The running replies, and the finished ones for a while, of this instance. */
export class Replies {
  readonly #bounds: ReplyBounds;
  readonly #replies = new Map<string, Reply>();
  readonly #memory: ReplyMemory;
  /** Replies that other instances write. */
  readonly #followed = new Set<Reply>();
  /** Replies that somebody is obtaining at this moment. */
  readonly #sought = new Map<string, { question: string; reply: Promise<Reply> }>();
  /** Keys of replies to be stopped once they are there, and until when. */
  readonly #stopped = new Map<string, number>();
  #running = 0;
  #closing = false;

  constructor(bounds: ReplyBounds) {
    this.#bounds = bounds;
    const { size, most, replies } = bounds;
    this.#memory = new ReplyMemory({ size, most, share: most / replies, makeRoom: () => this.#forgetOld() });
  }

  get running(): number {
    return this.#running;
  }

  /** The reply to an earlier request with this key. @throws ProtocolError `conflict` when that asked something else. */
  find(key: string, question: string): Reply | undefined {
    const reply = this.#replies.get(key);
    if (reply?.log.abandoned) reply.log.refuse(interrupted());
    if (reply && reply.question !== question) throw differentQuestion();
    return reply;
  }

  /**
   * The reply of this key, or the one that `seek` finds or starts. Requests that come with one key at the same time
   * seek it once: they are one message, counted once, and have one outcome.
   * @throws ProtocolError `conflict` when the key was used for something else, and what `seek` throws
   */
  async obtain(key: string, question: string, seek: () => Promise<Reply>): Promise<Reply> {
    const reply = this.find(key, question);
    if (reply) return reply;
    const before = this.#sought.get(key);
    if (before) {
      if (before.question !== question) throw differentQuestion();
      return before.reply;
    }
    const sought = { question, reply: seek().finally(() => this.#sought.delete(key)) };
    this.#sought.set(key, sought);
    return sought.reply;
  }

  /**
   * Starts a reply. `write` fills its log; whatever it throws ends it.
   * @param sink gets the same, for other instances
   */
  start(
    start: { key: string; question: string; lasting: boolean; sink?: ReplySink | undefined },
    write: ReplyWriter,
  ): Reply {
    const log = new ReplyLog(start.sink);
    try {
      this.#makeRoom();
    } catch (error) {
      // Other instances may wait for it already.
      log.refuse(asRefusal(error));
      throw error;
    }
    const stopping = new AbortController();
    const reply: Reply = {
      key: start.key,
      question: start.question,
      lasting: start.lasting,
      log,
      stop: () => stopping.abort(new DOMException('stopped', 'AbortError')),
    };
    this.#hold(reply);
    this.#running++;
    void this.#run(reply, stopping, write);
    return reply;
  }

  /** Keeps a reply that another instance writes, until it has ended and a while after. `follow` begins to read it. */
  adopt(follow: () => Reply): Reply {
    this.#makeRoom();
    const reply = follow();
    this.#hold(reply);
    this.#followed.add(reply);
    const unlisten = reply.log.listen(() => {
      if (!reply.log.ended) return;
      unlisten();
      this.#followed.delete(reply);
      // Interrupted here, it may be whole where it is written: whoever asks again is to look there.
      if (reply.log.lastEvent?.type === 'error') this.forget(reply.key);
      else this.#finished(reply);
    });
    return reply;
  }

  /**
   * Ends a reply, were its question only on its way: then it asks nothing. On a busy machine a stop can be faster than
   * the question, which needs a new connection. False when there is none yet.
   */
  stop(key: string): boolean {
    const known = this.knows(key);
    const reply = this.#replies.get(key);
    if (!reply) this.#stopOnceThere(key);
    else if (!reply.log.ended) reply.stop();
    return known;
  }

  /** The same when another instance has told all: what is only followed here would tell them once more. */
  stopHere(key: string): void {
    const reply = this.#replies.get(key);
    if (!reply || !this.#followed.has(reply)) this.stop(key);
  }

  /** Whether there is a reply of this key, or will be in a moment. */
  knows(key: string): boolean {
    return this.#replies.has(key) || this.#sought.has(key);
  }

  /** A reader of a reply has gone. */
  left(reply: Reply): void {
    if (!reply.lasting && reply.log.listeners === 0) reply.stop();
  }

  /** Begins no reply any more. Resolves once none runs; after `grace` milliseconds what still runs is ended. */
  async close(grace: number): Promise<void> {
    this.#closing = true;
    const end = performance.now() + grace;
    while (this.#running + this.#followed.size > 0 && performance.now() < end)
      await new Promise(resolve => setTimeout(resolve, 50));
    // Those of other instances go on there: only who reads them here is told.
    for (const { log } of this.#followed) log.refuse(interrupted());
    for (const reply of this.#replies.values()) if (!reply.log.ended) reply.stop();
    while (this.#running > 0 && performance.now() < end + 1000)
      await new Promise(resolve => setTimeout(resolve, 20));
  }

  forget(key: string): void {
    const reply = this.#replies.get(key);
    if (!reply) return;
    this.#replies.delete(key);
    reply.log.letGo();
  }

  async #run(reply: Reply, stopping: AbortController, write: ReplyWriter): Promise<void> {
    const { log } = reply;
    const timer = setTimeout(
      () => stopping.abort(new DOMException('too long', 'TimeoutError')),
      this.#bounds.duration,
    );
    try {
      await write(log, stopping.signal);
      if (!log.ended) log.refuse(interrupted());
    } catch (error) {
      // What its visitor has stopped has ended for good, begun or not: asking again must not send it after all.
      if (stopping.signal.reason?.name === 'AbortError' && !this.#closing) log.accept();
      log.refuse(asRefusal(error));
    } finally {
      clearTimeout(timer);
      stopping.abort(OVER);
      this.#running--;
      this.#finished(reply);
    }
  }

  #finished(reply: Reply): void {
    // A question that was never answered may be asked again with the same key.
    if (reply.log.refusal || !reply.lasting) {
      this.forget(reply.key);
      return;
    }
    setTimeout(() => {
      if (this.#replies.get(reply.key) !== reply) return;
      this.forget(reply.key);
      reply.log.free();
    }, this.#bounds.keep).unref?.();
    this.#forgetOld();
  }

  #stopOnceThere(key: string): void {
    const now = performance.now();
    this.#stopped.delete(key);
    this.#stopped.set(key, now + STOPPED_MS);
    for (const [oldest, until] of this.#stopped) {
      if (until > now && this.#stopped.size <= STOPPED_MAX) return;
      this.#stopped.delete(oldest);
    }
  }

  #hold(reply: Reply): void {
    this.#replies.set(reply.key, reply);
    reply.log.holdIn(this.#memory);
    const stoppedUntil = this.#stopped.get(reply.key) ?? 0;
    this.#stopped.delete(reply.key);
    if (stoppedUntil > performance.now()) reply.stop();
  }

  get #full(): boolean {
    return this.#replies.size >= this.#bounds.replies || this.#memory.full;
  }

  /** As many ended ones as it takes, the oldest first. */
  #forgetOld(): void {
    for (const [key, { log }] of this.#replies) {
      if (!this.#full) return;
      if (log.ended && log.listeners === 0) this.forget(key);
    }
  }

  /** For one more. */
  #makeRoom(): void {
    if (this.#closing) throw unavailable({ status: 503, retryAfter: 5 });
    if (!this.#full) return;
    for (const { log } of this.#replies.values()) if (log.abandoned) log.refuse(interrupted());
    this.#forgetOld();
    if (this.#replies.size >= this.#bounds.replies) {
      throw new ProtocolError('rate_limited', 'Too many replies are running. Please try again in a moment.', {
        status: 503,
        retryAfter: 5,
      });
    }
  }
}

import { ProtocolError } from '../../protocol/errors.ts';
import { unavailable } from '../upstream/refusals.ts';
import { asRefusal, differentQuestion, interrupted } from './reply-errors.ts';
import { ReplyLog, type ReplySink } from './reply-log.ts';
import { ReplyMemory } from './reply-memory.ts';

/** Lets readers at one instance join a reply that another instance writes. */
export interface ReplyExchange {
  /**
   * Makes this instance the writer of a reply, unless another is.
   * @returns `claimed`, or the question of the reply that another instance writes
   */
  claim(key: string, question: string): Promise<'claimed' | { question: string }>;
  /** The question of a reply that some instance writes or has written. */
  look(key: string): Promise<{ question: string } | undefined>;
  /** `look` for a reader who has part of it: retries for a while if the store is away or has lost its data. */
  lookWithRetry(key: string): Promise<{ question: string } | undefined>;
  /** Where the writer writes its events. */
  sink(key: string): ReplySink;
  /** Follows a reply that another instance writes. */
  follow(key: string, question: string): Reply;
  /** Asks the instance that writes it, or is about to, to stop. False if no instance knows the reply. */
  stop(key: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReplyBounds {
  /** Milliseconds a finished reply can still be joined. */
  keep: number;
  /** Replies kept at most, running and finished. */
  replies: number;
  /** Bytes of all together past which finished ones are dropped (`size`), and running ones are cut (`most`). */
  size: number;
  most: number;
  /** Milliseconds a reply may take as a whole. */
  duration: number;
}

export interface Reply {
  readonly key: string;
  /** Digest of the question, so that one key is not used for two. */
  readonly question: string;
  readonly log: ReplyLog;
  /** Ends it at the service, whichever instance writes it. */
  stop(): void;
  /** Whether it goes on without readers, since it can be joined again. */
  readonly resumable: boolean;
}

/** Releases the listeners of a reply's signal. Made once, since a stack trace costs as much as a few tokens. */
const ENDED = new DOMException('ended', 'AbortError');

/** By then, a question that was sent before its stop has arrived. */
const STOP_KEPT_MS = 30_000;
/** Anybody can stop a reply that never starts. */
const STOPS_MAX = 10_000;

export type ReplyWriter = (log: ReplyLog, signal: AbortSignal) => Promise<void>;

/** The replies of this instance: running ones, and finished ones for a while. */
export class Replies {
  readonly #bounds: ReplyBounds;
  readonly #replies = new Map<string, Reply>();
  readonly #memory: ReplyMemory;
  /** Replies that other instances write. */
  readonly #followed = new Set<Reply>();
  /** Replies that are being joined or started. */
  readonly #pending = new Map<string, { question: string; reply: Promise<Reply> }>();
  /** Keys of replies to stop once they start, and until when. */
  readonly #stopped = new Map<string, number>();
  #running = 0;
  /** Requests that have not found or begun their reply yet. */
  #arriving = 0;
  #closing = false;

  constructor(bounds: ReplyBounds) {
    this.#bounds = bounds;
    const { size, most, replies } = bounds;
    this.#memory = new ReplyMemory({ size, most, share: most / replies, makeRoom: () => this.#dropOld() });
  }

  get running(): number {
    return this.#running;
  }

  /** The reply to an earlier request with this key. @throws ProtocolError `conflict` if that had another question */
  find(key: string, question: string): Reply | undefined {
    const reply = this.#replies.get(key);
    if (reply?.log.abandoned) reply.log.refuse(interrupted());
    if (reply && reply.question !== question) throw differentQuestion();
    return reply;
  }

  /**
   * The reply of this key, or the one that `start` finds or starts. Simultaneous requests with one key are one message:
   * counted once, with one outcome.
   * @throws ProtocolError `conflict` if the key was used for another question, and what `start` throws
   */
  async joinOrStart(key: string, question: string, start: () => Promise<Reply>): Promise<Reply> {
    const reply = this.find(key, question);
    if (reply) return reply;
    const before = this.#pending.get(key);
    if (before) {
      if (before.question !== question) throw differentQuestion();
      return before.reply;
    }
    const pending = { question, reply: start().finally(() => this.#pending.delete(key)) };
    this.#pending.set(key, pending);
    return pending.reply;
  }

  /** Counts a request from its arrival until it has its reply, so that one that came before `close` is still answered. */
  async arriving<T>(find: () => Promise<T>): Promise<T> {
    this.#arriving++;
    try {
      return await find();
    } finally {
      this.#arriving--;
    }
  }

  /**
   * Starts a reply. `write` fills its log; an error ends it.
   * @param sink gets the same events, for other instances
   */
  start(
    start: { key: string; question: string; resumable: boolean; sink?: ReplySink | undefined },
    write: ReplyWriter,
  ): Reply {
    const log = new ReplyLog(start.sink);
    try {
      this.#makeRoom();
    } catch (error) {
      // Readers at other instances may wait for it.
      log.refuse(asRefusal(error));
      throw error;
    }
    const stopping = new AbortController();
    const reply: Reply = {
      key: start.key,
      question: start.question,
      resumable: start.resumable,
      log,
      stop: () => stopping.abort(new DOMException('stopped', 'AbortError')),
    };
    this.#hold(reply);
    this.#running++;
    void this.#run(reply, stopping, write);
    return reply;
  }

  /** Keeps a reply that another instance writes. `follow` starts to read it. */
  adopt(follow: () => Reply): Reply {
    this.#makeRoom();
    const reply = follow();
    this.#hold(reply);
    this.#followed.add(reply);
    const unlisten = reply.log.listen(() => {
      if (!reply.log.ended) return;
      unlisten();
      this.#followed.delete(reply);
      // Interrupted here, it may be complete at its writer: a retry must look there.
      if (reply.log.lastEvent?.type === 'error') this.forget(reply.key);
      else this.#finished(reply);
    });
    return reply;
  }

  /**
   * Ends a reply. If its question has not arrived yet, it will not be sent: a stop can overtake a question that needs a
   * new connection. False if there is no reply yet.
   */
  stop(key: string): boolean {
    const known = this.has(key);
    const reply = this.#replies.get(key);
    if (!reply) this.#stopWhenStarted(key);
    else if (!reply.log.ended) reply.stop();
    return known;
  }

  /** `stop` at the request of another instance; a reply that is only followed here is left to its writer. */
  stopHere(key: string): void {
    const reply = this.#replies.get(key);
    if (!reply || !this.#followed.has(reply)) this.stop(key);
  }

  /** Whether there is a reply of this key, or is about to be. */
  has(key: string): boolean {
    return this.#replies.has(key) || this.#pending.has(key);
  }

  /** To be called when a reader of a reply has left. */
  readerLeft(reply: Reply): void {
    if (!reply.resumable && reply.log.listeners === 0) reply.stop();
  }

  /**
   * Refuses new replies, but for requests that have arrived, and resolves once none runs. After `grace` milliseconds, running
   * ones are ended.
   */
  async close(grace: number): Promise<void> {
    const end = performance.now() + grace;
    while (this.#arriving > 0 && performance.now() < end)
      await new Promise(resolve => setTimeout(resolve, 20));
    this.#closing = true;
    while (this.#running + this.#followed.size > 0 && performance.now() < end)
      await new Promise(resolve => setTimeout(resolve, 50));
    // Replies of other instances go on there; their readers here are interrupted.
    for (const { log } of this.#followed) log.refuse(interrupted());
    for (const reply of this.#replies.values()) if (!reply.log.ended) reply.stop();
    while (this.#running > 0 && performance.now() < end + 1000)
      await new Promise(resolve => setTimeout(resolve, 20));
  }

  forget(key: string): void {
    const reply = this.#replies.get(key);
    if (!reply) return;
    this.#replies.delete(key);
    reply.log.release();
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
      // A stopped reply has ended for good, begun or not: a retry must not send it after all.
      if (stopping.signal.reason?.name === 'AbortError' && !this.#closing) log.accept();
      log.refuse(asRefusal(error));
    } finally {
      clearTimeout(timer);
      stopping.abort(ENDED);
      this.#running--;
      this.#finished(reply);
    }
  }

  #finished(reply: Reply): void {
    // A question without an answer may be sent again with the same key.
    if (reply.log.refusal || !reply.resumable) {
      this.forget(reply.key);
      return;
    }
    setTimeout(() => {
      if (this.#replies.get(reply.key) !== reply) return;
      this.forget(reply.key);
      reply.log.free();
    }, this.#bounds.keep).unref?.();
    this.#dropOld();
  }

  #stopWhenStarted(key: string): void {
    const now = performance.now();
    this.#stopped.delete(key);
    this.#stopped.set(key, now + STOP_KEPT_MS);
    for (const [oldest, until] of this.#stopped) {
      if (until > now && this.#stopped.size <= STOPS_MAX) return;
      this.#stopped.delete(oldest);
    }
  }

  #hold(reply: Reply): void {
    this.#replies.set(reply.key, reply);
    reply.log.countIn(this.#memory);
    const stoppedUntil = this.#stopped.get(reply.key) ?? 0;
    this.#stopped.delete(reply.key);
    if (stoppedUntil > performance.now()) reply.stop();
  }

  get #full(): boolean {
    return this.#replies.size >= this.#bounds.replies || this.#memory.full;
  }

  /** Drops ended replies, oldest first, until there is room. */
  #dropOld(): void {
    for (const [key, { log }] of this.#replies) {
      if (!this.#full) return;
      if (log.ended && log.listeners === 0) this.forget(key);
    }
  }

  /** Makes room for one more reply. @throws ProtocolError 503 */
  #makeRoom(): void {
    if (this.#closing) throw unavailable({ status: 503, retryAfter: 5 });
    if (!this.#full) return;
    for (const { log } of this.#replies.values()) if (log.abandoned) log.refuse(interrupted());
    this.#dropOld();
    if (this.#replies.size >= this.#bounds.replies) {
      throw new ProtocolError('rate_limited', 'Too many replies are running. Please try again in a moment.', {
        status: 503,
        retryAfter: 5,
      });
    }
  }
}

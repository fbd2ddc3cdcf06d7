import { ProtocolError } from '../../protocol/errors.ts';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import { type RateLimit, readRateLimit, readRemaining, waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { UpstreamAnswer } from './upstream.ts';

export interface GateLimits {
  /** Messages that may wait at once, of all visitors and of one. */
  waiting: number;
  waitingPerVisitor: number;
}

export interface GateRequest {
  /** The visitor whose turn it takes. */
  visitor: string;
  signal: AbortSignal;
  /** Milliseconds it may wait at most. */
  patience: number;
  /** Called if it has to wait, with the time (ms since 1970) at which the service should have room again. */
  onWait?: (until: number) => void;
}

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000;

/** A clock that goes back further was set; smaller steps are synchronization. */
const DRIFT_MS = 1000;

/** Admits a waiting message. */
type Waiter = (turn: number) => void;

/**
 * Keeps to the service's limit on requests, docs/interface.md section 8: checks what is left before each request, and waits for the reset if
 * nothing is. Waiting messages take turns by visitor, so that one visitor's flood delays nobody else.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  /** Messages admitted so far; the number of each is its turn. */
  #admitted = 0;
  /** The turn of the last answer that reported what is left. */
  #reportedTurn = 0;
  /** Requests the service accepts until the reset; any number before its first answer. */
  #remaining = Number.POSITIVE_INFINITY;
  #limit = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  /** Until then nothing is admitted, whatever an answer to an earlier request reports. */
  #blockedUntil = 0;
  /** When these two were set. */
  #setAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** The service's limit as last reported, as of now; undefined before its first answer. */
  get rate(): RateLimit | undefined {
    return Number.isFinite(this.#limit) ? this.rateWith(this.#limit) : undefined;
  }

  /** The same with an assumed limit. */
  rateWith(limit: number): RateLimit {
    const open = this.#timeLeft() === 0;
    return {
      limit,
      remaining: open ? limit : Math.min(limit, this.#remaining),
      reset: Math.ceil((open ? Date.now() + WINDOW_MS : this.#resetAt) / 1000),
    };
  }

  /**
   * Resolves with the request's turn when it may be sent; pass it to `release` with the headers of the answer.
   * @throws ProtocolError `rate_limited` with `retryAfter` if the wait would be too long or too many wait
   */
  async enter(request: GateRequest): Promise<number> {
    request.signal.throwIfAborted();
    this.#renew();
    if (this.#waiting === 0 && this.#remaining > 0) return this.#admit();
    const queue = this.#queues.get(request.visitor) ?? [];
    const wait = this.#expectedWait(request.visitor);
    if (
      wait > request.patience ||
      this.#waiting >= this.#limits.waiting ||
      queue.length >= this.#limits.waitingPerVisitor
    ) {
      throw tooBusy(wait);
    }
    return await this.#queue(request, queue);
  }

  /** Reads the headers of an answer, unless the answer to a later request has been read already. */
  release(turn: number, headers: UpstreamAnswer['headers']): void {
    const remaining = readRemaining(headers);
    const reset = timeToReset(headers);
    if (remaining === undefined || reset === undefined || turn < this.#reportedTurn) return;
    this.#reportedTurn = turn;
    this.#limit = readRateLimit(headers)?.limit ?? this.#limit;
    // The service may not have counted the requests admitted since.
    this.#remaining = Math.max(0, remaining - (this.#admitted - turn));
    const blocked = this.#timeLeft(this.#blockedUntil);
    if (blocked > 0) this.#remaining = 0;
    this.#setTimes(Math.max(reset, blocked), blocked);
    this.#schedule();
  }

  /** Admits nothing for `wait` milliseconds, because the service answered 429. */
  block(wait: number): void {
    this.#remaining = 0;
    const blocked = Math.max(wait, this.#timeLeft(this.#blockedUntil));
    this.#setTimes(blocked, blocked);
    this.#schedule();
  }

  #queue(request: GateRequest, queue: Waiter[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(patience);
        request.signal.removeEventListener('abort', onAbort);
        const at = queue.indexOf(waiter);
        if (at >= 0) queue.splice(at, 1);
        if (queue.length === 0 && this.#queues.get(request.visitor) === queue) {
          this.#queues.delete(request.visitor);
        }
        this.#waiting--;
        if (this.#waiting === 0) clearTimeout(this.#timer);
      };
      const onAbort = (): void => {
        leave();
        reject(request.signal.reason);
      };
      const waiter: Waiter = turn => {
        leave();
        resolve(turn);
      };
      const patience = setTimeout(() => {
        leave();
        reject(tooBusy(this.#expectedWait(request.visitor)));
      }, request.patience);
      request.signal.addEventListener('abort', onAbort);
      queue.push(waiter);
      this.#queues.set(request.visitor, queue);
      this.#waiting++;
      request.onWait?.(this.#resetAt);
      this.#schedule();
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#waiting === 0) return;
    const wait = this.#remaining > 0 ? 0 : this.#timeLeft();
    this.#timer = setTimeout(() => this.#advance(), wait);
  }

  /** Admits one message of each visitor in turn, as long as there is room. */
  #advance(): void {
    this.#renew();
    while (this.#remaining > 0 && this.#waiting > 0) {
      const [visitor, queue] = this.#queues.entries().next().value as [string, Waiter[]];
      // Moved to the end, so that the next one is another visitor's.
      this.#queues.delete(visitor);
      this.#queues.set(visitor, queue);
      queue[0]!(this.#admit());
    }
    this.#schedule();
  }

  #admit(): number {
    this.#remaining--;
    return ++this.#admitted;
  }

  #renew(): void {
    if (this.#remaining > 0 || this.#timeLeft() > 0) return;
    this.#remaining = this.#limit > 0 ? this.#limit : 1;
    // Until an answer says better, a new window lasts as long as the interface's.
    this.#setTimes(WINDOW_MS, 0);
  }

  /** Milliseconds until the window ends, and until messages are admitted again. */
  #setTimes(reset: number, blocked: number): void {
    this.#setAt = Date.now();
    this.#resetAt = this.#setAt + reset;
    this.#blockedUntil = this.#setAt + blocked;
  }

  /** Milliseconds; 0 if the clock was set back meanwhile. */
  #timeLeft(end: number = this.#resetAt): number {
    const now = Date.now();
    return now < this.#setAt - DRIFT_MS ? 0 : Math.max(0, end - now);
  }

  /** Milliseconds for a visitor's next message: because of turns, as many messages of each other visitor go before it. */
  #expectedWait(visitor: string): number {
    const own = this.#queues.get(visitor)?.length ?? 0;
    let before = own;
    for (const [other, { length }] of this.#queues)
      if (other !== visitor) before += Math.min(length, own + 1);
    const windows = Number.isFinite(this.#limit) ? Math.floor(before / Math.max(1, this.#limit)) : 0;
    return this.#timeLeft() + windows * WINDOW_MS;
  }
}

/** Milliseconds until the window ends, if reported. `Retry-After` may be about another limit, such as a daily one. */
export function timeToReset(headers: UpstreamAnswer['headers']): number | undefined {
  return waitAfterRefusal({ get: name => (name === 'Retry-After' ? null : headers.get(name)) });
}

function tooBusy(wait: number): ProtocolError {
  return new ProtocolError('rate_limited', 'The agent has too much to do. Please try again in a moment.', {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
}

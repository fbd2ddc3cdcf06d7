import { ProtocolError } from '../../protocol/errors.ts';
import { RATE_WINDOW_SECONDS } from '../../protocol/limits.ts';
import { type RateLimit, readRateLimit, readRemaining, waitAfterRefusal } from '../../protocol/rate-limit.ts';
import { Turns } from './turns.ts';
import type { UpstreamAnswer } from './upstream.ts';

export interface GateLimits {
  /** Messages that may wait at once: of all visitors, from one network (`networksOf`), and of one visitor. */
  waiting: number;
  waitingPerNetwork?: number;
  waitingPerVisitor: number;
}

export interface GateRequest {
  /** The networks of the visitor's address, the largest first; empty if the address is unknown. */
  networks?: readonly string[];
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
 * A network with more than its share of a window leaves part of what is left to the others: half of the limit when the
 * window begins, nothing when it ends. So a flood from one network neither stops the others nor wastes a request. A network
 * that is alone, in this window and the one before, leaves nothing.
 */
const RESERVED = 0.5;
/**
 * Share of the limit that a network beyond its own share may take before the service reports again what is left. Other
 * instances use the same limit, and a response may take seconds. Each instance can exceed its share by this much, so it
 * is a tenth of the reserve: ten instances together use up no more than the reserve.
 */
const UNREPORTED = 0.05;
/** Networks that may come later and count as present when the shares are computed. */
const NETWORKS_TO_COME = 3;
/** Networks whose requests are counted. */
const COUNTED_MAX = 10_000;

/**
 * Keeps to the service's limit on requests, docs/interface.md section 8: checks what is left before each request, and waits for the reset if
 * nothing is. Waiting messages take turns by network and address first and by visitor within it, because a caller can make up
 * any number of visitors.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #turns = new Turns<Waiter>();
  /** Requests admitted in this window by network. */
  #taken = new Map<string, number>();
  /** The turns of requests beyond a share, after which the service has not reported what is left. */
  #unreported: number[] = [];
  /** How many networks there were in the window before. */
  #networksBefore = 0;
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
    return this.#turns.size;
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
    const path = pathOf(request);
    const [network = ''] = path;
    if (this.waiting > 0) this.#advance();
    if (this.#remaining > 0 && this.#turns.sizeOf([network]) === 0 && this.#mayTake(network)) {
      return this.#admit(network);
    }
    const wait = this.#expectedWait(path);
    const { waiting, waitingPerNetwork = Number.POSITIVE_INFINITY, waitingPerVisitor } = this.#limits;
    if (
      wait > request.patience ||
      this.waiting >= waiting ||
      (request.networks?.length && this.#turns.sizeOf([network]) >= waitingPerNetwork) ||
      this.#turns.sizeOf(path) >= waitingPerVisitor
    ) {
      throw tooBusy(wait);
    }
    return await this.#queue(request, path);
  }

  /**
   * Reads the headers of an answer, unless the answer to a later request has been read already. Without headers, as after a
   * failure, the request is waited for no longer.
   */
  release(turn: number, headers?: UpstreamAnswer['headers']): void {
    this.#unreported = this.#unreported.filter(other => other !== turn);
    if (headers) this.#read(turn, headers);
    this.#schedule();
  }

  #read(turn: number, headers: UpstreamAnswer['headers']): void {
    const remaining = readRemaining(headers);
    const reset = timeToReset(headers);
    if (remaining === undefined || reset === undefined || turn < this.#reportedTurn) return;
    this.#reportedTurn = turn;
    this.#unreported = this.#unreported.filter(other => other > turn);
    this.#limit = readRateLimit(headers)?.limit ?? this.#limit;
    // The service may not have counted the requests admitted since.
    this.#remaining = Math.max(0, remaining - (this.#admitted - turn));
    // The first report is about the window in which the requests so far were counted.
    if (this.#resetAt > 0 && Date.now() + reset > this.#resetAt + DRIFT_MS) this.#startWindow();
    const blocked = this.#timeLeft(this.#blockedUntil);
    if (blocked > 0) this.#remaining = 0;
    this.#setTimes(Math.max(reset, blocked), blocked);
  }

  /** Admits nothing for `wait` milliseconds, because the service answered 429. */
  block(wait: number): void {
    this.#remaining = 0;
    const blocked = Math.max(wait, this.#timeLeft(this.#blockedUntil));
    this.#setTimes(blocked, blocked);
    this.#schedule();
  }

  #queue(request: GateRequest, path: readonly string[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(patience);
        request.signal.removeEventListener('abort', onAbort);
        this.#turns.remove(path, waiter);
        if (this.waiting === 0) clearTimeout(this.#timer);
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
        reject(tooBusy(this.#expectedWait(path)));
      }, request.patience);
      request.signal.addEventListener('abort', onAbort);
      this.#turns.add(path, waiter);
      request.onWait?.(this.#resetAt);
      this.#schedule();
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.waiting === 0) return;
    // While it is uncertain what is left, the next report comes first.
    const waitsForShare = this.#remaining > 0 && !this.#isUncertain;
    this.#timer = setTimeout(() => this.#advance(), waitsForShare ? this.#timeToShare() : this.#timeLeft());
  }

  /** Admits messages in turn, as long as there is room for those who wait. */
  #advance(): void {
    this.#renew();
    while (this.#remaining > 0) {
      let network = '';
      const waiter = this.#turns.next(name => {
        network = name;
        return this.#mayTake(name);
      });
      if (!waiter) break;
      waiter(this.#admit(network));
    }
    this.#schedule();
  }

  #admit(network: string): number {
    this.#remaining--;
    const turn = ++this.#admitted;
    if (!this.#hasShareLeft(network)) this.#unreported.push(turn);
    if (this.#taken.size < COUNTED_MAX) this.#taken.set(network, (this.#taken.get(network) ?? 0) + 1);
    return turn;
  }

  /** Whether a network may take one of the remaining requests now, or leaves them to others. */
  #mayTake(network: string): boolean {
    return this.#hasShareLeft(network) || (!this.#isUncertain && this.#timeToShare() === 0);
  }

  #hasShareLeft(network: string): boolean {
    if (network.startsWith(UNKNOWN) || !Number.isFinite(this.#limit)) return true;
    // Whoever is alone needs to leave nothing.
    if (Math.max(this.#taken.size, this.#networksBefore) < 2) return true;
    const share = this.#limit / (this.#taken.size + NETWORKS_TO_COME);
    return (this.#taken.get(network) ?? 0) < share;
  }

  /** Whether too much was taken since the service last reported what is left to take more than a share. */
  get #isUncertain(): boolean {
    const { length } = this.#unreported;
    // What was taken in an earlier window no longer counts.
    return this.#timeLeft() > 0 && length > 0 && length >= this.#limit * UNREPORTED;
  }

  /** Milliseconds until a network that has had its share may take the next request. */
  #timeToShare(): number {
    if (!Number.isFinite(this.#limit)) return 0;
    const reserved = (this.#remaining - 1) / (this.#limit * RESERVED);
    return Math.max(0, Math.ceil(this.#timeLeft() - reserved * WINDOW_MS));
  }

  #startWindow(): void {
    this.#networksBefore = this.#taken.size;
    this.#taken = new Map();
    this.#unreported = [];
  }

  #renew(): void {
    if (this.#remaining > 0 || this.#timeLeft() > 0) return;
    this.#remaining = this.#limit > 0 ? this.#limit : 1;
    this.#startWindow();
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

  /** Milliseconds until the next message of a path is admitted. */
  #expectedWait(path: readonly string[]): number {
    if (this.#remaining > 0) return this.#timeToShare();
    const before = this.#turns.before(path);
    const windows = Number.isFinite(this.#limit) ? Math.floor(before / Math.max(1, this.#limit)) : 0;
    return this.#timeLeft() + windows * WINDOW_MS;
  }
}

/** Marks a caller of unknown address: visitors take turns as if each had a network. */
const UNKNOWN = 'visitor ';

function pathOf({ networks = [], visitor }: GateRequest): string[] {
  return networks.length > 0 ? [...networks, visitor] : [UNKNOWN + visitor];
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

import { ProtocolError } from '../../protocol/errors.ts';
import type { Trace } from '../../protocol/trace.ts';
import type { ServiceLogger } from '../contract.ts';
import { describeError } from '../errors.ts';
import type { ReplyEnding } from '../operations/metrics.ts';
import { ReaderLeft } from './reply-run.ts';

export interface RunningReply {
  signal: AbortSignal;
  abort(reason: Error): void;
  /** Call once the reply has ended, with or without an error. */
  end(error?: unknown): void;
}

/** Time added to the grace period for replies whose reader no longer reads: they cannot end themselves. */
const STALLED_MS = 2000;

/** The replies in progress. Limits their time, and waits for them when the service closes. */
export class RunningReplies {
  readonly #controllers = new Set<AbortController>();
  readonly #timeoutMs: number;
  readonly #logger: ServiceLogger | undefined;
  readonly #onEnd: (outcome: ReplyEnding, seconds: number) => void;
  /** Once replies are aborted, none begins. */
  #ending = false;
  #onEmpty: (() => void) | undefined;

  constructor(
    timeoutSeconds: number,
    logger: ServiceLogger | undefined,
    onEnd: (outcome: ReplyEnding, seconds: number) => void = () => {},
  ) {
    this.#onEnd = onEnd;
    this.#timeoutMs = timeoutSeconds * 1000;
    this.#logger = logger;
  }

  /** @throws ProtocolError 503 at the end of the grace period */
  begin(trace?: Trace): RunningReply {
    if (this.#ending) throw closingError();
    const controller = new AbortController();
    const started = performance.now();
    const timer = setTimeout(() => {
      controller.abort(
        new ProtocolError('upstream_unavailable', 'The answer took too long.', { status: 504 }),
      );
    }, this.#timeoutMs);
    this.#controllers.add(controller);
    return {
      signal: controller.signal,
      abort: reason => controller.abort(reason),
      end: error => {
        clearTimeout(timer);
        if (!this.#controllers.delete(controller)) return;
        this.#onEnd(endingOf(error, controller.signal), (performance.now() - started) / 1000);
        if (error !== undefined && !(error instanceof ReaderLeft)) this.#log(error, trace);
        if (this.#controllers.size === 0) this.#onEmpty?.();
      },
    };
  }

  get count(): number {
    return this.#controllers.size;
  }

  /**
   * Waits up to `graceMs` for the replies in progress and for those to requests that are on their way, then aborts them
   * with an error.
   * @param answered resolves once no request is on its way
   */
  async close(graceMs: number, answered: Promise<void> = Promise.resolve()): Promise<void> {
    const abort = setTimeout(() => {
      this.#ending = true;
      const reason = new ProtocolError('stream_interrupted', 'The service is restarting. Please try again.');
      for (const controller of this.#controllers) controller.abort(reason);
    }, graceMs);
    const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<void>();
    const stalled = setTimeout(giveUp, graceMs + STALLED_MS);
    await Promise.race([answered.then(() => this.#ended()), gaveUp]);
    this.#ending = true;
    clearTimeout(abort);
    clearTimeout(stalled);
  }

  /** Resolves once no reply is in progress. */
  async #ended(): Promise<void> {
    if (this.#controllers.size === 0) return;
    await new Promise<void>(resolve => {
      this.#onEmpty = resolve;
    });
  }

  #log(error: unknown, trace: Trace | undefined): void {
    if (error instanceof ProtocolError && error.status < 500) return;
    this.#logger?.warn({ ...trace, reason: describeError(error) }, 'a reply failed');
  }
}

function endingOf(error: unknown, { reason }: AbortSignal): ReplyEnding {
  if (error instanceof ReaderLeft || reason instanceof ReaderLeft) return 'left';
  if (error === undefined) return 'done';
  return error instanceof ProtocolError && error.status < 500 ? 'refused' : 'failed';
}

/** Counts the requests in progress, and waits for them when the service closes. */
export class InFlightRequests {
  #count = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;

  /** @throws ProtocolError 503 while the service is closing */
  async run<T>(respond: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closingError();
    this.#count++;
    try {
      return await respond();
    } finally {
      this.#count--;
      if (this.#count === 0) this.#onDrained?.();
    }
  }

  /** Refuses new requests. Resolves when all requests in progress have a response. */
  async drain(): Promise<void> {
    this.#closed = true;
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    await promise;
  }
}

function closingError(): ProtocolError {
  return new ProtocolError('internal', 'The service is about to stop. Please try again.', {
    status: 503,
    retryAfter: 1,
  });
}

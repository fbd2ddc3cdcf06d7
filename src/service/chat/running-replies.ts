import { ProtocolError } from '../../protocol/errors.ts';
import type { ServiceLogger } from '../contract.ts';
import { describeFault } from '../fault.ts';
import { ReaderLeft } from './reply-run.ts';

export interface RunningReply {
  signal: AbortSignal;
  abort(reason: Error): void;
  /** To be called once the reply is over, one way or the other. */
  end(error?: unknown): void;
}

/** The replies being made: bounded in time, and waited for when the service closes. */
export class RunningReplies {
  readonly #controllers = new Set<AbortController>();
  readonly #timeoutMs: number;
  readonly #logger: ServiceLogger | undefined;
  #closing = false;
  #onEmpty: (() => void) | undefined;

  constructor(timeoutSeconds: number, logger: ServiceLogger | undefined) {
    this.#timeoutMs = timeoutSeconds * 1000;
    this.#logger = logger;
  }

  /** @throws ProtocolError 503 once the service is closing. */
  begin(): RunningReply {
    if (this.#closing) throw shuttingDown();
    const controller = new AbortController();
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
        if (error !== undefined && !(error instanceof ReaderLeft)) this.#log(error);
        if (this.#controllers.size === 0) this.#onEmpty?.();
      },
    };
  }

  /** Begins no more, waits up to `graceMs` for those that run, then ends them with an error. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    if (this.#controllers.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const cut = setTimeout(() => {
      const reason = new ProtocolError('stream_interrupted', 'The service is restarting. Please try again.');
      for (const controller of this.#controllers) controller.abort(reason);
    }, graceMs);
    // A reply whose reader reads no more can't end by itself.
    const giveUp = setTimeout(resolve, graceMs + 2000);
    await promise;
    clearTimeout(cut);
    clearTimeout(giveUp);
  }

  #log(error: unknown): void {
    if (error instanceof ProtocolError && error.status < 500) return;
    this.#logger?.warn({ reason: describeFault(error) }, 'a reply failed');
  }
}

/** What whoever asks meanwhile is told. */
export function shuttingDown(): ProtocolError {
  return new ProtocolError('internal', 'The service is about to stop. Please try again.', {
    status: 503,
    retryAfter: 1,
  });
}

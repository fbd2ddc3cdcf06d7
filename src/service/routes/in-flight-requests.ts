import { shuttingDown } from '../chat/running-replies.ts';

/** Counts the requests being answered, and waits for them when the service shuts down. */
export class InFlightRequests {
  #count = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;

  /** @throws ProtocolError 503 once the service shuts down. */
  async run<T>(answer: () => Promise<T>): Promise<T> {
    if (this.#closed) throw shuttingDown();
    this.#count++;
    try {
      return await answer();
    } finally {
      this.#count--;
      if (this.#count === 0) this.#onDrained?.();
    }
  }

  /** Takes no more; resolves when all that run have their answer. */
  async drain(): Promise<void> {
    this.#closed = true;
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    await promise;
  }
}

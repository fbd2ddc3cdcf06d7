import { ProtocolError } from '../../protocol/errors.ts';

/** Lets requests in until the service closes, and knows when the last of them is answered. */
export class Doorway {
  #inside = 0;
  #closed = false;
  #onEmpty: (() => void) | undefined;

  /** @throws ProtocolError 503 once it is closed. */
  async pass<T>(answer: () => Promise<T>): Promise<T> {
    if (this.#closed) {
      throw new ProtocolError('internal', 'The service is about to stop. Please try again.', {
        status: 503,
        retryAfter: 1,
      });
    }
    this.#inside++;
    try {
      return await answer();
    } finally {
      this.#inside--;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  }

  /** Lets nobody in any more; resolves when all who are inside have their answer. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inside === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    await promise;
  }
}

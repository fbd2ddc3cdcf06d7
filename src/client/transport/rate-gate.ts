/**
 * Remembers when the service will take the next question (section 8: look at the headers before each request).
 * Counts on the monotonic clock, so that a change of the device's time neither locks nor opens it.
 */
export class RateGate {
  #opensAt = 0;

  /** Takes in the head of an answer. */
  learn({ status, headers }: Response): void {
    if (status !== 429 && headers.get('X-RateLimit-Remaining') !== '0') return;
    import('./refusal.ts').then(
      ({ holdAfter }) => {
        this.#opensAt = Math.max(this.#opensAt, performance.now() + holdAfter(headers));
      },
      // Then the next refusal says it.
      () => {},
    );
  }

  /** Milliseconds until a question may be sent. */
  get wait(): number {
    return Math.max(0, this.#opensAt - performance.now());
  }
}

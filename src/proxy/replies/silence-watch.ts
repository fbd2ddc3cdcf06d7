import type { Bytes } from '../http/bytes.ts';

/** Stops reading a body in which nothing was heard for `ms`. One timer for all the chunks of a stream. */
export class SilenceWatch {
  silent = false;
  readonly #ms: number;
  readonly #body: Bytes;
  #heardAt = Date.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number, body: Bytes) {
    this.#ms = ms;
    this.#body = body;
    this.#timer = this.#lookIn(ms);
  }

  heard(): void {
    this.#heardAt = Date.now();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #lookIn(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const now = Date.now();
      // Heard later than now, it was heard before the clock was set back.
      this.#heardAt = Math.min(this.#heardAt, now);
      const left = this.#heardAt + this.#ms - now;
      if (left > 0) {
        this.#timer = this.#lookIn(left);
        return;
      }
      this.silent = true;
      this.#body.cancel();
    }, ms);
  }
}

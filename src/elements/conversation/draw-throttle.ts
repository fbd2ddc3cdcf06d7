/** The least time (ms) from one drawing of a growing text to the next: faster than anybody reads. */
const EVERY = 40;

/** After a drawing comes a rest of at least so many times what it took, layout and painting counted in. */
const REST = 4;

/**
 * Says when a text that grows with every token is drawn: at once after a pause, and while it streams so seldom that
 * most of the time is left for the page and its visitor, on a slow device too.
 */
export class DrawThrottle {
  readonly #draw: () => void;
  #due = false;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** There is something to draw. */
  request(): void {
    this.#due = true;
    if (this.#timer === undefined) this.#frame ||= requestAnimationFrame(this.#onFrame);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
    this.#due = false;
  }

  readonly #onFrame = (): void => {
    const started = performance.now();
    this.#frame = 0;
    this.#due = false;
    this.#draw();
    // A task that was queued in a frame runs after the frame is on screen.
    this.#timer = setTimeout(() => {
      const took = performance.now() - started;
      this.#timer = setTimeout(this.#onRested, Math.max(EVERY - took, took * REST));
    });
  };

  readonly #onRested = (): void => {
    this.#timer = undefined;
    if (this.#due) this.request();
  };
}

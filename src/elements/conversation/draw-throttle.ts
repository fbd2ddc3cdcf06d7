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
  #round: Promise<void> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** There is something to draw. */
  request(): void {
    this.#due = true;
    this.#round ??= this.#drawAndRest().finally(() => {
      this.#round = undefined;
      if (this.#due) this.request();
    });
  }

  /** There is nothing to draw any more. */
  stop(): void {
    this.#due = false;
  }

  async #drawAndRest(): Promise<void> {
    await new Promise(requestAnimationFrame);
    const started = performance.now();
    if (this.#due) {
      this.#due = false;
      this.#draw();
    }
    // A task that was queued in a frame runs after the frame is on screen.
    await rest(0);
    const took = performance.now() - started;
    await rest(Math.max(EVERY - took, took * REST));
  }
}

function rest(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** Less than a frame of 16 ms. */
const SLICE_MS = 12;

/** Splits long work so that the page stays responsive: `if (slice.due) await slice.yield()`. */
export class TimeSlice {
  #since = performance.now();

  /** Whether the slice is used up. Cheap to read in a loop. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  /** Lets the page render and react, then starts the next slice. */
  async yield(): Promise<void> {
    // A message event runs after rendering and input, and browsers do not throttle it like a timer.
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
    this.#since = performance.now();
  }
}

/** Less than a frame. */
const SLICE_MS = 12;

/** Cuts long work into slices, between which the page draws and reacts: `if (slice.due) await slice.yield()`. */
export class TimeSlice {
  #since = performance.now();

  /** Whether the slice is over. Costs next to nothing to ask. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  /** Lets the page go first, and begins the next slice. */
  async yield(): Promise<void> {
    // A message comes after what the browser has to do by itself, and is not slowed down like a timer.
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

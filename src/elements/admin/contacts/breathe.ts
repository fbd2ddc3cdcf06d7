const SLICE_MS = 12;

/** Lets the page draw and react between slices of long work: await it as often as you like, it costs nothing until a slice is over. */
export class Breath {
  #since = performance.now();

  get due(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  async take(): Promise<void> {
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

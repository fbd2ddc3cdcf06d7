/** Milliseconds between two looks while the device says it has no network; its coming back ends the wait. */
export const OFFLINE = 30_000;

/**
 * Waits, but no longer than until the network comes back, and not at all once aborted.
 * @param sooner also end when the device says it is online again.
 */
export function pause(milliseconds: number, signal: AbortSignal | undefined, sooner: boolean): Promise<void> {
  return new Promise(resolve => {
    const over = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, over);
    if (sooner) globalThis.addEventListener?.('online', end, over);
    if (signal?.aborted) end();
  });
}

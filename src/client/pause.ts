/**
 * Waits, but no longer than until the network comes back, and not at all once aborted.
 * @param sooner also end when the device says it is online again.
 */
export function pause(milliseconds: number, signal: AbortSignal, sooner: boolean): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (sooner) globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (sooner) globalThis.addEventListener?.('online', end);
    if (signal.aborted) end();
  });
}

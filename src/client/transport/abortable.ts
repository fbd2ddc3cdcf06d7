/** The value of a promise. @throws the signal's reason when it is aborted first. */
export function abortable<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal!.reason);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
  return Promise.race([value, aborted]);
}

/** Milliseconds between two attempts while the device is offline; the `online` event ends the pause early. */
export const OFFLINE_RETRY_MS = 30_000;

/**
 * Resolves after some time, or at once when the signal is aborted.
 * @param untilOnline also resolves when the device is online again.
 */
export function pause(
  milliseconds: number,
  signal: AbortSignal | undefined,
  untilOnline: boolean,
): Promise<void> {
  return new Promise(resolve => {
    const over = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, over);
    if (untilOnline) globalThis.addEventListener?.('online', end, over);
    if (signal?.aborted) end();
  });
}

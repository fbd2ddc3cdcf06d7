/** What a promise comes to, unless the signal is aborted before: then it throws the signal's reason. */
export function orAborted<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal!.reason);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
  return Promise.race([value, aborted]);
}

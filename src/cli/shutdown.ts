/** Milliseconds that running replies get to finish after SIGTERM or SIGINT. */
export const GRACE_MS = 10_000;

/** Waits for the first SIGTERM or SIGINT, then closes. A second one ends the process at once. */
export async function untilSignal(close: () => Promise<void>): Promise<void> {
  await new Promise<void>(resolve => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
  await close();
}

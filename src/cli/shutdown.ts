import type { AgentProxy } from '../proxy/index.ts';
import { crashWithoutWords } from './crash.ts';
import type { Listener } from './listen.ts';

/** Milliseconds that running replies get to finish after a signal to stop. */
export const GRACE_MS = 10_000;
/** Milliseconds after that for the last bytes to reach the visitors. */
const LAST_BYTES_MS = 1000;
/**
 * Milliseconds within which a second signal is the first one once more: one Ctrl+C comes from the terminal, and again
 * from what started the command and hands on what it gets.
 */
const SAME_SIGNAL_MS = 500;
/** Milliseconds to close everything, more than what is there to be closed takes. */
const STOP_MS = 20_000;

/** Takes no new visitors, lets the replies that run finish, and ends those that take too long. */
export async function closeProxy(listener: Listener, proxy: AgentProxy): Promise<void> {
  const closed = listener.close(GRACE_MS + LAST_BYTES_MS);
  await proxy.close({ graceMs: GRACE_MS });
  await closed;
}

/**
 * Serves until the first SIGTERM, SIGINT or SIGHUP, which comes when its terminal is closed. A second one ends the
 * process at once. Called before it is said that the process serves: who reads that may send a signal. From here on
 * there are visitors: a crash tells nothing of them. What cannot be closed in `stopMs` after the signal is left, and
 * the process ends.
 */
export async function untilSignal(stopMs: number = STOP_MS): Promise<void> {
  crashWithoutWords();
  await new Promise<void>(resolve => {
    let asked: number | undefined;
    const stop = (): void => {
      if (asked !== undefined) {
        if (performance.now() - asked > SAME_SIGNAL_MS) process.exit(130);
        return;
      }
      asked = performance.now();
      // A database that has fallen silent never says that it has closed.
      setTimeout(() => process.exit(1), stopMs).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  });
}

/**
 * Runs a command that opens things one after the other. Whether it ends or fails, what it opened is closed in
 * the reverse order, all of it: what fails to close is thrown when the rest is closed.
 */
export async function closingAfter(run: (onClose: (close: Close) => void) => Promise<void>): Promise<void> {
  const closers: Close[] = [];
  try {
    await run(close => closers.push(close));
  } finally {
    await closeAll(closers.reverse());
  }
}

async function closeAll([close, ...rest]: readonly Close[]): Promise<void> {
  try {
    await close?.();
  } finally {
    if (rest.length > 0) await closeAll(rest);
  }
}

type Close = () => Promise<void>;

import { writeSync } from 'node:fs';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { AgentProxy } from '../proxy/index.ts';
import type { Listener } from './listen.ts';

/** Milliseconds that running replies get to finish after a signal to stop. */
export const GRACE_MS = 10_000;
/** Milliseconds after that for the last bytes to arrive. */
const LAST_BYTES_MS = 1000;
/**
 * Milliseconds within which a second signal counts as the first one: Ctrl+C arrives from the terminal, and again from a
 * parent process that forwards it.
 */
const SAME_SIGNAL_MS = 500;
/** Milliseconds after the signal, draining apart, at which the process ends although something does not close. */
export const STOP_MS = 20_000;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/**
 * Waits for the signal to stop. After SIGTERM, which a supervisor sends, readiness falls first and requests are still
 * accepted for `drainMs`, so that a load balancer loses none. A person at the terminal need not wait.
 * @param parts what answers `/readyz`, and what holds the connections
 */
export async function drained(
  signal: Promise<StopSignal>,
  drainMs: number,
  ...parts: readonly { drain(): void }[]
): Promise<void> {
  if ((await signal) !== 'SIGTERM') return;
  for (const part of parts) part.drain();
  await setTimeout(drainMs);
}

/** Accepts no new connections, lets running replies finish, and aborts those that take too long. */
export async function closeProxy(listener: Listener, proxy: AgentProxy): Promise<void> {
  const closed = listener.close(GRACE_MS + LAST_BYTES_MS);
  await proxy.close({ graceMs: GRACE_MS });
  await closed;
}

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed). A second signal ends the process at once, and
 * so does `stopMs` after the first one. Called before the address is printed, because its reader may send a signal. From
 * here on a crash prints no text, which may come from a visitor.
 */
export async function untilSignal(stopMs: number = STOP_MS): Promise<StopSignal> {
  silenceCrash();
  return await new Promise<StopSignal>(resolve => {
    let asked: number | undefined;
    const stop = (signal: NodeJS.Signals): void => {
      if (asked !== undefined) {
        if (performance.now() - asked > SAME_SIGNAL_MS) process.exit(130);
        return;
      }
      asked = performance.now();
      // A database that does not respond never closes.
      startTimer(() => process.exit(1), stopMs).unref();
      resolve(signal as StopSignal);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    stopWithNpm();
  });
}

const PARENT_CHECK_MS = 500;

/**
 * Stops the server of a `start` script with npm, which signals its shell alone: unless the script begins with `exec`, the
 * shell ends, and the server would go on without a parent and hold its port.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Runs a command that opens several things. When it ends or fails, all of them are closed in reverse order. An error while
 * closing is thrown after the rest is closed.
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

/**
 * Ends the process at an uncaught error with one line that names its place. Node.js would also print the error's text and
 * fields, which may contain a message, a key or an address.
 */
export function silenceCrash(): void {
  process.on('uncaughtException', error => {
    const { name, code, frames } = describe(error);
    writeSync(
      2,
      `${JSON.stringify({ level: 60, time: Date.now(), fault: name, code, frames, msg: 'crashed' })}\n`,
    );
    process.exit(1);
  });
}

function describe(error: unknown): { name: string; code?: string; frames: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as NodeJS.ErrnoException;
  // The stack begins with the error's text, which may contain lines that look like frames.
  const stack = error.stack ?? '';
  const afterText = stack.indexOf(error.message) + error.message.length;
  const frames = stack.slice(afterText).split('\n').slice(1);
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    frames: frames.map(frame => frame.trim()),
  };
}

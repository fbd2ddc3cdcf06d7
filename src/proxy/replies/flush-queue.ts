/**
 * Readers flushed together. Each write wakes a process that sleeps and then finds the next ones awake, so a few together
 * cost less than each on its own; were it all that the loop has to read in its turn, the first would wait for the last.
 */
const TOGETHER = 16;

/** Runs a task after the I/O events at hand; where a runtime has no `setImmediate`, as a microtask. */
const soon: (task: () => void) => void = globalThis.setImmediate ?? queueMicrotask;

let waiting: (() => void)[] = [];
let scheduled = false;

/** Calls `flush` once the I/O events at hand have been read, or as soon as enough others wait as well. */
export function flushTogether(flush: () => void): void {
  waiting.push(flush);
  if (waiting.length >= TOGETHER) flushAll();
  else if (!scheduled) {
    scheduled = true;
    soon(flushRest);
  }
}

function flushRest(): void {
  scheduled = false;
  flushAll();
}

function flushAll(): void {
  const flushes = waiting;
  waiting = [];
  for (const flush of flushes) flush();
}

/** A store that takes longer counts as unreachable: a connection can be dead without having ended. */
const TIMEOUT_MS = 1000;
/** Parts of a timeout. In each of them the process has a chance to read what has arrived. */
const STEPS = 10;

/**
 * Settles as `answer` does, if that happens within `ms`. Time in which this process is too busy to read an answer does not
 * count: an overloaded process must not take its own delay for a store that is away.
 * @throws DOMException `TimeoutError` otherwise
 */
export function withTimeout<T>(answer: Promise<T>, ms: number = TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let steps = 0;
    // However late a step is, it counts as one.
    const timer = setInterval(() => {
      if (++steps < STEPS) return;
      clearInterval(timer);
      reject(new DOMException('no answer', 'TimeoutError'));
    }, ms / STEPS);
    answer.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

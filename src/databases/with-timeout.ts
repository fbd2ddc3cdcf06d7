/** A store that takes longer counts as unreachable: a connection can be dead without having ended. */
const TIMEOUT_MS = 1000;

/** Settles as `answer` does, if that happens within `ms`. @throws DOMException `TimeoutError` otherwise */
export function withTimeout<T>(answer: Promise<T>, ms: number = TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A store that takes longer than this to answer is taken for one that is away: a line can be dead without ending. */
const ANSWER_MAX_MS = 1000;

/** What a store answers. @throws DOMException `TimeoutError` when it does not in time */
export function answered<T>(answer: Promise<T>, ms: number = ANSWER_MAX_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

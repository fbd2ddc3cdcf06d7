import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS } from './limits.ts';

/** Milliseconds before retry number `attempt` (0 is the first): 1 s doubling to 30 s, section 8. */
export function backoffDelay(attempt: number): number {
  return Math.min(BACKOFF_FIRST_MS * 2 ** attempt, BACKOFF_MAX_MS);
}

import { backoffDelay } from '../protocol/backoff.ts';
import type { ClientError } from './client-error.ts';
import type { Turn, WaitReason } from './conversation-state.ts';

/** Requests in a row without the visitor's doing that bring nothing new: the first and two more. */
const ATTEMPTS_MAX = 3;
/** Milliseconds: the longest wait a visitor is held for. A longer one becomes a failure that says how long. */
const PATIENCE = 60_000;

export interface NextRetry {
  delay: number;
  reason: WaitReason;
}

/**
 * Whether a question whose request number `attempt` failed is tried again by itself, and when. Only where nothing
 * can happen twice: before the first token, or where the reply can be joined at a known event.
 */
export function nextRetry(error: ClientError, turn: Turn, attempt: number): NextRetry | undefined {
  if (attempt >= ATTEMPTS_MAX) return undefined;
  const { code, status, wait } = error;
  const backoff = backoffDelay(attempt - 1) * (1 + Math.random() / 4);
  const begun = turn.replyText;
  if (code === 'rate_limited') {
    const delay = Math.max(wait ?? backoff, 1000);
    return attempt > 1 || begun || delay > PATIENCE ? undefined : { delay, reason: 'rate-limit' };
  }
  if (status === undefined ? code === 'unreadable' || code === 'internal' : status < 500) return undefined;
  if (begun && !turn.lastEventId) return undefined;
  const delay = Math.max(backoff, wait ?? 0);
  return delay > PATIENCE ? undefined : { delay, reason: code === 'offline' ? 'offline' : 'busy' };
}

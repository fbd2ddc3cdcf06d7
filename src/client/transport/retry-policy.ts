import { backoffDelay } from '../../protocol/rate-limit.ts';
import type { Turn, WaitReason } from '../conversation/conversation-state.ts';
import type { ClientError } from './client-error.ts';

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
  const { code, status, wait } = error;
  const limited = code === 'rate_limited';
  const begun = turn.replyText;
  const hopeless = limited
    ? attempt > 1 || begun
    : (status === undefined ? code === 'unreadable' || code === 'internal' : status < 500) ||
      (begun && !turn.lastEventId);
  const delay = Math.max(backoffDelay(attempt - 1) * (1 + Math.random() / 4), wait ?? 0);
  if (hopeless || attempt >= ATTEMPTS_MAX || delay > PATIENCE) return undefined;
  return { delay, reason: limited ? 'rate-limit' : code === 'offline' ? 'offline' : 'busy' };
}

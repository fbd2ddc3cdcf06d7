import { backoffDelay } from '../../protocol/limits.ts';
import type { Turn, WaitReason } from '../conversation/conversation-state.ts';
import type { ClientError } from './client-error.ts';

/** Requests in a row that bring nothing new before the visitor must retry: the first and two more. */
const ATTEMPTS_MAX = 3;
/** The longest automatic wait, in milliseconds. A longer one becomes a failure that says how long. */
const WAIT_MAX_MS = 60_000;

export interface NextRetry {
  delay: number;
  reason: WaitReason;
}

/**
 * Whether and when a question is sent again after request number `attempt` failed. Only where nothing can happen
 * twice: before the first token, or where the reply can be resumed after a known event, and never if the proxy says
 * not to: it has already made as many requests as one question may. docs/interface.md section 8.
 */
export function nextRetry(error: ClientError, turn: Turn, attempt: number): NextRetry | undefined {
  const { code, status, wait, retriable } = error;
  const limited = code === 'rate_limited';
  const begun = turn.replyText;
  const hopeless = limited
    ? attempt > 1 || begun || !retriable
    : !retriable ||
      (status === undefined ? code === 'unreadable' || code === 'internal' : status < 500) ||
      (begun && !turn.lastEventId);
  const delay = Math.max(backoffDelay(attempt - 1) * (1 + Math.random() / 4), wait ?? 0);
  if (hopeless || attempt >= ATTEMPTS_MAX || delay > WAIT_MAX_MS) return undefined;
  return { delay, reason: limited ? 'rate-limit' : code === 'offline' ? 'offline' : 'busy' };
}

/**
 * Remembers when the service accepts the next question (docs/interface.md section 8: check the headers before each request). Uses the
 * monotonic clock, so that a change of the device's time has no effect.
 */
export class RateGate {
  #opensAt = 0;

  /** Reads the head of a response. */
  update({ status, headers }: Response): void {
    if (status !== 429 && headers.get('X-RateLimit-Remaining') !== '0') return;
    import('./refusal.ts').then(
      ({ holdTime }) => {
        this.#opensAt = Math.max(this.#opensAt, performance.now() + holdTime(headers));
      },
      // If the chunk cannot be loaded, the next refusal says how long to wait.
      () => {},
    );
  }

  /** Milliseconds until a question may be sent. */
  get wait(): number {
    return Math.max(0, this.#opensAt - performance.now());
  }
}

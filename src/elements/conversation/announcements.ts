import type { ConversationState } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';

/**
 * What to say when a conversation goes from one state to the next; undefined for nothing.
 * @param notice what the reply's message says about itself
 * @param answer what is read out of it
 */
export function spokenChange(
  before: ConversationState,
  after: ConversationState,
  strings: Strings,
  agentName: string,
  notice: string | undefined,
  answer: () => string | undefined,
): string | undefined {
  const { turn } = after;
  if (turn) {
    const same = before.turn?.idempotencyKey === turn.idempotencyKey && before.turn.status === turn.status;
    if (same || turn.status === 'streaming') return undefined;
    return notice ?? (before.turn ? undefined : strings.working(agentName));
  }
  if (!before.turn || after.messages.at(-1)?.key !== before.turn.replyKey) return undefined;
  return notice || answer() || strings.answerReady;
}

import type { ConversationState } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { endText, errorText, stateText } from './notices.ts';

/** Longer answers are announced, not read out: speech can't be skimmed. */
export const READ_OUT_MAX = 400;

/** What to say when a conversation goes from one state to the next; undefined for nothing. */
export function spokenChange(
  before: ConversationState,
  after: ConversationState,
  strings: Strings,
  agentName: string,
  answer: () => string,
): string | undefined {
  const { turn } = after;
  if (turn) {
    const same = before.turn?.idempotencyKey === turn.idempotencyKey && before.turn.status === turn.status;
    if (same || turn.status === 'streaming') return undefined;
    if (turn.status === 'failed') return errorText(turn.error, strings);
    return stateText(turn, strings) ?? (before.turn ? undefined : strings.working(agentName));
  }
  const last = after.messages.at(-1);
  if (!before.turn || last?.key !== before.turn.replyKey) return undefined;
  const end = endText(last, strings);
  if (end) return end;
  const text = answer().trim();
  return text !== '' && text.length <= READ_OUT_MAX ? text : strings.answerReady;
}

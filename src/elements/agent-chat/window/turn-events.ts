import type { ConversationState } from '../../../client/index.ts';
import { emit } from '../events.ts';

/** Tells the page what changed from one state of the conversation to the next: a reply is there, or failed. */
export function announceTurn(host: EventTarget, before: ConversationState, now: ConversationState): void {
  const ran = before.turn;
  if (!ran || ran.status === 'failed') return;
  if (now.turn?.status === 'failed') {
    const { code, message } = now.turn.error!;
    emit(host, 'agent-chat-error', { code, message });
    return;
  }
  const message = now.messages.at(-1);
  if (!now.turn && message?.role === 'assistant' && message.key === ran.replyKey)
    emit(host, 'agent-chat-reply', { message, conversationId: now.conversationId });
}

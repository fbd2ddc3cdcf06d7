import { type ConversationState, isRunning } from '../../../client/index.ts';
import { emit } from '../events.ts';

/** Tells the page what changed from one state of the conversation to the next: a reply is there, or failed. */
export function announceTurn(host: EventTarget, before: ConversationState, now: ConversationState): void {
  if (!isRunning(before)) return;
  const error = now.turn?.error;
  const message = now.messages.at(-1);
  if (error) emit(host, 'agent-chat-error', { code: error.code, message: error.message });
  else if (!now.turn && message?.key === before.turn!.replyKey)
    emit(host, 'agent-chat-reply', { message, conversationId: now.conversationId });
}

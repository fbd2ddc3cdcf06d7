import type { ChatMessage, ConversationState } from '../../../client/index.ts';
import { emit } from '../events.ts';

/** Tells the page what changed from one state of the conversation to the next: a reply is there, or failed. */
export function announceTurn(host: EventTarget, before: ConversationState, now: ConversationState): void {
  const ran = before.turn && before.turn.status !== 'failed' ? before.turn : undefined;
  if (!ran) return;
  if (now.turn?.status === 'failed') {
    const { code = 'internal', message = '' } = now.turn.error ?? {};
    emit(host, 'agent-chat-error', { code, message });
    return;
  }
  const message = now.turn ? undefined : lastReply(now.messages, ran.replyKey);
  if (message) emit(host, 'agent-chat-reply', { message, conversationId: now.conversationId });
}

function lastReply(messages: readonly ChatMessage[], key: string): ChatMessage | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.key === key ? last : undefined;
}

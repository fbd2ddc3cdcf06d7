import type { EarlierConversation } from '../storage/history.ts';
import type { LiveConversation } from './live-conversation.ts';

/** Conversations of this visitor that can be opened again, newest first. */
export function earlierOf(conversation: LiveConversation): readonly EarlierConversation[] {
  return conversation.record.history.list();
}

/** Brings back an earlier conversation. False when it is there no longer. */
export function openEarlier(conversation: LiveConversation, id: string): boolean {
  const { record } = conversation;
  const state = record.history.load(id);
  if (!state) return false;
  conversation.leave();
  record.id = id;
  conversation.act({ type: 'replace', state });
  conversation.joinRunning(true);
  return true;
}

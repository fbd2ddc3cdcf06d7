import type { LiveConversation } from './live-conversation.ts';

/** Shows the answer before (-1) or after (1) the one with this key to the same question. Sends nothing. */
export function showVersion(conversation: LiveConversation, key: string, by: -1 | 1): void {
  conversation.act({ type: 'version', key, by });
}

import type { ChatMessage, ConversationState, Turn } from '../../client/index.ts';

/** One entry of the log: a settled message, or the running reply. */
export interface LogItem {
  /** The same from a reply's first moment to its last, so its nodes stay. */
  key: string;
  message?: ChatMessage;
  turn?: Turn;
  /** Asked or answered while the reader was here: it may move in. History does not. */
  fresh: boolean;
  last: boolean;
}

/** What the agent says before the visitor writes, as messages that were never sent. */
export function greetings(texts: readonly string[]): ChatMessage[] {
  return texts.map((text, index) => ({
    id: `greeting-${index}`,
    key: `greeting-${index}`,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    createdAt: 0,
  }));
}

export function logItems(greeting: readonly ChatMessage[], { messages, turn }: ConversationState): LogItem[] {
  const items: LogItem[] = [];
  for (const message of greeting) items.push({ key: message.key, message, fresh: false, last: false });
  for (const message of messages) {
    const fresh = message.key === turn?.userKey;
    items.push({ key: message.key, message, fresh, last: false });
  }
  if (turn) items.push({ key: turn.replyKey, turn, fresh: true, last: true });
  else if (messages.length > 0) items.at(-1)!.last = true;
  return items;
}

import type { ChatMessage, ConversationState, Turn } from '../../client/index.ts';
import { isRunning } from '../../client/index.ts';

/** One entry of the log: a settled message, or the running reply. */
export interface LogItem {
  /** The same from a reply's first moment to its last, so its nodes stay. */
  key: string;
  message?: ChatMessage;
  turn?: Turn;
  /** Asked or answered while the reader was here: it may move in. History does not. */
  fresh: boolean;
  /** Nothing follows it: a reply can be asked for again. */
  last: boolean;
  /** The visitor's last message, while no reply to it is running. */
  editable: boolean;
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

/** What is to be drawn, from the message with the index `from` on; the greeting comes before the first. */
export function logItems(greeting: readonly ChatMessage[], state: ConversationState, from = 0): LogItem[] {
  const { messages, turn } = state;
  const lastAsked = isRunning(state) ? undefined : messages.findLast(message => message.role === 'user');
  const items: LogItem[] = from > 0 ? [] : greeting.map(message => settledItem(message));
  for (const message of messages.slice(from)) {
    const item = settledItem(message);
    item.fresh = message.key === turn?.userKey;
    item.editable = message === lastAsked;
    items.push(item);
  }
  if (turn) items.push({ key: turn.replyKey, turn, fresh: true, last: true, editable: false });
  else if (messages.length > 0) items.at(-1)!.last = true;
  return items;
}

function settledItem(message: ChatMessage): LogItem {
  return { key: message.key, message, fresh: false, last: false, editable: false };
}

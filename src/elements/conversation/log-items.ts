import type { ChatMessage, ConversationState, Turn } from '../../client/index.ts';
import { isRunning } from '../../client/index.ts';

/** How many messages are drawn at first, and how many more when the reader comes near the top. */
export const BATCH = 24;

/** One entry of the log: a settled message, or the running reply. */
export interface LogItem {
  /** The same from a reply's first moment to its last, so its nodes stay. */
  key: string;
  message: ChatMessage | undefined;
  turn: Turn | undefined;
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
    id: '',
    key: `greeting-${index}`,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    createdAt: 0,
  }));
}

/** What is to be drawn, from the message with the index `from` on; the greeting comes before the first. */
export function logItems(greeting: readonly ChatMessage[], state: ConversationState, from = 0): LogItem[] {
  const { messages, turn } = state;
  const lastAsked = isRunning(state) ? undefined : messages.findLast(({ role }) => role === 'user');
  const lastSaid = turn ? undefined : messages.at(-1);
  const shown = from > 0 ? messages.slice(from) : [...greeting, ...messages];
  const items = shown.map((message): LogItem => {
    const { key } = message;
    const fresh = key === turn?.userKey;
    return {
      key,
      message,
      turn: undefined,
      fresh,
      last: message === lastSaid,
      editable: message === lastAsked,
    };
  });
  const key = turn?.replyKey;
  if (key) items.push({ key, message: undefined, turn, fresh: true, last: true, editable: false });
  return items;
}

import type { ChatMessage, ConversationState, Turn } from '../../../client/index.ts';
import { isQuestion, isRunning, isToolRound } from '../../../client/index.ts';

/** Messages that are rendered at first, and added when the visitor scrolls near the top. */
export const BATCH = 24;

/** One entry of the log: a finished message, or the running reply. */
export interface LogItem {
  /** Stays the same while a reply runs and afterwards, so that its nodes are kept. */
  key: string;
  message: ChatMessage | undefined;
  turn: Turn | undefined;
  /** Whether it arrived while the visitor was here. Only then does it animate in. */
  fresh: boolean;
  /** Whether it is the last message, whose reply can be regenerated. */
  last: boolean;
  /** Whether it is the visitor's last message and no reply is running. */
  editable: boolean;
}

/** The agent's initial messages, which were never sent, as chat messages. */
export function greetings(texts: readonly string[]): ChatMessage[] {
  return texts.map((text, index) => ({
    id: '',
    key: `greeting-${index}`,
    role: 'assistant',
    parts: [{ type: 'text', text }],
    createdAt: 0,
  }));
}

/** The entries to render, starting at message `from`; the greeting precedes the first message. */
export function logItems(greeting: readonly ChatMessage[], state: ConversationState, from = 0): LogItem[] {
  const { messages, turn } = state;
  const lastAsked = isRunning(state) ? undefined : messages.findLast(isQuestion);
  const lastSaid = turn ? undefined : messages.at(-1);
  const shown = (from > 0 ? messages.slice(from) : [...greeting, ...messages]).filter(
    message => !isToolRound(message),
  );
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

// By its tag: importing the class would be a cycle.
type AgentChatMessage = HTMLElementTagNameMap['agent-chat-message'];

/** The properties that all messages share. */
export type LogView = Pick<
  AgentChatMessage,
  'agentName' | 'strings' | 'locale' | 'renderers' | 'requests' | 'contact' | 'markdown'
>;

/** The rendered messages. Each keeps its element while it is shown, whatever is added or removed around it. */
export class LogList {
  readonly element: HTMLElement = document.createElement('div');
  #shown = new Map<string | undefined, AgentChatMessage>();
  /** The message with `tabindex="0"`: the last one, or the one the visitor moved to. */
  #reachable: HTMLElement | null = null;
  #visited: true | undefined;

  constructor() {
    this.element.className = 'items';
  }

  get(key: string | undefined): AgentChatMessage | undefined {
    return this.#shown.get(key);
  }

  update(items: readonly LogItem[], view: LogView): void {
    const before = this.#shown;
    this.#shown = new Map();
    for (const { key, fresh, ...item } of items) {
      const message = before.get(key) ?? create();
      before.delete(key);
      this.#shown.set(key, message);
      message.toggleAttribute('data-fresh', fresh);
      Object.assign(message, view, item);
    }
    for (const gone of before.values()) gone.remove();
    let at = this.element.firstElementChild;
    for (const message of this.#shown.values()) {
      if (message === at) at = at.nextElementSibling;
      else this.element.insertBefore(message, at);
    }
    if (!this.#visited || !this.#reachable?.isConnected) this.reach(this.element.lastElementChild);
  }

  /** Makes a message the one that Tab reaches. A visited one stays so when more messages arrive. */
  reach(message: Element | null, visited?: true): void {
    this.#visited = visited;
    if (this.#reachable) this.#reachable.tabIndex = -1;
    this.#reachable = message as HTMLElement | null;
    if (this.#reachable) this.#reachable.tabIndex = 0;
  }
}

function create(): AgentChatMessage {
  const message = document.createElement('agent-chat-message');
  message.role = 'article';
  message.tabIndex = -1;
  return message;
}

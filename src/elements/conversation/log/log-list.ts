import type { ChatMessage, ConversationState, Turn } from '../../../client/index.ts';
import { isRunning } from '../../../client/index.ts';

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

/** Made by its tag: whoever needs its class imports that. */
type AgentChatMessage = HTMLElementTagNameMap['agent-chat-message'];

/** What all messages are drawn with. */
export type LogView = Pick<
  AgentChatMessage,
  'agentName' | 'strings' | 'locale' | 'renderers' | 'requests' | 'contact' | 'markdown'
>;

/** The messages on screen. One keeps its element for as long as it is shown, whatever comes before or after it. */
export class LogList {
  readonly element: HTMLElement = document.createElement('div');
  #shown = new Map<string | undefined, AgentChatMessage>();
  /** The message in the order of Tab: the last, or the one that was visited. */
  #reachable: HTMLElement | null = null;
  #visited: true | undefined;

  constructor() {
    this.element.className = 'items';
  }

  get(key: string | undefined): AgentChatMessage | undefined {
    return this.#shown.get(key);
  }

  draw(items: readonly LogItem[], view: LogView): void {
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

  /** Tab leads here from now on; to what was visited also when more comes. */
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

import type { LogItem } from './log-items.ts';

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

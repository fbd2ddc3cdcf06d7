import type { ToolRequest } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { MarkdownOptions } from '../markdown/index.ts';
import type { AgentChatMessage } from './agent-chat-message.ts';
import type { LogItem } from './log-items.ts';
import type { PagePartRenderer } from './parts/page-part.ts';

/** What all messages are drawn with. */
export interface LogView {
  settings: PublicSettings;
  strings: Strings;
  locale: string;
  renderers: ReadonlyMap<string, PagePartRenderer>;
  requests: readonly ToolRequest[];
  /** Whether a contact can be left where an answer can't be had. */
  contact: boolean;
  markdown: MarkdownOptions;
}

/** The messages on screen. One keeps its element for as long as it is shown, whatever comes before or after it. */
export class LogList {
  readonly element: HTMLElement = document.createElement('div');
  #shown = new Map<string, AgentChatMessage>();

  constructor() {
    this.element.className = 'items';
  }

  get(key: string): AgentChatMessage | undefined {
    return this.#shown.get(key);
  }

  draw(items: readonly LogItem[], view: LogView): void {
    const before = this.#shown;
    this.#shown = new Map();
    for (const item of items) {
      const message = before.get(item.key) ?? document.createElement('agent-chat-message');
      before.delete(item.key);
      this.#shown.set(item.key, message);
      message.toggleAttribute('data-fresh', item.fresh);
      const { strings, locale, renderers, requests, contact, markdown } = view;
      const { message: settled, turn, last, editable } = item;
      const agentName = view.settings.name;
      Object.assign(message, { message: settled, turn, last, editable });
      Object.assign(message, { agentName, strings, locale, renderers, requests, contact, markdown });
    }
    for (const gone of before.values()) gone.remove();
    let at = this.element.firstElementChild;
    for (const message of this.#shown.values()) {
      if (message === at) at = at.nextElementSibling;
      else this.element.insertBefore(message, at);
    }
  }
}

import { AgentClient, Conversation } from '../../../src/client/index.ts';
import type { AgentChatConversation } from '../../../src/elements/conversation/index.ts';
import { conversationStyles } from '../../../src/elements/conversation/index.ts';
import { en } from '../../../src/locales/en.ts';
import type { Part } from '../../../src/protocol/message.ts';
import type { PublicSettings } from '../../../src/protocol/settings.ts';
import { defaultSettings, publicSettings } from '../../../src/protocol/settings.ts';
import { formatStreamEvent } from '../../../src/protocol/stream-events.ts';
import type { Answer, ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, reply } from '../../fakes/chat-fetch.ts';
import { waitUntil as until } from '../wait-until.ts';

export { until };

/** An answer that comes when the test says so. */
export class LiveAnswer {
  #line: ReadableStreamDefaultController<Uint8Array> | undefined;
  #text = '';
  readonly answer: Answer = (_request, signal) => {
    const body = new ReadableStream<Uint8Array>({
      start: line => {
        this.#line = line;
        signal.addEventListener('abort', () => line.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };

  get asked(): boolean {
    return this.#line !== undefined;
  }

  token(content: string): void {
    this.#text += content;
    this.#write(formatStreamEvent({ type: 'token', content }));
  }

  done(over: { finishReason?: string; parts?: Part[] } = {}): void {
    const data = { ...reply(this.#text, over), id: crypto.randomUUID() };
    if (over.parts) data.parts = over.parts;
    this.#write(formatStreamEvent({ type: 'done', data }));
    this.#line!.close();
  }

  fail(code: string): void {
    this.#write(formatStreamEvent({ type: 'error', message: 'upstream says no', code }));
    this.#line!.close();
  }

  #write(text: string): void {
    this.#line!.enqueue(new TextEncoder().encode(text));
  }
}

/** A page that has no wishes of its own. */
export const PLAIN = { scrollMode: 'follow', renderers: new Map(), tools: new Map(), markdown: {} } as const;

/** A conversation on screen, seen and worked as a visitor does: by role and name. */
export class Visitor {
  readonly conversation: Conversation;
  readonly network: ChatFetch;
  readonly element: AgentChatConversation = document.createElement('agent-chat-conversation');
  readonly frame: HTMLElement = document.createElement('div');
  readonly root: ShadowRoot;

  constructor(answers: readonly Answer[], settings: Partial<PublicSettings> = {}) {
    this.network = chatFetch(...answers);
    const client = new AgentClient({
      endpoint: 'http://proxy.test',
      agentId: crypto.randomUUID(),
      fetch: this.network.fetch,
    });
    this.conversation = new Conversation({ client, persist: 'memory' });
    this.frame.style.cssText = 'display:block;inline-size:380px;block-size:560px';
    this.root = this.frame.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [conversationStyles.styleSheet!];
    this.element.style.blockSize = '100%';
    Object.assign(this.element, {
      conversation: this.conversation,
      settings: { ...publicSettings(defaultSettings()), ...settings },
      strings: en,
      locale: 'en',
      ...PLAIN,
    });
    this.element.addEventListener('message-submit', event => {
      const { text, edit } = (event as CustomEvent<{ text: string; edit?: boolean }>).detail;
      void (edit ? this.conversation.editLast(text) : this.conversation.send(text));
    });
    this.root.append(this.#headerButton(), this.element);
    document.body.append(this.frame);
  }

  /** The button that opens the menu, which the window has in its header. */
  #headerButton(): HTMLButtonElement {
    const button = document.createElement('button');
    button.ariaLabel = en.moreOptions;
    button.className = 'more';
    button.style.position = 'absolute';
    button.addEventListener('click', event => this.element.openMenu(event));
    return button;
  }

  remove(): void {
    this.frame.remove();
  }

  get field(): HTMLTextAreaElement {
    return this.root.querySelector<HTMLTextAreaElement>('textarea')!;
  }

  get log(): HTMLElement {
    return this.root.querySelector<HTMLElement>('[role=log]')!;
  }

  get status(): HTMLElement {
    return this.root.querySelector<HTMLElement>('[role=status]')!;
  }

  get articles(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('[role=article]')];
  }

  button(name: string): HTMLButtonElement | undefined {
    return [...this.root.querySelectorAll('button')].find(
      button => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name,
    );
  }

  async type(text: string): Promise<void> {
    await this.element.updateComplete;
    this.field.value = text;
    this.field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await this.settled();
  }

  press(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    (this.root.activeElement ?? this.field).dispatchEvent(event);
    return event;
  }

  /** Types and presses Enter; resolves when the question has reached the network. */
  async ask(text: string): Promise<void> {
    const before = this.network.asked().length;
    await this.type(text);
    this.field.focus();
    this.press('Enter');
    await until(() => this.network.asked().length > before);
    await this.settled();
  }

  /** What is being drawn is drawn. */
  async settled(): Promise<void> {
    await this.element.updateComplete;
    await new Promise(requestAnimationFrame);
    await this.element.updateComplete;
    await Promise.all(
      [...this.element.querySelectorAll('agent-chat-message, agent-chat-composer')].map(
        inner => (inner as AgentChatConversation).updateComplete,
      ),
    );
  }
}

/** As a browser's translator does it: its own elements in the place of each text. */
export function translate(element: Element): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
}

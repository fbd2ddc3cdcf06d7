/** A visit to a page with what `npm run build` has made: bundled, minified, its names shortened. */
import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { isTextPart } from '../../../src/protocol/message.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { type Answer, eventStream, reply, sse } from '../../fakes/chat-fetch.ts';

const tag = document.createElement('script');
tag.type = 'module';
tag.src = '/dist/cdn/agent-chat.js?v=2';
const loaded = new Promise((resolve, reject) => Object.assign(tag, { onload: resolve, onerror: reject }));
document.head.append(tag);
await loaded;

// Now that the element is that file's, for the source of it finds that there is one.
export const { field, focused, happened, isShown, named, open, press, root, Site, type, until, windowOf } =
  await import('./site.ts');

export const says = (text: string, id = 'reply-1'): Answer => eventStream(sse([text], reply(text, { id })));

export class Visit {
  site!: InstanceType<typeof Site>;
  chat!: AgentChat;
  /** What the console was told as a warning or an error. */
  readonly #told: string[] = [];
  readonly #console = { warn: console.warn, error: console.error };

  constructor() {
    console.warn = console.error = (...words: unknown[]) => this.#told.push(words.join(' '));
  }

  async start(
    answers: Answer[] = [],
    settings: SettingsPatch = {},
    prepare: (chat: AgentChat) => void = () => {},
  ): Promise<AgentChat> {
    this.site = new Site(settings, answers);
    return this.place(prepare);
  }

  async place(prepare: (chat: AgentChat) => void = () => {}): Promise<AgentChat> {
    this.chat = await this.site.place(chat => {
      chat.endpoint = location.origin;
      prepare(chat);
    });
    return this.chat;
  }

  end(): void {
    Object.assign(console, this.#console);
    this.site.leave();
    expect(this.#told, 'said to the console').to.deep.equal([]);
  }

  write(text: string): void {
    type(this.chat, text);
    press(field(this.chat)!, 'Enter');
  }

  /** Writes, and waits for the answer. */
  async ask(text: string): Promise<void> {
    this.write(text);
    await until(() => this.chat.messages.at(-1)?.role === 'assistant', 'the answer');
  }

  /** Presses a button of this name once it is there. */
  async click(name: string): Promise<void> {
    await until(() => named(this.chat, name), name);
    named(this.chat, name)!.click();
  }

  async choose(item: string): Promise<void> {
    await this.click('More options');
    await until(() => root(this.chat).querySelector('[role=menu]'), 'the menu');
    await this.click(item);
  }

  /** What was sent to addresses that end so. */
  sentTo(path: string): unknown[] {
    return this.site.network.seen.filter(({ url }) => url.endsWith(path)).map(({ body }) => body);
  }

  /** The message that was asked last. */
  get asked(): string {
    return (this.sentTo('/chat').at(-1) as { message: string }).message;
  }

  get texts(): string[] {
    return this.chat.messages.map(({ parts }) =>
      parts
        .filter(isTextPart)
        .map(({ text }) => text)
        .join(),
    );
  }

  /** All that is to be read in the conversation. */
  get log(): string {
    return root(this.chat).querySelector('[role=log]')!.textContent;
  }

  shows(text: string): Promise<void> {
    return until(() => this.log.includes(text), text);
  }
}

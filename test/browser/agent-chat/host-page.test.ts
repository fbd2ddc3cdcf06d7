import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/elements/agent-chat/agent-chat.ts';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { prefer } from '../prefer.ts';
import { field, happened, launcher, named, open, root, Site, until, windowOf } from './site.ts';

/** Situations in which widgets fail on other people's pages. */
describe('a page around the widget', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  describe('that a visitor prints', () => {
    beforeEach(async function () {
      if (!(await prefer({ media: 'print' }))) this.skip();
      await prefer({ media: 'screen' });
    });
    afterEach(() => prefer({ media: 'screen' }));

    it('shows neither launcher nor greetings before the first answer', async () => {
      site.leave();
      site = new Site({
        initialMessages: ['Welcome'],
        autoOpen: { delay: 0, floating: true },
      });
      const chat = await site.place();
      const greetings = (): Element | null => root(chat).querySelector('[part=greetings]');
      await until(() => greetings()?.checkVisibility(), 'the greetings');
      await prefer({ media: 'print' });
      expect(launcher(chat).checkVisibility()).to.equal(false);
      expect(greetings()!.checkVisibility()).to.equal(false);
    });

    it('shows neither launcher nor open window, before the first answer and after it', async () => {
      const chat = await site.place();
      await open(chat);
      await prefer({ media: 'print' });
      expect([launcher(chat).checkVisibility(), windowOf(chat)!.checkVisibility()]).to.deep.equal([
        false,
        false,
      ]);
      await prefer({ media: 'screen' });
      expect([launcher(chat).checkVisibility(), windowOf(chat)!.checkVisibility()]).to.deep.equal([
        true,
        true,
      ]);
      await chat.sendMessage('Hello?');
      await prefer({ media: 'print' });
      expect([launcher(chat).checkVisibility(), windowOf(chat)!.checkVisibility()]).to.deep.equal([
        false,
        false,
      ]);
    });

    it('shows an inline conversation', async () => {
      const chat = await site.place(element => {
        element.mode = 'inline';
      });
      await prefer({ media: 'print' });
      expect(windowOf(chat)!.checkVisibility()).to.equal(true);
    });
  });

  it('gets no key event of what the visitor types, so its shortcuts take no letter', async () => {
    const seen: string[] = [];
    const shortcut = (event: Event): void => {
      const { key, type } = event as KeyboardEvent;
      if (key.length === 1) seen.push(`${type} ${key}`);
      // Like shortcut libraries: prevents the letter, because the event's target is the widget and not a field.
      if (key === '/' && !(event.target as Element).matches('input, textarea')) event.preventDefault();
    };
    const types = ['keydown', 'keypress', 'keyup'];
    for (const type of types) document.addEventListener(type, shortcut);
    try {
      const chat = await site.place();
      await open(chat);
      await sendKeys({ type: 'yes /no' });
      expect(field(chat)!.value).to.equal('yes /no');
      expect(seen).to.deep.equal([]);
    } finally {
      for (const type of types) document.removeEventListener(type, shortcut);
    }
  });

  it('with the toJSON methods of an old Prototype.js keeps the conversation over a reload', async () => {
    const define = (value: unknown): void => {
      for (const { prototype } of [Array, String, Number])
        Object.defineProperty(prototype, 'toJSON', { configurable: true, writable: true, value });
    };
    define(function (this: unknown): string {
      return `[${String(this)}]`;
    });
    try {
      const chat = await site.place();
      await open(chat);
      await chat.sendMessage('Hello?');
      chat.remove();
      const again = await site.place();
      await open(again);
      await until(() => again.messages.length === 2, 'the conversation');
      expect(again.messages.map(({ parts }) => parts)).to.deep.equal([
        [{ type: 'text', text: 'Hello?' }],
        [{ type: 'text', text: 'Hello there.' }],
      ]);
    } finally {
      for (const { prototype } of [Array, String, Number]) Reflect.deleteProperty(prototype, 'toJSON');
    }
  });

  it('with the remove method of Prototype.js shows the answer and its actions without an error', async () => {
    // `HTMLElement.prototype.remove` of versions 1.6.1 to 1.7.3, which fails on a detached node.
    Object.defineProperty(HTMLElement.prototype, 'remove', {
      configurable: true,
      writable: true,
      value: function (this: HTMLElement): HTMLElement {
        this.parentNode!.removeChild(this);
        return this;
      },
    });
    try {
      let chat: AgentChat | undefined;
      const shown = (selector: string, text: string) => (): boolean =>
        root(chat!).querySelector(selector)?.textContent === text;
      const events = sse(['Hello', ' there.']);
      // Each piece arrives once the one before is on screen.
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const event = events.shift();
            if (events.length === 1) await until(shown('.text.md', 'Hello'), 'the beginning of the answer');
            if (event) controller.enqueue(new TextEncoder().encode(event));
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      site.leave();
      site = new Site({}, [
        async () => {
          await until(shown('.thinking', ''), 'the dots that announce an answer');
          return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
        },
      ]);
      chat = await site.place();
      await open(chat);
      await chat.sendMessage('Hello?');
      await until(() => named(chat!, 'Bad answer'), 'the actions of the answer');
    } finally {
      Reflect.deleteProperty(HTMLElement.prototype, 'remove');
    }
  });

  describe('that can be scrolled with the wheel', () => {
    const isKept = (target: Element, init: WheelEventInit = {}): boolean => {
      const options = { deltaY: 100, bubbles: true, cancelable: true, composed: true, ...init };
      return !target.dispatchEvent(new WheelEvent('wheel', options));
    };

    it('is not scrolled over a floating chat, unless to zoom', async () => {
      const answer = 'A paragraph.\n\n'.repeat(60);
      site.leave();
      site = new Site({}, [eventStream(sse([answer]))]);
      const chat = await site.place();
      await open(chat);
      const part = (name: string): Element => root(chat).querySelector(`[part~=${name}]`)!;
      const log = root(chat).querySelector('[role=log]')!;
      for (const target of [part('header'), part('send-button'), field(chat)!, log])
        await until(() => isKept(target), `kept over ${target.localName}`);
      expect(isKept(part('header'), { ctrlKey: true })).to.equal(false);
      await chat.sendMessage('Tell me everything');
      await until(() => log.scrollHeight > log.clientHeight + 100, 'a long answer');
      log.scrollTop = 50;
      expect([isKept(log), isKept(log, { deltaY: -100 }), isKept(part('header'))]).to.deep.equal([
        false,
        false,
        true,
      ]);
    });

    it('is scrolled over an inline chat that has nothing to scroll', async () => {
      const chat = await site.place(element => {
        element.mode = 'inline';
      });
      field(chat)!.focus();
      await chat.sendMessage('Hello?');
      await until(() => root(chat).querySelector('[role=toolbar]'), 'the actions of the answer');
      expect(isKept(root(chat).querySelector('[part~=header]')!)).to.equal(false);
      expect(isKept(root(chat).querySelector('[role=log]')!)).to.equal(false);
    });
  });

  it('that hides and shows the widget in one task, or the reverse, gets neither event', async () => {
    const chat = await site.place();
    await chat.show();
    const events: string[] = [];
    for (const name of ['agent-chat-open', 'agent-chat-close'] as const)
      chat.addEventListener(name, ({ type }) => events.push(type));
    chat.hide();
    void chat.show();
    await chat.updateComplete;
    expect(events).to.deep.equal([]);
    chat.hide();
    await chat.updateComplete;
    void chat.show();
    chat.hide();
    await chat.updateComplete;
    expect(events).to.deep.equal(['agent-chat-close']);
  });

  describe('that has been open for long', () => {
    it('shows the current settings when the window opens and when a new conversation starts', async () => {
      const chat = await site.place();
      expect(site.settingsAsked).to.equal(1);
      const placeholder = (): string => field(chat)!.placeholder;
      site.settings = () => Response.json({ data: { name: 'Shop', placeholder: 'Ask us' } });
      await open(chat);
      await until(() => placeholder() === 'Ask us', 'the new placeholder');
      await chat.sendMessage('Hello?');
      site.settings = () => Response.json({ data: { name: 'Shop', placeholder: 'Anything else?' } });
      named(chat, 'New conversation')!.click();
      await until(() => placeholder() === 'Anything else?', 'the placeholder of the new conversation');
      await chat.sendMessage('Hello again?');
      site.settings = () => Response.json({ data: { name: 'Shop', placeholder: 'Welcome back' } });
      await chat.newConversation();
      await until(() => placeholder() === 'Welcome back', 'the placeholder after a call of the page');
      expect(site.settingsAsked).to.equal(4);
    });

    it('keeps its settings and reports no error when they cannot be requested again', async () => {
      site.leave();
      site = new Site({ placeholder: 'Ask us' }, [eventStream(sse(['Hello.']))]);
      const chat = await site.place();
      const errors: Event[] = [];
      chat.addEventListener('agent-chat-error', event => errors.push(event));
      let failed = 0;
      site.settings = () => {
        failed++;
        return Response.json({ error: { code: 'upstream_unavailable' } }, { status: 503 });
      };
      await open(chat);
      await until(() => failed === 1, 'the failed request');
      await chat.updateComplete;
      expect(field(chat)!.placeholder).to.equal('Ask us');
      expect(errors).to.deep.equal([]);
      const replied = happened(chat, 'agent-chat-reply');
      await chat.sendMessage('Hello?');
      await replied;
    });
  });
});

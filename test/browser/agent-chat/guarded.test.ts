import { expect } from '@open-wc/testing';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { field, isShown, launcher, open, root, Site, type, until, windowOf } from './site.ts';

/** What settings, storage and other windows may say, and what comes of it. */
describe('on a page that cannot be trusted, the widget', () => {
  let site: Site;
  let errors: string[];
  const note = (event: ErrorEvent | PromiseRejectionEvent): void => {
    errors.push(String('reason' in event ? event.reason : event.message));
  };
  beforeEach(() => {
    errors = [];
    site = new Site();
    window.addEventListener('error', note);
    window.addEventListener('unhandledrejection', note);
  });
  afterEach(() => {
    window.removeEventListener('error', note);
    window.removeEventListener('unhandledrejection', note);
    site.leave();
    expect(errors).to.deep.equal([]);
  });

  const HOSTILE = [
    'red;}*{display:none}',
    'url(//spy.example/x.png)',
    'expression(alert(1))',
    'var(--agent-chat-danger)',
    '</style><img src=//spy.example/x.png onerror=alert(1)>',
    '@import "//spy.example/x.css"',
    '\\75rl(//spy.example/x.png)',
    'image-set("//spy.example/x.png" 1x)',
    '-moz-binding:url(//spy.example/x.xml)',
    'red" onload="alert(1)',
    'red; z-index: 2147483647',
    'currentColor',
    'inherit',
    `rgb(${'1'.repeat(1_000_000)}`,
  ];

  it('shows a heading that is not a string as text', async () => {
    const chat = await site.place();
    await open(chat);
    chat.heading = 1984 as unknown as string;
    await chat.updateComplete;
    const heading = root(chat).querySelector('[part=heading]')!;
    await until(() => heading.textContent === '1984', 'the heading');
  });

  it('accepts only the documented values of a setting', async () => {
    const { warn } = console;
    const warned: unknown[] = [];
    console.warn = (text: unknown) => warned.push(text);
    try {
      const chat = await site.place();
      await open(chat);
      await until(() => windowOf(chat)!.getAnimations().length === 0, 'the end of motion');
      const look = (): string =>
        [launcher(chat), windowOf(chat)!, field(chat)!, document.body]
          .map(node => {
            const { backgroundColor, color, display, zIndex, fontFamily, backgroundImage } =
              getComputedStyle(node);
            return [backgroundColor, color, display, zIndex, fontFamily, backgroundImage].join();
          })
          .join('\n');
      const before = look();
      const sheets = root(chat).adoptedStyleSheets.length;
      for (const value of HOSTILE) {
        const styles = { buttonColor: value, userMessageColor: value, agentMessageColor: value };
        // A single word may be the name of a font.
        const font = /^\w+$/.test(value) ? '' : value;
        chat.settings = {
          styles: { ...styles, font, theme: value, radius: value },
        } as unknown as SettingsPatch;
        await chat.updateComplete;
        expect(look(), value.slice(0, 60)).to.equal(before);
        const given = root(chat).adoptedStyleSheets.filter(({ cssRules }) =>
          [...cssRules].some(rule => rule.cssText.includes('spy.example')),
        );
        expect(given).to.deep.equal([]);
      }
      expect(root(chat).adoptedStyleSheets).to.have.length(sheets);
      expect(warned).to.have.length(1);
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('spy.'));
      expect(asked).to.deep.equal([]);
    } finally {
      console.warn = warn;
    }
  });

  it('works with any content of its storage', async () => {
    const first = await site.place();
    await open(first);
    await first.sendMessage('Hello?');
    type(first, 'half a ques');
    const mine = (): string[] => Object.keys(localStorage).filter(key => key.startsWith('agent-chat'));
    await until(() => mine().length > 2, 'what is kept');
    localStorage.setItem('agent-chat:window', '{"width":400,"height":500}');
    first.remove();
    const keys = mine();
    const rubbish = ['{', 'null', '[]', '42', '"text"', '{"messages":{}}', '[[null]]', 'x'.repeat(100_000)];
    for (const text of rubbish) {
      for (const key of keys) localStorage.setItem(key, text);
      const chat = await site.place();
      await chat.show();
      await until(() => isShown(chat) && field(chat), `the window, over ${text.slice(0, 20)}`);
      await chat.sendMessage('And now?');
      expect(chat.messages.at(-1)?.role, text.slice(0, 20)).to.equal('assistant');
      chat.remove();
    }
  });

  it('works if the visitor blocks all cookies, so that Firefox has neither storage nor channels', async () => {
    const refused = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const names = ['localStorage', 'sessionStorage', 'BroadcastChannel'];
    const before = names.map(name => [name, Object.getOwnPropertyDescriptor(window, name)!] as const);
    for (const [name] of before) Object.defineProperty(window, name, { get: refused, configurable: true });
    try {
      const chat = await site.place();
      await open(chat);
      await chat.sendMessage('Hello?');
      expect(chat.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant']);
      chat.remove();
    } finally {
      for (const [name, was] of before) Object.defineProperty(window, name, was);
    }
  });

  it('ignores messages of other windows', async () => {
    const { addEventListener } = EventTarget.prototype;
    const heard: string[] = [];
    EventTarget.prototype.addEventListener = function (
      this: EventTarget | undefined,
      ...args: Parameters<EventTarget['addEventListener']>
    ) {
      if ((this ?? window) === window) heard.push(args[0]);
      return addEventListener.apply(this ?? window, args);
    };
    try {
      const chat = await site.place();
      await open(chat);
      await chat.sendMessage('Hello?');
    } finally {
      EventTarget.prototype.addEventListener = addEventListener;
    }
    expect(heard.length).to.be.greaterThan(0);
    expect(heard).not.to.include('message');
  });

  it('drops the old agent’s answer if the page changes the agent during it', async () => {
    site.leave();
    site = new Site({}, [
      eventStream(sse(['Old words']).slice(0, 1), { end: 'hang' }),
      eventStream(sse(['New words'])),
    ]);
    const chat = await site.place();
    await open(chat);
    void chat.sendMessage('Hello?');
    await until(() => root(chat).textContent.includes('Old words'), 'the beginning of the answer');
    chat.agentId = `${site.agentId}-b`;
    await until(() => site.network.asked()[0]!.aborted, 'the line let go');
    await until(() => !root(chat).textContent.includes('Old words'), 'an empty conversation');
    await chat.sendMessage('And you?');
    await until(() => root(chat).textContent.includes('New words'), 'the other agent’s answer');
    expect(site.network.asked()).to.have.length(2);
  });
});

import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import {
  field,
  focused,
  happened,
  isShown,
  launcher,
  named,
  open,
  root,
  Site,
  type,
  until,
  windowOf,
} from './site.ts';

/** Counts what is listened to on things that outlive the element. */
function countListeners(): { left: () => number; stop: () => void } {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const lasting = (target: EventTarget): boolean =>
    target === window ||
    target === document ||
    target === visualViewport ||
    target instanceof MediaQueryList ||
    target instanceof BroadcastChannel;
  const held = new Set<string>();
  const ids = new WeakMap<object, number>();
  let next = 0;
  const id = (thing: object): number => {
    if (!ids.has(thing)) ids.set(thing, ++next);
    return ids.get(thing)!;
  };
  const key = (target: EventTarget, type: string, listener: object): string =>
    `${id(target)} ${type} ${id(listener)}`;
  EventTarget.prototype.addEventListener = function (
    this: EventTarget | undefined,
    ...args: Parameters<EventTarget['addEventListener']>
  ) {
    const target = this ?? window;
    const [type, listener, options] = args;
    if (listener && lasting(target)) {
      held.add(key(target, type, listener));
      const signal = typeof options === 'object' ? options.signal : undefined;
      if (signal) addEventListener.call(signal, 'abort', () => held.delete(key(target, type, listener)));
    }
    return addEventListener.apply(target, args);
  };
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget | undefined,
    ...args: Parameters<EventTarget['removeEventListener']>
  ) {
    const target = this ?? window;
    if (args[1]) held.delete(key(target, args[0], args[1]));
    return removeEventListener.apply(target, args);
  };
  return {
    left: () => held.size,
    stop: () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener }),
  };
}

describe('the lifecycle of the element', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  it('can be moved a thousand times during an answer, without a leak', async function () {
    this.timeout(60_000);
    site.leave();
    site = new Site({}, [eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' })]);
    const listeners = countListeners();
    try {
      const chat = await site.place();
      await open(chat);
      void chat.sendMessage('Hello?');
      await until(
        () => root(chat).querySelector('[part~=assistant-message]')?.textContent.includes('Hel'),
        'its beginning',
      );
      const places = [document.createElement('div'), document.createElement('div')];
      site.box.append(...places);
      for (let move = 0; move < 1000; move++) places[move % 2]!.append(chat);
      await until(() => isShown(chat), 'the window on the page');
      expect(site.network.asked()).to.have.length(1);
      expect(site.network.asked()[0]!.aborted).to.equal(false);
      const living = listeners.left();
      chat.remove();
      await until(() => site.network.asked()[0]!.aborted, 'the line let go');
      expect(living).to.be.greaterThan(0);
      await until(() => listeners.left() === 0, 'nothing listened to any more');
    } finally {
      listeners.stop();
    }
  });

  for (const mode of ['floating', 'inline'] as const)
    it(`keeps the focus, and where it returns to, when the page moves the ${mode} chat`, async () => {
      const chat = await site.place(chat => {
        chat.mode = mode;
      });
      const own = document.createElement('button');
      own.dataset.agentChat = 'open';
      const place = document.createElement('div');
      site.box.append(own, place);
      own.focus();
      if (mode === 'floating') own.click();
      else await chat.focusComposer();
      await until(() => field(chat) && focused() === field(chat), 'the cursor in the message field');
      await sendKeys({ type: 'half a ' });
      place.append(chat);
      await until(() => focused() === field(chat), 'the cursor in the message field again');
      await sendKeys({ type: 'question' });
      expect(field(chat)!.value).to.equal('half a question');
      named(chat, mode === 'floating' ? 'Make the window larger' : 'More options')!.focus();
      site.box.prepend(chat);
      await until(
        () =>
          focused()?.getAttribute('aria-label') ===
          (mode === 'floating' ? 'Make the window larger' : 'More options'),
        'the focus on the same button',
      );
      if (mode === 'inline') return;
      await sendKeys({ press: 'Escape' });
      await until(() => focused() === own, 'the page’s own button focused');
    });

  it('keeps the focus of a button inside the chat when the mode changes to inline and back', async () => {
    const chat = await site.place();
    await open(chat);
    for (const mode of ['inline', 'floating'] as const) {
      named(chat, 'More options')!.focus();
      chat.mode = mode;
      await until(() => windowOf(chat)?.localName === (mode === 'inline' ? 'section' : 'dialog'), mode);
      await until(() => focused()?.getAttribute('part') === 'heading', 'the focus on the heading');
    }
  });

  it('keeps the focus inside the chat if the page starts a new conversation', async () => {
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Good answer'), 'what can be done with the answer');
    named(chat, 'Good answer')!.focus();
    await chat.newConversation();
    await until(() => focused()?.role === 'log', 'the focus on the log');
  });

  it('keeps an edit of a message when the mode changes to inline', async () => {
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Edit'), 'what can be done with the question');
    named(chat, 'Edit')!.click();
    await until(() => field(chat)!.value === 'Hello?', 'the words in the message field');
    type(chat, 'Hello, is anybody there?');
    chat.mode = 'inline';
    await until(() => windowOf(chat)?.localName === 'section' && field(chat)?.value, 'the other field');
    expect(field(chat)!.value).to.equal('Hello, is anybody there?');
  });

  it('takes no focus when the page moves a chat without focus', async () => {
    const chat = await site.place();
    await open(chat);
    const elsewhere = document.createElement('input');
    const place = document.createElement('div');
    site.box.append(elsewhere, place);
    elsewhere.focus();
    place.append(chat);
    await until(() => isShown(chat), 'the window on the page');
    expect(focused()).to.equal(elsewhere);
    field(chat)!.focus();
    field(chat)!.blur();
    await Promise.resolve();
    site.box.append(chat);
    await until(() => isShown(chat), 'the window on the page');
    await chat.updateComplete;
    expect(focused()).to.equal(document.body);
  });

  it('can be added and removed a thousand times without a leak', async function () {
    this.timeout(60_000);
    const listeners = countListeners();
    try {
      for (let visit = 0; visit < 1000; visit++) {
        const chat = document.createElement('agent-chat');
        chat.agentId = site.agentId;
        site.box.append(chat);
        if (visit % 100 === 0) await chat.show();
        chat.remove();
      }
      await until(() => listeners.left() === 0, 'nothing listened to any more');
      expect(site.box.childElementCount).to.equal(0);
      expect(document.documentElement.hasAttribute('style')).to.equal(false);
    } finally {
      listeners.stop();
    }
  });

  it('updates the times of messages only while it is on the page', async () => {
    const { setInterval, clearInterval } = window;
    const running = new Set<number>();
    Object.assign(window, {
      setInterval: (...args: Parameters<typeof setInterval>) => {
        const timer = setInterval(...args);
        running.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        running.delete(timer);
        clearInterval(timer);
      },
    });
    try {
      const chat = await site.place();
      await chat.show();
      await chat.restore({
        messages: [
          { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
          { role: 'assistant', parts: [{ type: 'text', text: 'Hello there.' }] },
        ],
      });
      await until(() => running.size === 1, 'the time that goes on');
      chat.remove();
      // Drawn once more for what becomes of it.
      for (const message of root(chat).querySelectorAll('agent-chat-message')) message.requestUpdate();
      await chat.updateComplete;
      await new Promise(requestAnimationFrame);
      expect(running.size, 'away').to.equal(0);
      site.box.append(chat);
      await until(() => running.size === 1, 'the time going on');
    } finally {
      Object.assign(window, { setInterval, clearInterval });
    }
  });

  it('holds no references if it is removed before its code is loaded', async () => {
    const listeners = countListeners();
    try {
      const chat = await site.place();
      const shown = chat.show();
      chat.remove();
      await shown;
      await until(() => listeners.left() === 0, 'nothing listened to any more');
    } finally {
      listeners.stop();
    }
  });

  it('has a property for each object that frameworks set', () => {
    const chat = document.createElement('agent-chat');
    const named = (prototype: object | null): string[] =>
      prototype
        ? [
            ...Object.keys(Object.getOwnPropertyDescriptors(prototype)),
            ...named(Object.getPrototypeOf(prototype)),
          ]
        : [];
    expect(named(Object.getPrototypeOf(chat))).to.include.members([
      'settings',
      'strings',
      'highlighter',
      'formulaRenderer',
      'botToken',
      'conversationId',
    ]);
  });

  it('runs methods that are called before it is connected', async () => {
    const chat = document.createElement('agent-chat');
    chat.agentId = site.agentId;
    const told = [
      chat.registerPart('card', () => 'a card'),
      chat.restore({ messages: [{ role: 'assistant', parts: [{ type: 'card' }] }] }),
      chat.show(),
    ];
    // Its code has come before the page puts it anywhere.
    await import('../../../src/elements/agent-chat/window/agent-chat-window.ts');
    await new Promise(resolve => setTimeout(resolve));
    site.box.append(chat);
    await Promise.all(told);
    await until(
      () => isShown(chat) && windowOf(chat)?.textContent.includes('a card'),
      'the card in the window',
    );
  });

  it('returns the focus when it is removed from the page', async () => {
    const chat = await site.place();
    const own = document.createElement('button');
    own.dataset.agentChat = 'open';
    site.box.append(own);
    own.focus();
    own.click();
    await until(() => focused() === field(chat) && isShown(chat), 'the cursor in the message field');
    chat.remove();
    await until(() => focused() === own, 'the own button focused');
  });

  it('keeps the focus in the message field during an answer', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'Hello?');
    named(chat, 'Send message')!.click();
    await happened(chat, 'agent-chat-reply');
    await chat.updateComplete;
    expect(focused()).to.equal(field(chat));
  });

  it('clears another visitor’s draft, but keeps it for a visitor who signs in', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'mine alone');
    await chat.updateComplete;
    await chat.logout();
    await until(() => field(chat)!.value === '', 'an empty field after logout');
    type(chat, 'while I sign in');
    await chat.updateComplete;
    chat.userId = 'ada';
    await chat.updateComplete;
    await until(
      () => Object.keys(localStorage).some(key => key.includes(':ada:draft')),
      'a draft of her own',
    );
    expect(field(chat)!.value).to.equal('while I sign in');
    chat.userId = 'bob';
    await until(() => field(chat)!.value === '', 'an empty field for the next visitor');
    expect(JSON.stringify({ ...localStorage })).not.to.contain('while I sign in');
  });

  it('keeps a draft for each agent', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'for the first');
    const first = chat.agentId;
    chat.agentId = `${first}-other`;
    await until(() => field(chat)!.value === '', 'an empty field for the other agent');
    chat.agentId = first;
    await until(() => field(chat)!.value === 'for the first', 'the draft again');
  });

  it('looks the same after it was in a template', async () => {
    const chat = await site.place(element => {
      element.settings = { styles: { buttonColor: '#123456' } };
    });
    await open(chat);
    await until(() => windowOf(chat)!.getAnimations().length === 0);
    const look = () => {
      const { backgroundColor, width } = getComputedStyle(launcher(chat));
      return [backgroundColor, width, getComputedStyle(windowOf(chat)!).width];
    };
    const before = look();
    expect(before[0]).to.equal('rgb(18, 52, 86)');
    const template = document.createElement('template');
    template.content.append(chat);
    await chat.updateComplete;
    site.box.append(chat);
    await until(() => isShown(chat) && String(look()) === String(before), 'the same look');
    expect(named(chat, 'Close chat')).to.not.equal(undefined);
  });

  it('clears the draft of a visitor who logged out in another tab while it was off the page', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'My order is 4711');
    chat.remove();
    await chat.updateComplete;
    const { agentId, network } = site;
    const elsewhere = new Conversation({
      client: new AgentClient({ endpoint: location.origin, agentId, fetch: network.fetch }),
    });
    elsewhere.logout();
    elsewhere.suspend();
    site.box.append(chat);
    await until(() => isShown(chat) && field(chat)?.value === '', 'an empty message field');
  });

  it('keeps the draft when it is removed and added again', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'My order is 4711');
    chat.remove();
    await chat.updateComplete;
    site.box.append(chat);
    await until(() => isShown(chat), 'the window');
    await new Promise(requestAnimationFrame);
    expect(field(chat)!.value).to.equal('My order is 4711');
  });

  it('continues its conversation in an iframe, and looks the same there', async () => {
    const failures: unknown[] = [];
    const note = (event: PromiseRejectionEvent): unknown => failures.push(event.reason);
    addEventListener('unhandledrejection', note);
    const chat = await site.place(element => {
      element.settings = { styles: { buttonColor: '#123456' } };
    });
    await chat.sendMessage('Hello?');
    const frame = document.createElement('iframe');
    frame.width = '600';
    frame.height = '700';
    site.box.append(frame);
    frame.contentDocument!.body.append(chat);
    await chat.show();
    const colour = () => frame.contentWindow!.getComputedStyle(launcher(chat)).backgroundColor;
    await until(() => isShown(chat) && colour() === 'rgb(18, 52, 86)', 'the chat in the frame');
    expect(root(chat).textContent).to.contain('Hello there.');
    // With the first answer comes what prints it.
    await chat.sendMessage('And again?');
    removeEventListener('unhandledrejection', note);
    expect(failures).to.deep.equal([]);
  });
});

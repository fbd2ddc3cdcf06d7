import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { field, happened, launcher, open, press, Site, until, windowOf } from './site.ts';

describe('an unread answer', () => {
  let site: Site;
  let played = 0;
  let badges: number[] = [];
  const { AudioContext } = window;
  const before = navigator.setAppBadge;

  beforeEach(() => {
    site = new Site();
    played = 0;
    badges = [];
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        played++;
      }
    };
    navigator.setAppBadge = async count => void badges.push(count!);
  });
  afterEach(() => {
    window.AudioContext = AudioContext;
    navigator.setAppBadge = before;
    site.leave();
  });

  const place = (...attributes: string[]) =>
    site.place(element => {
      for (const name of attributes) element.setAttribute(name, '');
    });

  it('plays a sound once, in one tab, if the page enables it and the visitor has pressed something', async function () {
    if (!navigator.userActivation) this.skip();
    const chat = await place('unread-sound');
    const elsewhere = await place('unread-sound');
    await open(chat);
    await sendKeys({ press: 'a' });
    press(field(chat)!, 'Escape');
    await until(() => !chat.open);
    await elsewhere.sendMessage('Hello?');
    await until(() => chat.unread === 1 && elsewhere.unread === 1);
    await until(() => played === 1, 'the sound');
    await import('../../../src/elements/agent-chat/page/chime.ts');
    // Whoever else wanted to play has been told by now that somebody does.
    await navigator.locks.request(`agent-chat-sound:${site.agentId}`, () => {});
    expect(played).to.equal(1);
  });

  it('plays a sound in a sandboxed frame, without locks', async function () {
    if (!navigator.userActivation) this.skip();
    const { request } = navigator.locks;
    const chat = await place('unread-sound');
    await open(chat);
    await sendKeys({ press: 'a' });
    press(field(chat)!, 'Escape');
    await until(() => !chat.open);
    navigator.locks.request = async () => {
      throw new DOMException('no locks here', 'SecurityError');
    };
    try {
      await chat.sendMessage('Hello?');
      await until(() => played === 1, 'the sound');
    } finally {
      navigator.locks.request = request;
    }
  });

  it('is counted on the launcher of the next page, until it is seen', async () => {
    const count = (chat: AgentChat) => launcher(chat).querySelector('[part=launcher-badge]')?.textContent;
    const chat = await place();
    await chat.sendMessage('Hello?');
    await until(() => count(chat) === '1', 'the number');
    chat.remove();
    const next = await place();
    await until(() => count(next) === '1', 'the number on the next page');
    await open(next);
    await until(() => next.unread === 0);
    next.hide();
    next.remove();
    const last = await place();
    await new Promise(done => setTimeout(done));
    await last.updateComplete;
    expect(windowOf(last), 'the code that shows it').to.equal(null);
  });

  it('has no sound and no badge unless the page enables them', async () => {
    const chat = await place();
    await sendKeys({ press: 'a' });
    const unread = happened(chat, 'agent-chat-unread');
    await chat.sendMessage('Hello?');
    await unread;
    await import('../../../src/elements/agent-chat/page/page-observers.ts');
    await chat.updateComplete;
    await new Promise(requestAnimationFrame);
    expect(played).to.equal(0);
    expect(badges).to.deep.equal([]);
  });

  it('has no sound if it is from an earlier visit', async () => {
    const chat = await place();
    await sendKeys({ press: 'a' });
    await chat.sendMessage('Hello?');
    await until(() => chat.unread === 1);
    chat.remove();
    const { now } = Date;
    Date.now = () => now() + 60_000;
    try {
      const again = await place('unread-sound', 'app-badge');
      launcher(again).dispatchEvent(new PointerEvent('pointerenter'));
      await until(() => badges.at(-1) === 1, 'what tells of unread answers');
      await import('../../../src/elements/agent-chat/page/chime.ts');
      await navigator.locks.request(`agent-chat-sound:${site.agentId}`, () => {});
      expect(played).to.equal(0);
    } finally {
      Date.now = now;
    }
  });

  it('is counted on the icon of the installed site until it is seen', async () => {
    const chat = await place('app-badge');
    await chat.sendMessage('Hello?');
    await until(() => badges.at(-1) === 1, 'the number');
    await open(chat);
    await until(() => badges.at(-1) === 0, 'none');
  });
});

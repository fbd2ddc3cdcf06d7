import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { isShown, launcher, open, root, Site, until, windowOf } from './site.ts';

describe('the elements that the chat avoids', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  function banner(css: string, text = 'We use cookies.'): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cookies';
    element.style.cssText = `position: fixed; box-sizing: border-box; ${css}`;
    element.textContent = text;
    site.box.append(element);
    return element;
  }

  const rect = (element: Element): DOMRect => element.getBoundingClientRect();
  const avoiding = (chat: AgentChat): void => chat.setAttribute('avoid', '.cookies, #help');
  const covers = (a: Element, b: Element): boolean => {
    const [one, other] = [rect(a), rect(b)];
    return (
      one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right
    );
  };
  const above = (chat: AgentChat, element: Element) =>
    until(() => rect(launcher(chat)).bottom <= rect(element).top, 'the launcher above it');

  it('stay uncovered if a banner is there from the start, until it is removed', async () => {
    const chat = await site.place();
    const home = rect(launcher(chat));
    chat.remove();
    const cookies = banner('inset: auto 0 0; height: 120px');
    const careful = await site.place(avoiding);
    await above(careful, cookies);
    expect(rect(launcher(careful)).left).to.equal(home.left);
    cookies.remove();
    await until(() => rect(launcher(careful)).top === home.top, 'the launcher in its corner');
  });

  it('stay uncovered if a banner appears later, grows, and is hidden by its own styles', async () => {
    const chat = await site.place(avoiding);
    const home = rect(launcher(chat));
    const cookies = banner('inset: auto 0 0; height: 80px');
    await above(chat, cookies);
    cookies.style.height = '200px';
    await above(chat, cookies);
    cookies.classList.add('gone');
    cookies.style.display = 'none';
    await until(() => rect(launcher(chat)).top === home.top, 'the launcher in its corner');
  });

  for (const unseen of ['visibility: hidden', 'opacity: 0']) {
    it(`are ignored if a banner is invisible by its ${unseen}`, async () => {
      const chat = await site.place(avoiding);
      const home = rect(launcher(chat));
      const cookies = banner('inset: auto 0 0; height: 80px');
      await above(chat, cookies);
      cookies.style.cssText += `; ${unseen}`;
      await until(() => rect(launcher(chat)).top === home.top, 'the launcher in its corner');
    });
  }

  it('include two stacked banners, but none elsewhere on the page', async () => {
    const chat = await site.place(avoiding);
    const home = rect(launcher(chat));
    const elsewhere = banner('inset: auto auto 0 0; width: 100px; height: 300px');
    const low = banner('inset: auto 0 0; height: 60px');
    const help = banner('inset: auto 0 60px; height: 90px');
    help.className = '';
    help.id = 'help';
    await above(chat, help);
    expect(covers(launcher(chat), low)).to.equal(false);
    low.remove();
    help.remove();
    await until(() => rect(launcher(chat)).top === home.top, 'the launcher in its corner');
    expect(elsewhere.isConnected).to.equal(true);
  });

  it('stay uncovered at the top edge, if the chat is there', async () => {
    const chat = await site.place(element => {
      avoiding(element);
      element.placement = 'top-start';
    });
    const bar = banner('inset: 0 0 auto; height: 90px');
    await until(() => rect(launcher(chat)).top >= rect(bar).bottom, 'the launcher below it');
  });

  it('hide the chat while a dialog covers the page', async () => {
    const chat = await site.place(avoiding);
    const dialog = banner('inset: 0');
    await until(() => getComputedStyle(launcher(chat)).visibility === 'hidden', 'no launcher');
    dialog.remove();
    await until(() => getComputedStyle(launcher(chat)).visibility === 'visible', 'the launcher');
  });

  it('include the content of a banner’s shadow tree if its host has no size', async () => {
    const chat = await site.place(avoiding);
    const host = banner('width: 0; height: 0; inset: auto', '');
    const inside = document.createElement('p');
    inside.style.cssText = 'position: fixed; inset: auto 0 0; height: 110px; margin: 0';
    host.attachShadow({ mode: 'open' }).append(inside);
    await above(chat, inside);
  });

  it('stay uncovered by the open window', async () => {
    const cookies = banner('inset: auto 0 0; height: 120px');
    const chat = await site.place(avoiding);
    await open(chat);
    await until(() => !covers(windowOf(chat)!, cookies), 'the window above it');
    expect(covers(windowOf(chat)!, launcher(chat))).to.equal(false);
    expect(rect(windowOf(chat)!).top).to.be.at.least(0);
  });

  it('stay uncovered by a window without a launcher', async () => {
    const cookies = banner('inset: auto 0 0; height: 160px');
    const chat = await site.place(element => {
      avoiding(element);
      element.noLauncher = true;
    });
    await chat.show();
    await until(() => isShown(chat) && !covers(windowOf(chat)!, cookies), 'the window above it');
    expect(rect(windowOf(chat)!).top).to.be.at.least(0);
  });

  it('stay uncovered if the chat moves or grows towards them', async () => {
    const cart = banner('inset: auto auto 0 0; width: 200px; height: 90px');
    const chat = await site.place(avoiding);
    chat.settings = { styles: { alignment: 'left' } };
    await until(() => rect(launcher(chat)).left < 200, 'the launcher on the left');
    await above(chat, cart);
    cart.style.insetInline = '90px auto';
    await until(() => !covers(launcher(chat), cart) && rect(launcher(chat)).bottom > rect(cart).top);
    chat.launcherLabel = 'Ask us about everything';
    await until(() => rect(launcher(chat)).right > 200, 'the label');
    await above(chat, cart);
  });

  it('are reported once in the console if the selector is invalid', async () => {
    const warned: unknown[][] = [];
    const { warn } = console;
    console.warn = (...words) => void warned.push(words);
    try {
      const chat = await site.place(element => element.setAttribute('avoid', 'div:::x'));
      await until(() => warned.length > 0, 'a note');
      banner('inset: auto 0 0; height: 120px');
      expect(root(chat).contains(launcher(chat))).to.equal(true);
      expect(warned).to.deep.equal([['<agent-chat> avoid: "div:::x" is not a selector']]);
    } finally {
      console.warn = warn;
    }
  });

  it('are no longer observed once the chat is removed', async () => {
    const chat = await site.place(avoiding);
    const cookies = banner('inset: auto 0 0; height: 120px');
    await above(chat, cookies);
    chat.remove();
    cookies.remove();
    const again = await site.place();
    expect(getComputedStyle(launcher(again)).visibility).to.equal('visible');
    site.box.append(chat);
    await until(() => rect(launcher(chat)).bottom === rect(launcher(again)).bottom, 'both in their corner');
  });
});

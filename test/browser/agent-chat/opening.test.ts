import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { showGreetings } from '../../../src/elements/agent-chat/launcher/greetings.ts';
import { start } from '../../../src/elements/agent-chat/opening/auto-open.ts';
import { matchesPage } from '../../../src/elements/page-pattern.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { allByRole } from '../by-role.ts';
import { field, focused, isShown, named, root, Site, until } from './site.ts';

type AutoOpen = NonNullable<SettingsPatch['autoOpen']>;

const GREETINGS = 'Messages from the chat';

describe('a chat that opens automatically', () => {
  let site: Site;
  const realTimeout = window.setTimeout;
  afterEach(() => {
    window.setTimeout = realTimeout;
    site.leave();
    document.body.style.removeProperty('height');
    window.scrollTo(0, 0);
  });

  /** The chat with these rules, which are in force when this resolves. */
  async function visit(
    autoOpen: AutoOpen,
    settings: SettingsPatch = {},
    prepare: (chat: AgentChat) => void = () => {},
  ): Promise<AgentChat> {
    site ??= new Site();
    site.settings = () => Response.json({ data: { name: 'Shop', ...settings, autoOpen } });
    const chat = await site.place(prepare);
    await started();
    return chat;
  }

  /** The chat fetches the rules' code when its settings are there; the same module is here already. */
  async function started(): Promise<void> {
    expect(start).to.be.a('function');
    await import('../../../src/elements/agent-chat/opening/auto-open.ts');
    await new Promise(requestAnimationFrame);
  }

  beforeEach(() => {
    site = new Site();
  });

  it('has no limits in a preview, and stores nothing', async () => {
    const preview = (chat: AgentChat): void => {
      chat.dataset.preview = 'page';
    };
    for (let look = 0; look < 3; look++) {
      const chat = await visit({ delay: 0, returning: true }, {}, preview);
      await until(() => isShown(chat), 'the window open');
      chat.hide();
      await chat.updateComplete;
      chat.remove();
    }
    expect(Object.keys(localStorage).filter(key => key.includes('auto'))).to.deep.equal([]);
  });

  it('opens at a scroll depth, not above it, and takes no focus', async () => {
    document.body.style.height = '4000px';
    const link = document.createElement('button');
    site.box.append(link);
    link.focus({ preventScroll: true });
    const chat = await visit({ scroll: 50 });
    const { scrollHeight, clientHeight } = document.documentElement;
    window.scrollTo(0, (scrollHeight - clientHeight) * 0.4);
    await new Promise(resolve => document.addEventListener('scroll', resolve, { once: true }));
    await new Promise(requestAnimationFrame);
    expect(chat.open).to.equal(false);
    window.scrollTo(0, (scrollHeight - clientHeight) * 0.6);
    await until(() => isShown(chat) && field(chat), 'the window open');
    expect(focused()).to.equal(link);
    expect(window.scrollY).to.be.closeTo((scrollHeight - clientHeight) * 0.6, 2);
  });

  it('opens if an element scrolls the page, but not for a small list', async () => {
    const scroller = (height: string): HTMLElement => {
      const box = document.createElement('div');
      box.style.cssText = `height: ${height}; overflow: auto`;
      box.innerHTML = '<p style="height: 4000px"></p>';
      site.box.append(box);
      return box;
    };
    const [list, page] = [scroller('100px'), scroller('90vh')];
    const chat = await visit({ scroll: 50 });
    list.scrollTop = 4000;
    await new Promise(resolve => list.addEventListener('scroll', resolve, { once: true }));
    await new Promise(requestAnimationFrame);
    expect(chat.open).to.equal(false);
    page.scrollTop = 4000;
    await until(() => isShown(chat), 'the window open');
  });

  it('opens when the pointer leaves at the top, not at the side', async () => {
    const chat = await visit({ exitIntent: true });
    document.dispatchEvent(new MouseEvent('mouseout', { relatedTarget: null, clientY: 300, clientX: -1 }));
    document.dispatchEvent(new MouseEvent('mouseout', { relatedTarget: document.body, clientY: -1 }));
    await chat.updateComplete;
    expect(chat.open).to.equal(false);
    document.dispatchEvent(new MouseEvent('mouseout', { relatedTarget: null, clientY: -1 }));
    await until(() => isShown(chat), 'the window open');
  });

  it('opens after a time without input', async () => {
    const waits: { run: () => void; ms: number | undefined; cleared: boolean }[] = [];
    const realClear = window.clearTimeout;
    // Only the clock is pretended: who waits how long, and when it is over.
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 7000 ? 1e9 + waits.push({ run, ms, cleared: false }) : realTimeout(run, ms, ...rest)) as never;
    window.clearTimeout = (id => {
      const wait = waits[Number(id) - 1e9 - 1];
      if (wait) wait.cleared = true;
      else realClear(id);
    }) as typeof clearTimeout;
    try {
      const chat = await visit({ idle: 7 });
      document.dispatchEvent(new PointerEvent('pointermove'));
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
      expect(waits.map(wait => wait.cleared)).to.deep.equal([true, true, false]);
      expect(chat.open).to.equal(false);
      waits.at(-1)!.run();
      await until(() => isShown(chat), 'the window open');
    } finally {
      window.clearTimeout = realClear;
    }
  });

  it('does nothing if it is removed before its rules are loaded', async () => {
    const rules: AutoOpen = { delay: 0, perSession: 1 };
    site.settings = () => Response.json({ data: { name: 'Shop', autoOpen: rules } });
    await site.place(chat => chat.addEventListener('agent-chat-ready', () => chat.remove(), { once: true }));
    await started();
    const next = await visit(rules);
    await until(() => isShown(next), 'the next one open');
  });

  it('opens only on the pages of the pattern', async () => {
    const chat = await visit({ delay: 0, urlPattern: '/somewhere-else*' });
    await new Promise(resolve => realTimeout(resolve));
    await chat.updateComplete;
    expect(chat.open).to.equal(false);
    chat.remove();
    const here = await visit({ delay: 0, urlPattern: `${location.pathname.slice(0, 2)}*` });
    await until(() => isShown(here), 'the window open');
    const page = (url: string) => new URL(url, 'https://shop.example');
    expect(matchesPage('/pricing*', page('/pricing/team?x=1'))).to.equal(true);
    expect(matchesPage('/pricing', page('/pricing/team'))).to.equal(false);
    expect(matchesPage('/list?sort=*', page('/list?sort=new'))).to.equal(true);
    expect(matchesPage('https://shop.example/*', page('/a'))).to.equal(true);
    expect(matchesPage('/a.b', page('/aXb'))).to.equal(false);
    expect(matchesPage('*/blog/*/2026/*', page('/en/blog/news/2026/11'))).to.equal(true);
    expect(matchesPage('/ab*ba', page('/aba'))).to.equal(false);
    expect(matchesPage('/a*', page('/a'))).to.equal(true);
    // However many stars there are, each letter is looked at once.
    expect(matchesPage(`/${'a*'.repeat(60)}b`, page(`/${'a'.repeat(2000)}`))).to.equal(false);
  });

  it('compares URLs as the browser displays them', () => {
    for (const [pattern, address, matches] of [
      ['/größe*', 'https://shop.example/gr%C3%B6%C3%9Fe/m', true],
      ['/gr%C3%B6%C3%9Fe*', 'https://shop.example/gr%C3%B6%C3%9Fe/m', true],
      ['/日本語/*', 'https://shop.example/%E6%97%A5%E6%9C%AC%E8%AA%9E/a', true],
      ['/?frage=größe', 'https://shop.example/?frage=gr%C3%B6%C3%9Fe', true],
      ['/100%*', 'https://shop.example/100%25/a', true],
      ['/%E0%A4%A*', 'https://shop.example/%E0%A4%A', true],
      ['shop.example/pricing*', 'https://shop.example/pricing/team', true],
      ['https://shop.example/pricing', 'https://shop.example/pricing', true],
      ['shop.example/pricing*', 'https://other.example/shop.example/pricing', false],
      ['https*', 'https://shop.example/', true],
      [' /pricing* ', 'https://shop.example/pricing', true],
      [' ', 'https://shop.example/pricing', true],
    ] as const) {
      expect(matchesPage(pattern, new URL(address)), `${pattern} at ${address}`).to.equal(matches);
    }
  });

  it('opens when a router navigates to such a page, and not after the visitor has left it', async function () {
    if (!('navigation' in window)) this.skip();
    const { href } = location;
    try {
      const idle = await visit({ delay: null, scroll: 0, urlPattern: '/pricing*' });
      history.pushState(null, '', '/pricing/team');
      history.pushState(null, '', '/about');
      document.dispatchEvent(new Event('scroll'));
      await idle.updateComplete;
      expect(idle.open).to.equal(false);
      history.pushState(null, '', '/pricing/team');
      document.dispatchEvent(new Event('scroll'));
      await until(() => isShown(idle), 'the window open');
    } finally {
      history.pushState(null, '', href);
    }
  });

  it('opens on no other page if the browser does not report navigation', async () => {
    const { href } = location;
    const known = Object.getOwnPropertyDescriptor(window, 'navigation') ?? {};
    Object.defineProperty(window, 'navigation', { value: undefined, configurable: true });
    try {
      history.pushState(null, '', '/pricing/team');
      const chat = await visit({ delay: null, scroll: 0, urlPattern: '/pricing*' });
      history.pushState(null, '', '/checkout');
      document.dispatchEvent(new Event('scroll'));
      await chat.updateComplete;
      expect(chat.open).to.equal(false);
    } finally {
      delete (window as { navigation?: unknown }).navigation;
      if ('get' in known) Object.defineProperty(window, 'navigation', known);
      history.pushState(null, '', href);
    }
  });

  it('opens only for returning visitors if the settings say so', async () => {
    const first = await visit({ delay: 0, returning: true });
    await new Promise(resolve => realTimeout(resolve));
    expect(first.open).to.equal(false);
    await first.sendMessage('Hello?');
    first.remove();
    const again = await visit({ delay: 0, returning: true });
    await until(() => isShown(again), 'the window open');
  });

  it('does not open after it was removed', async () => {
    const first = await visit({ delay: 0, returning: true });
    await first.sendMessage('Hello?');
    first.remove();
    first.requestUpdate();
    await first.updateComplete;
    await started();
    await new Promise(resolve => realTimeout(resolve));
    expect(first.open).to.equal(false);
    const again = await visit({ delay: 0, returning: true });
    await until(() => isShown(again), 'the window open');
  });

  it('recognizes a returning visitor with any empty user id', async () => {
    const first = await visit({ delay: 0, returning: true });
    await first.sendMessage('Hello?');
    first.remove();
    const again = await visit({ delay: 0, returning: true }, {}, chat => {
      Object.assign(chat, { userId: undefined });
    });
    await until(() => isShown(again), 'the window open');
  });

  for (const [cap, rules, forget] of [
    ['session', { perSession: 2, perWeek: 9 }, () => sessionStorage.clear()],
    ['week', { perSession: 9, perWeek: 2 }, () => localStorage.clear()],
  ] as const) {
    it(`opens no more often in a ${cap} than the settings allow`, async () => {
      for (const expected of [true, true, false]) {
        const chat = await visit({ delay: 0, ...rules });
        if (expected) await until(() => isShown(chat), 'the window open');
        await new Promise(resolve => realTimeout(resolve));
        expect(chat.open).to.equal(expected);
        chat.remove();
      }
      forget();
      const later = await visit({ delay: 0, ...rules });
      await until(() => isShown(later), `the window open in another ${cap}`);
    });
  }

  it('stores nothing before the visitor has agreed, and stays closed all the same', async () => {
    const rules = { delay: 0, perSession: 9, perWeek: 9 };
    site.settings = () => Response.json({ data: { name: 'Shop', autoOpen: rules } });
    const consenting = (element: AgentChat): void => {
      element.consent = 'required';
    };
    const chat = await site.place(consenting);
    await until(() => isShown(chat) && named(chat, 'Make the window larger'), 'the window open');
    named(chat, 'Make the window larger')!.click();
    named(chat, 'Close chat')!.click();
    await until(() => !isShown(chat), 'the window closed');
    expect(localStorage.length + sessionStorage.length).to.equal(0);
    chat.remove();
    const again = await site.place(consenting);
    await started();
    await new Promise(resolve => realTimeout(resolve));
    expect(again.open).to.equal(false);
  });

  it('keeps its greetings until the visitor decides', async () => {
    const timers: (() => void)[] = [];
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) => {
      if ((ms ?? 0) > 300) timers.push(run);
      return realTimeout(run, ms, ...rest);
    }) as never;
    const chat = await visit(
      { delay: 0, floating: true, perSession: 9 },
      { initialMessages: ['Need a hand?', 'Ask away.'] },
    );
    await until(() => root(chat).querySelectorAll('[part=greeting]').length === 2, 'the greetings');
    for (const run of timers.splice(0)) run();
    await chat.updateComplete;
    expect(root(chat).querySelectorAll('[part=greeting]')).to.have.length(2);
    expect(focused()).to.equal(document.body);
    root(chat).querySelector<HTMLElement>('[part=greeting]')!.click();
    await until(() => isShown(chat) && focused() === field(chat), 'the cursor in the message field');
    expect(root(chat).querySelector('[part=greeting]')).to.equal(null);
    // As it looks when it is opened by its launcher.
    expect(getComputedStyle(root(chat).querySelector('dialog')!).borderRadius).not.to.equal('0px');
  });

  it('shows no greetings of an inline chat', async () => {
    const settings: SettingsPatch = {
      initialMessages: ['Need a hand?'],
      autoOpen: { delay: 0, floating: true },
    };
    const part = await site.place(element => Object.assign(element, { mode: 'inline', settings }));
    const beside = await site.place(element => Object.assign(element, { agentId: 'beside', settings }));
    await until(
      () => allByRole(root(beside), 'region', GREETINGS)[0],
      'the greetings of the one that floats',
    );
    expect(allByRole(root(part), 'region', GREETINGS)).to.deep.equal([]);
    const kept = Object.keys({ ...localStorage, ...sessionStorage });
    expect(kept.filter(key => key.includes(site.agentId))).to.deep.equal([]);
  });

  it('keeps its greetings beside the launcher when that moves', async () => {
    const chat = await visit(
      { delay: 0, floating: true, perSession: 9 },
      { initialMessages: ['Need a hand?'] },
    );
    const greetings = (): HTMLElement | undefined => allByRole(root(chat), 'region', GREETINGS)[0];
    await until(greetings, 'the greetings');
    chat.placement = 'top-start';
    await chat.updateComplete;
    const { top, left } = greetings()!.getBoundingClientRect();
    expect(top).to.be.below(innerHeight / 2);
    expect(left).to.be.below(innerWidth / 2);
  });

  for (const placement of ['bottom-end', 'bottom-start', 'top-end', 'top-start'] as const) {
    it(`has the dismiss button on a greeting, clear of text and launcher: ${placement}`, async () => {
      for (const lang of ['en', 'ar']) {
        const chat = await visit({}, {}, element => Object.assign(element, { placement, lang }));
        for (const messages of [
          ['Hi!', 'What would you like to know about our shelves?'],
          ['Need a hand?', 'Yes?'],
        ]) {
          const close = showGreetings(chat, messages, () => {});
          const all = (selector: string): Element[] => [...root(chat).querySelectorAll(selector)];
          await until(() => all('[part=greeting]').length === 2, 'the greetings');
          for (const motion of root(chat).querySelector('.greetings')!.getAnimations({ subtree: true }))
            motion.finish();
          const cross = all('.dismiss')[0]!.getBoundingClientRect();
          const covers = (what: { getBoundingClientRect(): DOMRect }): boolean => {
            const { left, right, top, bottom } = what.getBoundingClientRect();
            return left < cross.right && right > cross.left && top < cross.bottom && bottom > cross.top;
          };
          const words = all('.words').map(text => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return range;
          });
          expect(all('[part=greeting]').filter(covers), `${lang}, ${messages}`).to.have.length(1);
          expect([...words, ...all('[part~=launcher]')].filter(covers), `${lang}, ${messages}`).to.deep.equal(
            [],
          );
          close();
        }
        chat.remove();
      }
    });
  }

  for (const [what, message, words] of [
    [
      'much',
      '**Welcome!** See our [prices](/prices).\n\n- Fast\n- `Safe` & sound',
      'Welcome! See our prices.\nFast\nSafe & sound',
    ],
    ['simple', '**Welcome!** Press `Esc` to close.', 'Welcome! Press Esc to close.'],
  ] as const)
    it(`greets in plain text if the message has ${what} formatting`, async () => {
      const chat = await visit({});
      const close = showGreetings(chat, [message, '2 * 3 is `6`'], () => {});
      const greetings = (): HTMLElement[] => [...root(chat).querySelectorAll<HTMLElement>('[part=greeting]')];
      await until(() => greetings().length === 2, 'the greetings');
      expect(greetings().map(greeting => greeting.textContent)).to.deep.equal([words, '2 * 3 is 6']);
      close();
    });

  it('leaves no greeting that was closed before its texts were loaded', async () => {
    const chat = await visit({});
    const rejected: unknown[] = [];
    const note = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      rejected.push(event.reason);
    };
    window.addEventListener('unhandledrejection', note);
    showGreetings(chat, ['Hello'], () => {})();
    await import('../../../src/locales/en.ts');
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    window.removeEventListener('unhandledrejection', note);
    expect(rejected).to.deep.equal([]);
    expect(root(chat).querySelector('[part=greeting]')).to.equal(null);
  });
});

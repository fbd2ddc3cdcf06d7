import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { stillness } from '../pointer.ts';
import { field, focused, isShown, launcher, named, root, Site, type, until, windowOf } from './site.ts';

describe('on a phone, the window', () => {
  let site: Site;
  const html = document.documentElement;
  beforeEach(async () => {
    await setViewport({ width: 390, height: 700 });
    document.body.style.height = '4000px';
    site = new Site({}, [eventStream(sse(['Hello there.']))]);
  });
  /** What of the screen a visitor sees, as the browser tells it. */
  const see = (view: { height: number; offsetTop: number; scale: number }): void => {
    for (const [name, value] of Object.entries(view)) {
      Object.defineProperty(visualViewport, name, { get: () => value, configurable: true });
    }
    visualViewport!.dispatchEvent(new Event('resize'));
  };
  afterEach(async () => {
    Reflect.deleteProperty(visualViewport!, 'height');
    Reflect.deleteProperty(visualViewport!, 'offsetTop');
    Reflect.deleteProperty(visualViewport!, 'scale');
    site.leave();
    document.body.removeAttribute('style');
    html.removeAttribute('style');
    await setViewport({ width: 800, height: 600 });
  });

  it('fills the screen, is modal, and opens no keyboard on its own', async () => {
    const chat = await site.place();
    launcher(chat).click();
    await until(() => isShown(chat) && windowOf(chat)!.getAnimations().length === 0, 'the window');
    expect(windowOf(chat)!.matches(':modal')).to.equal(true);
    const { left, top, width, height } = windowOf(chat)!.getBoundingClientRect();
    expect([left, top, width, height]).to.deep.equal([0, 0, innerWidth, innerHeight]);
    expect(focused()).to.equal(root(chat).querySelector('[part=heading]'));
    expect(named(chat, 'Make the window larger')).to.equal(undefined);
    named(chat, 'Close chat')!.click();
    await until(() => focused() === launcher(chat), 'the launcher focused');
  });

  it('locks the page’s scroll position, and restores it exactly', async () => {
    html.setAttribute('style', 'overflow: clip scroll !important; --site: 1');
    const chat = await site.place();
    window.scrollTo(0, 1234);
    const { style } = html;
    const before = [
      style.overflow,
      style.getPropertyPriority('overflow-y'),
      style.getPropertyValue('--site'),
    ];
    const at = window.scrollY;
    for (let visits = 0; visits < 2; visits++) {
      chat.open = true;
      await until(() => windowOf(chat)?.matches(':modal'), 'the window');
      await until(() => getComputedStyle(html).overflowY === 'hidden', 'the page kept still');
      chat.hide();
      await until(() => !isShown(chat), 'the window closed');
      expect([
        style.overflow,
        style.getPropertyPriority('overflow-y'),
        style.getPropertyValue('--site'),
      ]).to.deep.equal(before);
      expect(window.scrollY).to.equal(at);
    }
    chat.open = true;
    await until(() => windowOf(chat)?.matches(':modal'), 'the window');
    chat.remove();
    await until(() => getComputedStyle(html).overflowY === 'scroll', 'the page free again');
  });

  for (const [how, put] of [
    ['moves it', (chat: HTMLElement, place: HTMLElement) => place.append(chat)],
    [
      'takes it away and puts it back',
      async (chat: HTMLElement, place: HTMLElement) => {
        chat.remove();
        await until(() => html.style.overflow === '', 'the page free');
        place.append(chat);
      },
    ],
  ] as const)
    it(`stays above the page when the page ${how}`, async () => {
      const chat = await site.place();
      const place = document.createElement('div');
      site.box.append(place);
      await chat.show();
      await until(() => html.style.overflow === 'hidden', 'the page kept still');
      await put(chat, place);
      await until(() => windowOf(chat)?.matches(':modal'), 'the window');
      await until(() => html.style.overflow === 'hidden', 'the page kept still again');
      chat.hide();
      await until(() => !isShown(chat), 'the window closed');
      await until(() => html.style.overflow === '', 'the page free again');
    });

  it('restores the page’s own overflow of one axis', async () => {
    html.style.overflowX = 'hidden';
    const chat = await site.place();
    await chat.show();
    await until(() => html.style.overflow === 'hidden', 'the page kept still');
    chat.hide();
    await until(() => html.style.overflowY === '', 'the page free again');
    expect(html.style.overflowX).to.equal('hidden');
  });

  it('unlocks the page when both of two windows are closed', async () => {
    const [under, over] = [await site.place(), await site.place()];
    for (const chat of [under, over]) {
      await chat.show();
      await until(
        () => windowOf(chat)?.style.getPropertyValue('--_view-height'),
        'the window following the screen',
      );
    }
    expect(html.style.overflow).to.equal('hidden');
    for (const chat of [under, over]) {
      chat.hide();
      await until(() => !isShown(chat), 'the window closed');
    }
    await until(() => html.style.overflow === '', 'the page free again');
  });

  it('unlocks the page when it becomes inline, and locks it again as a window', async () => {
    const chat = await site.place();
    await chat.show();
    for (let times = 0; times < 2; times++) {
      await until(() => html.style.overflow === 'hidden', 'the page kept still');
      chat.mode = 'inline';
      await until(() => html.style.overflow === '', 'the page free again');
      chat.mode = 'floating';
      await until(() => windowOf(chat)?.matches(':modal'), 'the window');
    }
  });

  for (const [what, hide] of [
    ['it', (chat: HTMLElement) => chat],
    ['what it stands in', (chat: HTMLElement) => chat.parentElement!],
  ] as const)
    it(`unlocks the page when the page hides ${what}, and opens again from the launcher`, async () => {
      const chat = await site.place();
      const button = document.createElement('button');
      document.body.append(button);
      await chat.show();
      await until(() => html.style.overflow === 'hidden', 'the page kept still');
      hide(chat).hidden = true;
      await until(() => html.style.overflow === '', 'the page free again');
      button.focus();
      expect(focused()).to.equal(button);
      hide(chat).hidden = false;
      launcher(chat).click();
      await until(() => windowOf(chat)?.matches(':modal') && html.style.overflow === 'hidden', 'the window');
      button.remove();
    });

  it('does not lock the page when it opens invisibly', async () => {
    const chat = await site.place(element => {
      element.hidden = true;
    });
    await chat.show();
    await until(() => !windowOf(chat)?.matches(':modal') && !chat.open, 'the window closed');
    expect(html.style.overflow).to.equal('');
  });

  it('keeps its message field above the on-screen keyboard', async () => {
    const chat = await site.place();
    launcher(chat).click();
    await until(() => isShown(chat) && field(chat), 'the window');
    await until(() => windowOf(chat)!.getAnimations().length === 0);
    const keyboard = (height: number, offsetTop: number): void => see({ height, offsetTop, scale: 1 });
    const bottom = () => Math.round(windowOf(chat)!.getBoundingClientRect().bottom);
    keyboard(360, 40);
    await until(() => bottom() === 400, 'the window above the keyboard');
    expect(Math.round(windowOf(chat)!.getBoundingClientRect().top)).to.equal(40);
    expect(field(chat)!.getBoundingClientRect().bottom).to.be.at.most(400);
    expect(named(chat, 'Close chat')!.getBoundingClientRect().top).to.be.at.least(40);
    keyboard(innerHeight, 0);
    await until(() => bottom() === innerHeight, 'the whole window');
  });

  it('keeps its size when the visitor zooms in', async () => {
    const chat = await site.place();
    await chat.show();
    await until(() => isShown(chat) && windowOf(chat)!.getAnimations().length === 0);
    const place = (): string => JSON.stringify(windowOf(chat)!.getBoundingClientRect());
    const before = place();
    see({ height: innerHeight / 2, offsetTop: 120, scale: 2 });
    await new Promise(requestAnimationFrame);
    expect(place()).to.equal(before);
    see({ height: 360, offsetTop: 40, scale: 1 });
    await until(() => place() !== before, 'the window above the keyboard');
  });

  it('has text large enough that no phone zooms into a field, and touch targets of 44 pixels', async () => {
    const chat = await site.place();
    await chat.show();
    await until(() => field(chat));
    await until(
      () => Number.parseFloat(getComputedStyle(field(chat)!).fontSize) >= 16,
      'letters of 16 pixels',
    );
    const { width, height } = launcher(chat).getBoundingClientRect();
    chat.hide();
    await until(() => !isShown(chat));
    const closed = launcher(chat).getBoundingClientRect();
    expect(Math.max(width, closed.width)).to.be.at.least(44);
    expect(Math.max(height, closed.height)).to.be.at.least(44);
  });

  it('becomes a floating window, and back, when the screen is rotated', async () => {
    const chat = await site.place();
    await chat.show();
    await until(() => windowOf(chat)?.matches(':modal'), 'the full window');
    await setViewport({ width: 700, height: 600 });
    await until(() => windowOf(chat)!.matches(':popover-open'), 'the floating window');
    expect(getComputedStyle(html).overflowY).not.to.equal('hidden');
    await setViewport({ width: 390, height: 700 });
    await until(() => windowOf(chat)!.matches(':modal'), 'the full window again');
    expect(chat.open).to.equal(true);
  });

  it('fills a screen in landscape, and keeps the focus when it is rotated', async () => {
    const chat = await site.place();
    await chat.show();
    await until(() => field(chat));
    field(chat)!.focus();
    await setViewport({ width: 700, height: 600 });
    await until(() => windowOf(chat)!.matches(':popover-open'), 'the floating window');
    expect(focused()).to.equal(field(chat));
    await setViewport({ width: 640, height: 200 });
    await until(() => windowOf(chat)!.matches(':modal'), 'the full window');
    expect(focused()).to.equal(field(chat));
    await stillness(field(chat)!);
    for (const part of [named(chat, 'Close chat')!, field(chat)!, named(chat, 'Send message')!]) {
      const { top, bottom } = part.getBoundingClientRect();
      expect(top).to.be.at.least(0);
      expect(bottom).to.be.at.most(200);
    }
    expect(root(chat).querySelector('[role=log]')!.clientHeight).to.be.at.least(60);
  });

  it('keeps the focus in the field, and so the keyboard, after sending', async () => {
    const chat = await site.place();
    await chat.show();
    await until(() => field(chat));
    field(chat)!.focus();
    type(chat, 'Hello?');
    named(chat, 'Send message')!.click();
    await until(() => root(chat).textContent.includes('Hello there.'), 'the answer');
    expect(focused()).to.equal(field(chat));
  });
});

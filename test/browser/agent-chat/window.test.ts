import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { tabTo } from '../keyboard.ts';
import { pointAt } from '../pointer.ts';
import {
  field,
  focused,
  happened,
  isShown,
  launcher,
  named,
  open,
  press,
  root,
  Site,
  until,
  windowOf,
} from './site.ts';

describe('the window', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  it('opens from the launcher with the focus in the message field, and exposes its state', async () => {
    const chat = await site.place();
    const button = launcher(chat);
    expect(button.getAttribute('aria-label')).to.equal('Open chat');
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    await open(chat);
    expect(isShown(chat)).to.equal(true);
    expect(button.getAttribute('aria-label')).to.equal('Close chat');
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    expect(chat.hasAttribute('open')).to.equal(true);
  });

  const INITIALS: Record<string, string> = {
    'acme shop': 'A',
    '🛒 Shop': '🛒',
    'e\u0301cole': 'E\u0301',
    '👩‍💻 Help': '👩‍💻',
    '👍🏽 Good': '👍🏽',
    '🇩🇪🇫🇷': '🇩🇪',
    '1️⃣ First': '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England': '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    हिंदी: 'हिं',
    क्षेत्र: 'क्षे',
    שׁלום: 'שׁ',
    店: '店',
  };
  for (const [heading, initial] of Object.entries(INITIALS)) {
    it(`has the first grapheme of “${heading}” as its avatar`, async () => {
      const chat = await site.place(element => {
        element.heading = heading;
      });
      await open(chat);
      expect(root(chat).querySelector('[part=avatar]')!.textContent).to.equal(initial);
    });
  }

  it('is a dialog named by its heading that leaves the page usable', async () => {
    const chat = await site.place();
    await open(chat);
    const window = windowOf(chat)!;
    expect(window.localName).to.equal('dialog');
    expect(window.matches(':modal')).to.equal(false);
    expect(window.getAttribute('aria-modal')).to.equal('false');
    const heading = chat.shadowRoot!.getElementById(window.getAttribute('aria-labelledby')!);
    expect(heading!.textContent).to.equal('Shop');
  });

  it('is above any z-index of the page', async () => {
    const chat = await site.place();
    const wall = document.createElement('div');
    wall.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:red';
    site.box.append(wall);
    await open(chat);
    const { left, top, width, height } = windowOf(chat)!.getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).to.equal(chat);
    const corner = launcher(chat).getBoundingClientRect();
    expect(document.elementFromPoint(corner.x + 20, corner.y + 20)).to.equal(chat);
  });

  it('accepts `scroll` as a property, as React and Vue set it', async () => {
    site.leave();
    site = new Site({}, [eventStream(sse(['A line.\n\n'.repeat(60)]))]);
    const chat = await site.place(element => Object.assign(element, { scroll: 'start' }));
    await open(chat);
    await chat.sendMessage('Tell me everything');
    const log = chat.shadowRoot!.querySelector<HTMLElement>('[role=log]')!;
    await until(() => log.querySelectorAll('[part~=assistant-message] p').length === 60, 'the answer');
    await until(() => log.scrollTop > 0, 'the question at the top');
    expect(log.scrollHeight - log.clientHeight - log.scrollTop).to.be.greaterThan(100);
  });

  it('closes on Escape, returns the focus to the launcher and keeps the draft', async () => {
    const chat = await site.place();
    await open(chat);
    await sendKeys({ type: 'half a question' });
    const closed = happened(chat, 'agent-chat-close');
    await sendKeys({ press: 'Escape' });
    await closed;
    await until(() => focused() === launcher(chat), 'the launcher focused');
    expect(isShown(chat)).to.equal(false);
    await open(chat);
    expect(field(chat)!.value).to.equal('half a question');
  });

  it('leaves Escape to an input method and to menus inside', async () => {
    const chat = await site.place();
    await open(chat);
    press(field(chat)!, 'Escape', { isComposing: true });
    const taken = new KeyboardEvent('keydown', {
      key: 'Escape',
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    taken.preventDefault();
    field(chat)!.dispatchEvent(taken);
    await chat.updateComplete;
    expect(chat.open).to.equal(true);
  });

  it('ignores Escape pressed elsewhere on the page', async () => {
    const chat = await site.place();
    await open(chat);
    press(document.body, 'Escape');
    await chat.updateComplete;
    expect(chat.open).to.equal(true);
  });

  it('returns the focus to the page’s own button that opened it', async () => {
    const chat = await site.place();
    const own = document.createElement('button');
    own.dataset.agentChat = 'open';
    own.textContent = 'Ask us';
    site.box.append(own);
    own.focus();
    own.click();
    await until(() => focused() === field(chat) && isShown(chat), 'the window open');
    named(chat, 'Close chat')!.click();
    await until(() => focused() === own, 'the own button focused');
  });

  it('returns the focus to the launcher after a cancelled page button', async () => {
    const chat = await site.place();
    const own = document.createElement('button');
    own.dataset.agentChat = 'open';
    site.box.append(own);
    const refused = happened(chat, 'agent-chat-open');
    chat.addEventListener('agent-chat-open', event => event.preventDefault(), { once: true });
    own.click();
    await refused;
    await chat.updateComplete;
    own.blur();
    await chat.focusComposer();
    await until(() => focused() === field(chat), 'the cursor in the message field');
    press(field(chat)!, 'Escape');
    await until(() => focused() === launcher(chat), 'the launcher focused');
  });

  it('does not change the page’s own button, and dispatches the events to keep its state in sync', async () => {
    const chat = await site.place();
    const own = document.createElement('button');
    own.dataset.agentChat = 'toggle';
    site.box.append(own);
    const before = own.outerHTML;
    own.click();
    await until(() => isShown(chat), 'the window open');
    expect(own.outerHTML).to.equal(before);
    chat.hide();
    await until(() => !isShown(chat), 'the window closed');
    // As in the documents.
    const follow = () => queueMicrotask(() => own.setAttribute('aria-expanded', String(chat.open)));
    chat.addEventListener('agent-chat-open', follow);
    chat.addEventListener('agent-chat-close', follow);
    own.click();
    await until(() => isShown(chat), 'the window open');
    expect(own.ariaExpanded).to.equal('true');
    own.click();
    await until(() => !isShown(chat), 'the window closed');
    expect(own.ariaExpanded).to.equal('false');
    chat.addEventListener('agent-chat-open', event => event.preventDefault());
    own.click();
    await until(() => !chat.open, 'the refusal');
    expect(own.ariaExpanded).to.equal('false');
  });

  it('returns the focus to where it was when the page opened it by method', async () => {
    const chat = await site.place();
    const link = document.createElement('a');
    link.href = '#here';
    link.textContent = 'here';
    site.box.append(link);
    link.focus();
    await chat.show();
    await until(() => focused() === field(chat), 'the cursor in the message field');
    chat.hide();
    await until(() => focused() === link, 'the link focused');
  });

  it('focuses the message field when show() is called on an open chat', async () => {
    const chat = await site.place();
    await open(chat);
    const own = document.createElement('button');
    site.box.append(own);
    own.focus();
    await chat.show();
    await until(() => focused() === field(chat), 'the cursor in the message field');
  });

  it('keeps the focus in spite of a focus trap of the page, as in Bootstrap', async () => {
    const modal = document.createElement('div');
    modal.tabIndex = -1;
    document.body.append(modal);
    const keep = ({ target }: Event): void => {
      if (target !== modal) modal.focus();
    };
    document.addEventListener('focusin', keep);
    const chat = await site.place();
    launcher(chat).focus();
    await until(() => focused() === modal, 'the focus in the modal');
    await open(chat);
    field(chat)!.focus();
    expect(focused()).to.equal(field(chat));
    document.removeEventListener('focusin', keep);
    modal.remove();
  });

  it('does not move the focus when it is open from the start', async () => {
    const chat = await site.place(element => {
      element.open = true;
    });
    await until(() => isShown(chat));
    await chat.updateComplete;
    expect(focused()).to.equal(document.body);
  });

  it('does not close if a listener cancels its opening', async () => {
    const chat = await site.place();
    chat.addEventListener('agent-chat-open', event => event.preventDefault(), { once: true });
    launcher(chat).click();
    await until(() => !chat.open);
    expect(isShown(chat)).to.equal(false);
    await open(chat);
    expect(isShown(chat)).to.equal(true);
  });

  it('changes its size by keys and by the button, and keeps it', async () => {
    const chat = await site.place();
    await open(chat);
    const width = () => Math.round(windowOf(chat)!.getBoundingClientRect().width);
    await until(() => windowOf(chat)!.getAnimations().length === 0);
    const before = width();
    const corner = named(chat, 'Resize: arrow keys. Move: Shift + arrow keys.')!;
    press(corner, 'ArrowLeft');
    await until(() => width() === before + 32, 'the wider window');
    const tall = windowOf(chat)!.getBoundingClientRect().height;
    press(corner, 'ArrowDown');
    await until(() => windowOf(chat)!.getBoundingClientRect().height === tall - 32, 'the lower window');
    chat.remove();
    const again = await site.place();
    await open(again);
    await until(() => windowOf(again)!.getAnimations().length === 0);
    expect(Math.round(windowOf(again)!.getBoundingClientRect().width)).to.equal(before + 32);
    named(again, 'Make the window larger')!.click();
    await until(() => windowOf(again)!.getBoundingClientRect().width > before + 100, 'the larger window');
    expect(named(again, 'Make the window smaller')).to.not.equal(undefined);
    again.remove();
    const last = await site.place();
    await open(last);
    await until(() => windowOf(last)!.getAnimations().length === 0);
    expect(windowOf(last)!.getBoundingClientRect().width).to.be.greaterThan(before + 100);
  });

  it('grows and shrinks visibly by its button, but follows a dragged corner at once', async () => {
    const chat = await site.place();
    await open(chat);
    const dialog = windowOf(chat)!;
    const moves = (): boolean => getComputedStyle(dialog).transitionProperty.includes('inline-size');
    await until(() => dialog.getAnimations().length === 0, 'the end of opening');
    expect(moves()).to.equal(false);
    for (const name of ['Make the window larger', 'Make the window smaller']) {
      const started = new Promise<void>(resolve =>
        dialog.addEventListener('transitionrun', ({ propertyName }) => {
          if (/width|inline-size/.test(propertyName)) resolve();
        }),
      );
      named(chat, name)!.click();
      if (matchMedia('(prefers-reduced-motion: no-preference)').matches) await started;
      await until(() => dialog.getAnimations().length === 0, 'the end of the movement');
    }
    const corner = root(chat).querySelector<HTMLElement>('[part=resize-handle]')!;
    press(corner, 'ArrowLeft');
    await until(() => !moves(), 'the window stands still');
  });

  for (const [placement, lang, scale] of [
    ['bottom-end', 'en', 'none'],
    ['bottom-start', 'en', '-1 1'],
    ['top-end', 'en', '1 -1'],
    ['top-start', 'en', '-1'],
    ['bottom-end', 'ar', 'none'],
  ] as const) {
    it(`shows an arc along its corner only to who reaches it: ${placement}, ${lang}`, async () => {
      const chat = await site.place(element => Object.assign(element, { placement, lang }));
      await open(chat);
      const grip = root(chat).querySelector<HTMLElement>('[part=resize-handle]')!;
      // Round where the window is: the arc is drawn for the upper corner at the start, and turned from there.
      const arc = getComputedStyle(grip, '::before');
      await pointAt(grip);
      await until(() => arc.opacity === '1', 'the arc under the pointer');
      // Without its lines; 12 pixels with them.
      expect([arc.width, arc.height, arc.borderTopWidth, arc.scale]).to.deep.equal([
        '8px',
        '8px',
        '2px',
        scale,
      ]);
      const muted = document.createElement('i');
      muted.style.color = 'var(--_muted)';
      grip.parentElement!.append(muted);
      const [shown, hidden] = lang === 'ar' ? ['Right', 'Left'] : ['Left', 'Right'];
      const sides = [shown, hidden].map(side => arc.getPropertyValue(`border-${side.toLowerCase()}-color`));
      expect(sides).to.deep.equal([getComputedStyle(muted).color, 'rgba(0, 0, 0, 0)']);
      const radius = lang === 'ar' ? arc.borderTopRightRadius : arc.borderTopLeftRadius;
      expect(Number.parseFloat(radius)).to.be.greaterThan(8);
      await sendMouse({ type: 'move', position: [1, 1] });
      await until(() => arc.opacity === '0', 'the arc is gone');
      // A focus from the keyboard shows it, too.
      await tabTo(root(chat), grip.getAttribute('aria-label')!);
      expect(grip.matches(':focus-visible')).to.equal(true);
      await until(() => arc.opacity === '1', 'the arc with the focus');
    });
  }

  for (const [placement, lang, towards] of [
    ['bottom-end', 'en', -1],
    ['bottom-start', 'en', 1],
    ['bottom-end', 'ar', 1],
  ] as const) {
    it(`follows a drag of its corner, and keeps the size: ${placement}, ${lang}`, async () => {
      const prepare = (element: AgentChat): void => void Object.assign(element, { placement, lang });
      const chat = await site.place(prepare);
      await open(chat);
      await until(() => windowOf(chat)!.getAnimations().length === 0);
      const size = (of: AgentChat) => {
        const { width, height } = windowOf(of)!.getBoundingClientRect();
        return [Math.round(width), Math.round(height)];
      };
      const [width = 0, height = 0] = size(chat);
      const [x, y] = await pointAt(chat.shadowRoot!.querySelector('[part=resize-handle]')!);
      const drag = (dx: number, dy: number) =>
        sendMouse({ type: 'move', position: [x + towards * dx, y + dy] });
      // What follows a pointer is fetched as it comes down; the first movements could be over by then.
      await import('../../../src/elements/agent-chat/window/resizing.ts');
      await sendMouse({ type: 'down' });
      await drag(-30, 20);
      await drag(50, 40);
      await until(() => String(size(chat)) === String([width + 50, height - 40]), 'the size dragged to');
      await sendMouse({ type: 'up' });
      await drag(-90, 90);
      await chat.updateComplete;
      expect(size(chat)).to.deep.equal([width + 50, height - 40]);
      chat.remove();
      const again = await site.place(prepare);
      await open(again);
      await until(() => windowOf(again)!.getAnimations().length === 0);
      expect(size(again)).to.deep.equal([width + 50, height - 40]);
    });
  }
});

import { expect } from '@open-wc/testing';
import { sendMouse, setViewport } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { pointAt } from '../pointer.ts';
import {
  field,
  focused,
  happened,
  isShown,
  named,
  open,
  press,
  root,
  Site,
  until,
  windowOf,
} from './site.ts';

const NAME = 'Resize: arrow keys. Move: Shift + arrow keys.';

describe('the floating window that the visitor moves', () => {
  let site: Site;
  beforeEach(async () => {
    await setViewport({ width: 1000, height: 700 });
    site = new Site();
  });
  afterEach(() => site.leave());

  const small = (element: AgentChat): void => {
    element.style.setProperty('--agent-chat-window-height', '360px');
  };
  const at = (chat: AgentChat): [number, number] => {
    const { left, top } = windowOf(chat)!.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
  };
  const still = async (chat: AgentChat): Promise<void> => {
    await open(chat);
    await until(() => windowOf(chat)!.getAnimations().length === 0);
  };
  const header = (chat: AgentChat): HTMLElement => root(chat).querySelector<HTMLElement>('[part=header]')!;

  /** Takes the window by its heading and lets it go again. */
  async function drag(chat: AgentChat, ...by: [number, number][]): Promise<void> {
    const [x, y] = await pointAt(root(chat).querySelector('[part=heading]')!);
    // What follows a pointer is fetched as it comes down; the first movements could be over by then.
    await import('../../../src/elements/agent-chat/window/resizing.ts');
    await sendMouse({ type: 'down' });
    // No further than to the edge of the screen.
    const on = (at: number, end: number): number => Math.max(0, Math.min(at, end - 1));
    for (const [dx, dy] of by) {
      await sendMouse({ type: 'move', position: [on(x + dx, innerWidth), on(y + dy, innerHeight)] });
    }
    await sendMouse({ type: 'up' });
  }

  for (const [placement, lang, dx, dy] of [
    ['bottom-end', 'en', -90, -60],
    ['bottom-start', 'en', 90, -60],
    ['bottom-end', 'ar', 90, -60],
    ['top-end', 'en', -90, 60],
  ] as const) {
    it(`follows a drag of its header, and is there again next time: ${placement}, ${lang}`, async () => {
      const prepare = (element: AgentChat): void => {
        small(element);
        Object.assign(element, { placement, lang });
      };
      const chat = await site.place(prepare);
      await still(chat);
      const [x, y] = at(chat);
      await drag(chat, [dx / 2, dy], [dx, dy]);
      await until(() => String(at(chat)) === String([x + dx, y + dy]), 'the window where it was dragged to');
      await sendMouse({ type: 'move', position: [400, 300] });
      expect(at(chat), 'let go').to.deep.equal([x + dx, y + dy]);
      expect(focused() === field(chat), 'the cursor stays in the message field').to.equal(true);
      chat.remove();
      const again = await site.place(prepare);
      await still(again);
      await until(() => String(at(again)) === String([x + dx, y + dy]), 'the window where it was left');
    });
  }

  it('stops following the pointer if the page removes it during a drag', async () => {
    const chat = await site.place(small);
    await still(chat);
    await import('../../../src/elements/agent-chat/window/resizing.ts');
    const [x, y] = await pointAt(header(chat), ({ width }) => [width / 2, 12]);
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x - 60, y - 32] });
    await until(() => windowOf(chat)!.hasAttribute('data-moved'), 'the window on its way');
    chat.remove();
    await sendMouse({ type: 'up' });
    site.box.append(chat);
    await until(() => isShown(chat) && windowOf(chat)!.getAnimations().length === 0, 'the window again');
    const before = at(chat);
    for (const by of [0, 30]) {
      await sendMouse({ type: 'move', position: [before[0] + 180 + by, before[1] + 12] });
    }
    expect(at(chat)).to.deep.equal(before);
  });

  it('is mirrored in right-to-left languages', async () => {
    const chat = await site.place(element => {
      small(element);
      element.placement = 'bottom-end';
    });
    await still(chat);
    await drag(chat, [-50, 0], [-90, 0]);
    const right = () => Math.round(innerWidth - windowOf(chat)!.getBoundingClientRect().right);
    await until(() => right() === 110);
    chat.lang = 'he';
    await until(() => at(chat)[0] === 110, 'as far from the left');
  });

  it('stays within the page however far it is dragged, and when the page shrinks', async () => {
    const chat = await site.place(small);
    await still(chat);
    const inside = () => {
      const { left, top, right, bottom } = windowOf(chat)!.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    };
    const far: [number, number][] = [
      [-900, -600],
      [900, 600],
    ];
    for (const [dx, dy] of far) {
      const before = String(at(chat));
      await drag(chat, [dx / 2, dy / 2], [dx, dy]);
      await until(() => String(at(chat)) !== before);
      expect(inside(), `dragged by ${dx}, ${dy}`).to.equal(true);
    }
    await drag(chat, [-300, -200], [-900, -600]);
    await setViewport({ width: 560, height: 500 });
    await until(() => innerWidth === 560);
    expect(inside(), 'on a smaller page').to.equal(true);
  });

  it('follows a touch that another element has captured first', async () => {
    const chat = await site.place(small);
    await still(chat);
    const [x, y] = at(chat);
    const heading = root(chat).querySelector('[part=heading]')!;
    header(chat).addEventListener(
      'gotpointercapture',
      () => heading.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true })),
      { once: true },
    );
    await drag(chat, [-50, 0], [-90, -20]);
    await until(() => String(at(chat)) === String([x - 90, y - 20]));
  });

  it('stays in place if the pointer is released before the code is loaded', async () => {
    const chat = await site.place(small);
    await still(chat);
    const home = at(chat);
    await sendMouse({ type: 'move', position: [10, 10] });
    const [came] = await Promise.all([
      happened(header(chat), 'pointerenter'),
      sendMouse({ type: 'move', position: [home[0] + 150, home[1] + 30] }),
    ]);
    const { pointerId, clientX, clientY } = came as unknown as PointerEvent;
    const init = { pointerId, clientX, clientY, bubbles: true, cancelable: true };
    header(chat).dispatchEvent(new PointerEvent('pointerdown', init));
    await import('../../../src/elements/agent-chat/window/resizing.ts');
    await sendMouse({ type: 'move', position: [home[0] + 100, home[1] + 10] });
    await sendMouse({ type: 'move', position: [home[0] + 120, home[1] + 20] });
    expect(at(chat)).to.deep.equal(home);
  });

  it('moves by Shift and the arrow keys on the resize handle', async () => {
    const chat = await site.place(small);
    await still(chat);
    const [x, y] = at(chat);
    const control = named(chat, NAME)!;
    press(control, 'ArrowLeft', { shiftKey: true });
    await until(() => String(at(chat)) === String([x - 32, y]));
    press(control, 'ArrowUp', { shiftKey: true });
    await until(() => String(at(chat)) === String([x - 32, y - 32]));
  });

  it('changes sides at a double click on its header, and back at another', async () => {
    const chat = await site.place(small);
    await still(chat);
    const home = at(chat);
    await drag(chat);
    const twice = () => header(chat).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    twice();
    await until(() => at(chat)[0] === 20, 'as far from the other side');
    twice();
    await until(() => String(at(chat)) === String(home));
  });

  it('is not dragged by the buttons in its header', async () => {
    const chat = await site.place(small);
    await still(chat);
    const home = at(chat);
    await import('../../../src/elements/agent-chat/window/resizing.ts');
    const [x, y] = await pointAt(named(chat, 'Make the window larger')!, () => [9, 9]);
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x - 69, y] });
    await sendMouse({ type: 'move', position: [x - 99, y] });
    await sendMouse({ type: 'up' });
    expect(at(chat)).to.deep.equal(home);
  });

  it('does not move if enlarged or inline', async () => {
    const chat = await site.place(small);
    await still(chat);
    await drag(chat, [-50, 0], [-90, 0]);
    named(chat, 'Make the window larger')!.click();
    await until(() => windowOf(chat)!.getBoundingClientRect().width > 500);
    await until(() => windowOf(chat)!.getAnimations().length === 0, 'the end of the movement');
    const large = at(chat);
    await drag(chat, [-50, 0], [-90, 0]);
    expect(at(chat)).to.deep.equal(large);
    named(chat, 'Close chat')!.click();
    await until(() => !chat.open);
    chat.mode = 'inline';
    await until(() => windowOf(chat)!.matches('section'));
    const inPage = at(chat);
    await drag(chat, [-50, 0], [-90, 0]);
    expect(at(chat)).to.deep.equal(inPage);
  });

  it('lets the buttons in its header be pressed', async () => {
    const chat = await site.place(small);
    await still(chat);
    const button = named(chat, 'Make the window larger')!;
    await pointAt(button);
    await sendMouse({ type: 'down' });
    expect(focused() === button, 'the focus goes to it').to.equal(true);
    await sendMouse({ type: 'up' });
  });
});

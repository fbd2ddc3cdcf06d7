import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { field, focused, isShown, launcher, named, Site, until } from './site.ts';

describe('a floating chat in a modal dialog of the page', () => {
  let site: Site;
  const dialog = document.createElement('dialog');
  beforeEach(() => {
    site = new Site();
    dialog.append(site.box);
    document.body.append(dialog);
  });
  afterEach(() => {
    dialog.close();
    dialog.remove();
    site.leave();
  });

  /** Clicks it as a visitor does: once it no longer moves and nothing lies over it. */
  const click = async (target: Element): Promise<void> => {
    const middle = (): [number, number] => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];
    };
    const root = target.getRootNode() as ShadowRoot;
    const moves = (): boolean =>
      root.getAnimations().some(({ effect }) => (effect as KeyframeEffect).target?.contains(target));
    await until(() => !moves(), 'the end of its animation');
    await until(() => target.contains(root.elementFromPoint(...middle())), 'nothing over it');
    await sendMouse({ type: 'move', position: middle() });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'up' });
  };

  for (const before of [true, false])
    it(`opens and closes, ${before ? 'connected before the dialog opens' : 'added to an open one'}`, async () => {
      if (!before) dialog.showModal();
      const chat = await site.place();
      if (before) dialog.showModal();
      await click(launcher(chat));
      await until(
        () => isShown(chat) && focused() === field(chat) && field(chat),
        'the cursor in the message field',
      );
      await sendKeys({ type: 'Hi' });
      expect(field(chat)!.value).to.equal('Hi');
      await click(named(chat, 'Close chat')!);
      await until(() => !isShown(chat), 'the window closed');
      expect(focused()).to.equal(launcher(chat));
      expect(dialog.open).to.equal(true);
      await click(launcher(chat));
      await until(() => isShown(chat) && focused() === field(chat), 'the cursor in the message field');
      await sendKeys({ press: 'Escape' });
      await until(() => !isShown(chat), 'the window closed');
      expect(dialog.open).to.equal(true);
      expect(focused()).to.equal(launcher(chat));
      await sendKeys({ press: 'Escape' });
      await until(() => !dialog.open, 'the dialog closed');
    });

  it('opens in a dialog inside a shadow root', async () => {
    const element = document.createElement('div');
    element.attachShadow({ mode: 'open' }).append(dialog);
    document.body.append(element);
    const chat = await site.place();
    dialog.showModal();
    await click(launcher(chat));
    await until(() => isShown(chat), 'the window');
    element.remove();
  });

  it('stays open in a dialog that is closed and opened again', async () => {
    dialog.showModal();
    const chat = await site.place();
    await click(launcher(chat));
    await until(
      () => isShown(chat) && focused() === field(chat) && field(chat),
      'the cursor in the message field',
    );
    dialog.close();
    dialog.showModal();
    await click(field(chat)!);
    expect(focused()).to.equal(field(chat));
    await click(named(chat, 'Close chat')!);
    await until(() => !isShown(chat), 'the window closed');
  });
});

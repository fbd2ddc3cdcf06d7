import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { clickAt } from '../pointer.ts';
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

  for (const before of [true, false])
    it(`opens and closes, ${before ? 'connected before the dialog opens' : 'added to an open one'}`, async () => {
      if (!before) dialog.showModal();
      const chat = await site.place();
      if (before) dialog.showModal();
      await clickAt(launcher(chat));
      await until(
        () => isShown(chat) && focused() === field(chat) && field(chat),
        'the cursor in the message field',
      );
      await sendKeys({ type: 'Hi' });
      expect(field(chat)!.value).to.equal('Hi');
      await clickAt(named(chat, 'Close chat')!);
      await until(() => !isShown(chat), 'the window closed');
      expect(focused()).to.equal(launcher(chat));
      expect(dialog.open).to.equal(true);
      await clickAt(launcher(chat));
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
    await clickAt(launcher(chat));
    await until(() => isShown(chat), 'the window');
    element.remove();
  });

  it('stays open in a dialog that is closed and opened again', async () => {
    dialog.showModal();
    const chat = await site.place();
    await clickAt(launcher(chat));
    await until(
      () => isShown(chat) && focused() === field(chat) && field(chat),
      'the cursor in the message field',
    );
    dialog.close();
    dialog.showModal();
    await clickAt(field(chat)!);
    expect(focused()).to.equal(field(chat));
    await clickAt(named(chat, 'Close chat')!);
    await until(() => !isShown(chat), 'the window closed');
  });
});

import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { pointAt } from '../pointer.ts';
import { field, happened, launcher, open, press, root, Site, type, until } from './site.ts';

/** In a file of its own: what moves it is fetched once a page. */
describe('the launcher’s icon', () => {
  const site = new Site();
  after(() => site.leave());

  it('is animated when the chat opens or closes, not when its styles arrive with the first answer', async () => {
    const chat = await site.place();
    await open(chat);
    const button = launcher(chat);
    const icon = button.querySelector('svg')!;
    const turns = (): boolean => icon.getAnimations().some(({ playState }) => playState === 'running');
    type(chat, 'Hello?');
    press(field(chat)!, 'Enter');
    await until(() => getComputedStyle(button).position === 'relative', 'its movements');
    expect(turns(), 'as the answer comes').to.equal(false);
    expect(getComputedStyle(icon).opacity).to.equal('1');
    // On a busy machine the animation may be over at the next frame.
    const turnsBack = happened(icon, 'animationstart');
    button.click();
    await turnsBack;
  });

  it('answers the pointer from the first frame, without code that loads later', async function () {
    if (!matchMedia('(hover: hover) and (prefers-reduced-motion: no-preference)').matches) this.skip();
    for (const before of site.box.querySelectorAll('agent-chat')) before.remove();
    const chat = await site.place();
    const button = launcher(chat);
    const first = [...root(chat).adoptedStyleSheets];
    const scale = (): string => {
      root(chat).adoptedStyleSheets = first;
      return getComputedStyle(button).scale;
    };
    expect(scale()).to.equal('none');
    await pointAt(button);
    try {
      await until(() => scale() === '1.04', 'the hover');
      await sendMouse({ type: 'down' });
      await until(() => scale() === '0.95', 'the press');
    } finally {
      await sendMouse({ type: 'up' });
    }
    await sendMouse({ type: 'move', position: [0, 0] });
    await until(() => scale() === 'none', 'the end of the hover');
  });
});

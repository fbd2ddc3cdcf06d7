import { expect } from '@open-wc/testing';
import { field, happened, launcher, open, press, Site, type, until } from './site.ts';

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
});

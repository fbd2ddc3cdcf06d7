import { expect } from '@open-wc/testing';
import { refusal } from '../../fakes/chat-fetch.ts';
import { root, Site, until } from './site.ts';

/** A page of its own: what is said elsewhere would have fetched these words already. */
describe('a first message that is refused', () => {
  it('shows the reason, and nothing else before it', async () => {
    const site = new Site({}, [refusal(402, 'credits_exhausted')]);
    const chat = await site.place();
    await chat.show();
    const said = new Set<string>();
    const look = (): void => {
      for (const node of root(chat).querySelectorAll('[part~=error] p, [role=status]')) {
        if (node.textContent) said.add(node.textContent);
      }
    };
    const watch = new MutationObserver(look);
    watch.observe(root(chat), { subtree: true, childList: true, characterData: true });
    await chat.sendMessage('Hello?');
    const why = 'This chat can’t answer more questions right now. Please try again later.';
    await until(() => root(chat).querySelector('[role=status]')?.textContent === why, 'the reason, spoken');
    look();
    watch.disconnect();
    site.leave();
    // On a machine that takes more than a second until it knows.
    said.delete('Shop is answering');
    expect([...said]).to.deep.equal([why]);
  });
});

import { expect } from '@open-wc/testing';
import { open, Site, until } from './site.ts';

/** A development build of Lit, as every framework's development server serves it, says what is done clumsily. */
describe('in the developer’s console, the widget', () => {
  let site: Site;
  let said: string[];
  const { warn } = console;
  beforeEach(() => {
    said = [];
    console.warn = (...words: unknown[]): void => {
      said.push(words.join(' '));
    };
    site = new Site();
  });
  afterEach(() => {
    console.warn = warn;
    site.leave();
  });

  it('prints nothing from the launcher to an answer', async () => {
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => chat.shadowRoot!.querySelector('[aria-label="Good answer"]'), 'all of the answer');
    await chat.updateComplete;
    expect(said).to.deep.equal([]);
  });
});

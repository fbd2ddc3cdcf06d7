import { expect } from '@open-wc/testing';
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, nameOf } from '../by-role.ts';
import { focused, isShown, root, Site, until } from './site.ts';

const ANSWER = 'Within 30 days [1].';

describe('a walk by keyboard', () => {
  let site: Site;
  let chat: AgentChat;
  afterEach(() => site.leave());

  const heard = (): string =>
    allByRole(root(chat), 'status')
      .map(region => region.textContent)
      .join('');
  const press = async (key: string): Promise<void> => {
    const [shift, name = key] = key.split('+');
    if (name === key) return sendKeys({ press: key });
    await sendKeys({ down: shift! });
    await sendKeys({ press: name });
    await sendKeys({ up: shift! });
  };
  /** Whether the browser's accessibility tree has the focus on this; `unreadable` where the tree cannot be read. */
  const isAt = (role: string, name: string): Promise<boolean | 'unreadable'> =>
    executeServerCommand('exposes-focus', { role, name });
  const arrives = (role: string, name: string): Promise<void> =>
    until(async () => (await isAt(role, name)) === true, `the focus on ${role} "${name}"`);
  /** Presses a key until the focus is on something, and says how often. */
  const pressUntil = async (key: string, role: string, name: string): Promise<number> => {
    let presses = 0;
    do {
      const before = focused();
      await press(key);
      await until(() => focused() !== before, `another stop by ${key}`);
      presses++;
    } while (nameOf(focused()!) !== name && presses < 12);
    await arrives(role, name);
    return presses;
  };

  it('opens, asks a suggestion, reads the answer with its sources and closes', async function () {
    const answer = reply(ANSWER);
    const citation = {
      type: 'citation',
      title: 'Returns',
      url: '/returns',
      quote: 'Within 30 days of delivery.',
    };
    answer.parts = [{ type: 'text', text: ANSWER }, citation];
    site = new Site(
      { initialMessages: ['Hi, I know this shop.'], suggestedQueries: ['How long?', 'How much?'] },
      [eventStream(sse([ANSWER], answer))],
    );
    const before = document.createElement('button');
    site.box.append(before);
    chat = await site.place();
    before.focus();
    if ((await isAt('button', '')) === 'unreadable') this.skip();

    await press('Tab');
    await arrives('button', 'Open chat');
    await press('Enter');
    await arrives('textbox', 'Message');
    await until(() => heard() === 'Hi, I know this shop. Suggested questions: 2', 'the greeting');

    await pressUntil('Shift+Tab', 'button', 'How long?');
    await press('Enter');
    await until(() => heard() === 'Within 30 days .', 'the answer');
    await arrives('textbox', 'Message');

    await press('ArrowUp');
    await arrives('article', 'Message from Shop');
    expect(await pressUntil('Tab', 'button', 'Source 1: Returns')).to.equal(1);
    await press('Enter');
    expect(await pressUntil('Tab', 'link', 'Returns')).to.equal(1);
    expect(await pressUntil('Tab', 'button', '1 Returns')).to.equal(1);
    expect(await pressUntil('Tab', 'button', 'Copy text')).to.equal(1);
    await press('ArrowRight');
    await arrives('button', 'Good answer');
    await pressUntil('Tab', 'textbox', 'Message');

    await press('Escape');
    await until(() => !isShown(chat), 'the closed window');
    await arrives('button', 'Open chat');
  });
});

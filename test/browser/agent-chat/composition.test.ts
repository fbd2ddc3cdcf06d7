import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
import { field, named, open, root, Site, until } from './site.ts';

const CLEAR = 'rgba(0, 0, 0, 0)';

describe('the composition of the window', () => {
  let site: Site;
  afterEach(() => site.leave());

  const answersOf = (chat: AgentChat): HTMLElement[] => [
    ...root(chat).querySelectorAll<HTMLElement>('[part~=assistant-message]'),
  ];
  const backgroundOf = (message: HTMLElement): string =>
    getComputedStyle(message.querySelector('[part=bubble]')!).backgroundColor;
  const asked = async (prepare?: (chat: AgentChat) => void): Promise<AgentChat> => {
    const chat = await site.place(prepare);
    await open(chat);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'Copy text'), 'the actions');
    return chat;
  };

  it('shows answers on the window itself, with the whole width for their text', async () => {
    site = new Site();
    const chat = await asked();
    const [answer] = answersOf(chat);
    expect(backgroundOf(answer!)).to.equal(CLEAR);
    const bubble = answer!.querySelector('[part=bubble]')!.getBoundingClientRect();
    expect(bubble.width).to.equal(answer!.getBoundingClientRect().width);
    expect(bubble.left).to.equal(root(chat).querySelector('.avatar')!.getBoundingClientRect().left);
  });

  it('shows answers in bubbles where the owner wants them, or gave them a colour', async () => {
    const wishes: ((chat: AgentChat) => void)[] = [
      chat => {
        chat.settings = { styles: { answers: 'bubble' } };
      },
      chat => {
        chat.settings = { styles: { agentMessageColor: '#def' } };
      },
      chat => chat.style.setProperty('--agent-chat-agent-bubble', '#def'),
    ];
    for (const wish of wishes) {
      site = new Site();
      expect(backgroundOf(answersOf(await asked(wish))[0]!)).not.to.equal(CLEAR);
      site.leave();
    }
  });

  it('has four actions below the newest answer, and one more where the page asks for it', async () => {
    site = new Site();
    const names = (chat: AgentChat): string[] =>
      allByRole(answersOf(chat)[0]!, 'button').map(button => nameOf(button));
    const chat = await asked();
    expect(names(chat)).to.deep.equal(['Copy text', 'Good answer', 'Bad answer', 'Regenerate']);
    chat.remove();
    expect(names(await asked(other => other.setAttribute('copy-markdown', '')))).to.include(
      'Copy as Markdown',
    );
  });

  for (const width of ['max(400px, 24em)', '320px'])
    it(`never covers a neighbour with the actions of an earlier message, ${width} wide`, async () => {
      const long = 'This is a question that takes more than one line of the window. ';
      site = new Site(
        {},
        [1, 2].map(() => eventStream(sse([`${long}${long}`], reply(`${long}${long}`)))),
      );
      const chat = await site.place(element => element.style.setProperty('--agent-chat-window-width', width));
      await open(chat);
      for (const question of [long, 'Why?', long]) await chat.sendMessage(question);
      await until(() => allByRole(root(chat), 'toolbar').length === 6, 'all actions');
      const bubbles = [...root(chat).querySelectorAll('[part=bubble]')];
      for (const bar of allByRole(root(chat), 'toolbar'))
        for (const part of bar.querySelectorAll('button')) {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          for (const bubble of bubbles) {
            const box = bubble.getBoundingClientRect();
            const isOver =
              left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top + 1;
            expect(isOver, `${nameOf(part)} over “${bubble.textContent}”`).to.equal(false);
          }
        }
    });

  it('welcomes with the face of the agent, its promise as a title, and rows that ask', async () => {
    site = new Site({
      initialMessages: ['I know this shop by heart.', 'What would you like to know?'],
      suggestedQueries: ['Where is my order?', 'Do you ship to Norway?'],
    });
    const chat = await site.place(element => {
      const picture = document.createElement('img');
      picture.slot = 'avatar';
      picture.src = '/demo/icon.svg';
      element.append(picture);
    });
    await open(chat);
    await until(() => root(chat).querySelector('.face img'), 'the face');
    const [title, rest] = answersOf(chat).map(message =>
      Number.parseFloat(getComputedStyle(message.querySelector('p')!).fontSize),
    );
    expect(title).to.be.greaterThan(rest! * 1.4);
    const rows = allByRole(byRole(root(chat), 'group', 'Suggested questions'), 'button');
    const log = byRole(root(chat), 'log').getBoundingClientRect();
    for (const row of rows) {
      expect(row.offsetHeight).to.be.at.least(44);
      expect(row.offsetWidth).to.be.greaterThan(log.width * 0.85);
    }
    rows[0]!.click();
    await until(() => answersOf(chat).some(answer => answer.textContent.includes('Hello there.')));
    expect(root(chat).querySelector('.face')).to.equal(null);
    expect(field(chat)!.value).to.equal('');
  });

  it('says below its heading who answers, in the owner’s words if there are any', async () => {
    site = new Site({ subtitle: 'Ask about orders' });
    const chat = await site.place();
    await open(chat);
    expect(root(chat).querySelector('[part=subtitle]')!.textContent).to.equal('Ask about orders');
    chat.settings = { subtitle: '' };
    await chat.updateComplete;
    expect(root(chat).querySelector('[part=subtitle]')!.textContent).to.match(/AI/);
  });

  it('shows the owner’s line below the message field, with links, from the first drawing on', async () => {
    site = new Site({ disclaimer: 'An AI answers. [Privacy](https://shop.example/privacy) **counts**.' });
    const chat = await site.place();
    await open(chat);
    const line = root(chat).querySelector<HTMLElement>('[part=disclaimer]')!;
    expect(line.innerText.trim()).to.equal('An AI answers. Privacy counts.');
    const link = line.querySelector('a')!;
    expect([link.href, link.target]).to.deep.equal(['https://shop.example/privacy', '_blank']);
    const { bottom } = root(chat).querySelector('agent-chat-composer')!.getBoundingClientRect();
    expect(line.getBoundingClientRect().top).to.be.at.least(bottom - 8);
    chat.settings = { disclaimer: 'Only words' };
    await until(() => line.innerText.trim() === 'Only words', 'the new line');
    chat.settings = { disclaimer: '' };
    await until(() => !root(chat).querySelector('[part=disclaimer]'), 'no line');
  });

  it('says below its heading that the visitor’s browser is offline, while it is', async () => {
    site = new Site({ subtitle: 'Ask about orders' });
    const chat = await site.place();
    await open(chat);
    const line = root(chat).querySelector('[part=subtitle]')!;
    const dot = (): string => getComputedStyle(line, '::before').borderTopWidth;
    const goes = (name: 'online' | 'offline'): void => {
      Object.defineProperty(navigator, 'onLine', { get: () => name === 'online', configurable: true });
      window.dispatchEvent(new Event(name));
    };
    try {
      goes('offline');
      await until(() => line.textContent === 'Offline', 'the word');
      expect(dot()).to.equal('4px');
      goes('online');
      await until(() => line.textContent === 'Ask about orders', 'the subtitle');
      expect(getComputedStyle(line, '::before').content).to.equal('none');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });
});

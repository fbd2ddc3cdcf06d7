import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { allByRole, nameOf } from '../by-role.ts';
import { open, root, Site, until } from './site.ts';

const GREETINGS = [
  { urlPattern: '/pricing*', messages: ['A question about prices?'], queries: ['What is free?'] },
  { urlPattern: '/help', messages: ['What went wrong?'], queries: [] },
];

describe('greetings by page', () => {
  const { href } = location;
  let site: Site;
  beforeEach(() => {
    site = new Site({
      initialMessages: ['Hello!'],
      suggestedQueries: ['Who are you?'],
      pageGreetings: GREETINGS,
    });
  });
  afterEach(() => {
    site.leave();
    history.replaceState(null, '', href);
  });

  const placed = async (path: string): Promise<AgentChat> => {
    history.replaceState(null, '', path);
    const chat = await site.place();
    await open(chat);
    return chat;
  };
  const shown = (chat: AgentChat): string =>
    [...root(chat).querySelectorAll('[part~=assistant-message] .text')]
      .map(each => each.textContent)
      .join(' ');
  const questions = (chat: AgentChat): string[] =>
    allByRole(root(chat).querySelector('[part=suggestions]') ?? root(chat).host, 'button').map(nameOf);

  it('greet with the words and questions of the page', async () => {
    const chat = await placed('/pricing/teams');
    await until(() => shown(chat) !== '', 'the greeting');
    expect(shown(chat)).to.equal('A question about prices?');
    expect(questions(chat)).to.deep.equal(['What is free?']);
  });

  it('leave the questions of all pages where the page has none of its own', async () => {
    const chat = await placed('/help');
    await until(() => shown(chat) !== '', 'the greeting');
    expect(shown(chat)).to.equal('What went wrong?');
    expect(questions(chat)).to.deep.equal(['Who are you?']);
  });

  it('leave the greeting of all pages elsewhere', async () => {
    const chat = await placed('/about');
    await until(() => shown(chat) !== '', 'the greeting');
    expect(shown(chat)).to.equal('Hello!');
  });

  it('follow a router, as long as nobody has asked anything', async function () {
    if (!('navigation' in window)) this.skip();
    const chat = await placed('/about');
    await until(() => shown(chat) === 'Hello!', 'the greeting of all pages');
    history.pushState(null, '', '/help');
    await until(() => shown(chat) === 'What went wrong?', 'the greeting of the page');
    history.pushState(null, '', '/about');
    await until(() => shown(chat) === 'Hello!', 'the greeting of all pages again');
  });

  it('stay as they are once somebody has asked, until a new conversation starts', async function () {
    if (!('navigation' in window)) this.skip();
    const chat = await placed('/about');
    await until(() => shown(chat) === 'Hello!', 'the greeting of all pages');
    await chat.sendMessage('Do you ship?');
    const greeting = () => root(chat).querySelector('[part~=assistant-message] .text')?.textContent;
    history.pushState(null, '', '/help');
    await root(chat).querySelector('agent-chat-conversation')!.updateComplete;
    expect(greeting()).to.equal('Hello!');
    await chat.newConversation();
    await until(() => shown(chat) === 'What went wrong?', 'the greeting of the page');
  });
});

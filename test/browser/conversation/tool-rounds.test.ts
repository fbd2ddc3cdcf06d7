import { expect } from '@open-wc/testing';
import { transcriptJson, transcriptMarkdown } from '../../../src/client/index.ts';
import { transcriptWords } from '../../../src/elements/conversation/menu/export-conversation.ts';
import { paperDocument } from '../../../src/elements/conversation/menu/print.ts';
import { en } from '../../../src/locales/en.ts';
import type { Part } from '../../../src/protocol/message.ts';
import { eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { until, Visitor } from './harness.ts';

interface ChatBody {
  message: string;
  toolResults?: { id: string }[];
}

/** An answer that calls the page's tool and waits for its result. */
const calling = (id: string, input = {}) => {
  const call: Part = { type: 'tool-call', id, name: 'add', state: 'running', input, awaitsResult: true };
  const message = reply('', { id: `reply-${id}` });
  return eventStream(sse([], { ...message, parts: [...message.parts, call] }));
};
const saying = (text: string) => eventStream(sse([text], reply(text, { id: `reply-${text}` })));

describe('an answer that calls tools of the page', () => {
  let visitor: Visitor;
  let runs: number;
  const begin = (...answers: ConstructorParameters<typeof Visitor>[0]): void => {
    runs = 0;
    visitor = new Visitor(answers);
    visitor.element.tools = new Map([['add', { description: 'Adds', run: () => `secret ${++runs}` }]]);
  };
  const bodies = (): ChatBody[] => visitor.network.asked().map(({ body }) => body as ChatBody);
  const end = async (text: string): Promise<void> => {
    await until(() => {
      const { turn, messages } = visitor.conversation.state;
      return !turn && JSON.stringify(messages.at(-1)?.parts ?? '').includes(text);
    }, text);
    await visitor.settled();
  };
  const questions = (): string[] =>
    [...visitor.root.querySelectorAll('[part~=user-message]')].map(element =>
      element.querySelector('[part=bubble]')!.textContent.trim(),
    );
  afterEach(() => visitor.remove());

  it('shows, prints, copies and exports no message for the results that go back', async () => {
    begin(calling('c1'), calling('c2'), saying('Both are in.'));
    await visitor.ask('Add two');
    await end('Both are in.');
    expect(bodies().map(({ toolResults }) => toolResults?.map(({ id }) => id))).to.deep.equal([
      undefined,
      ['c1'],
      ['c2'],
    ]);
    expect(questions()).to.deep.equal(['Add two']);
    expect(visitor.articles).to.have.length(4);

    const { state } = visitor.conversation;
    const words = transcriptWords('Shop', en, 'en');
    const paper = document.implementation.createHTMLDocument();
    paperDocument(paper, state, words, en, 'ltr');
    const printed = [...paper.querySelectorAll('h2')].filter(who => who.textContent.startsWith(words.you));
    expect(printed).to.have.length(1);
    expect(paper.body.textContent).not.to.contain('secret');

    const copied = transcriptMarkdown(state, words);
    expect(copied.split(`**${words.you}**`)).to.have.length(2);
    expect(copied).not.to.contain('secret');

    const exported = JSON.parse(transcriptJson(state)) as { messages: { role: string; text: string }[] };
    expect(exported.messages.filter(({ role }) => role === 'user').map(({ text }) => text)).to.deep.equal([
      'Add two',
    ]);
  });

  it('counts once as unread, however many rounds it takes', async () => {
    begin(calling('c1'), calling('c2'), saying('Both are in.'), saying('Yes.'));
    visitor.conversation.inView = false;
    await visitor.ask('Add two');
    await end('Both are in.');
    expect(visitor.conversation.state.unread).to.equal(1);
    await visitor.ask('Really?');
    await end('Yes.');
    expect(visitor.conversation.state.unread).to.equal(2);
  });

  it('is regenerated from the visitor’s question, and not from the results', async () => {
    begin(calling('c1'), saying('It is in.'), calling('c2'), saying('It is in again.'));
    await visitor.ask('Add one');
    await end('It is in.');
    visitor.button('Regenerate')!.click();
    await end('It is in again.');
    expect(bodies().map(({ message, toolResults }) => (toolResults ? 'results' : message))).to.deep.equal([
      'Add one',
      'results',
      'Add one',
      'results',
    ]);
    expect(runs, 'the second call has the result of the first').to.equal(1);
    expect(questions()).to.deep.equal(['Add one']);
    expect(
      visitor.conversation.state.messages.at(-1)!.versions?.earlier.map(({ parts }) => parts),
    ).to.deep.equal([[{ type: 'text', text: 'It is in.' }]]);
    visitor.button('Previous answer')!.click();
    await visitor.settled();
    expect(visitor.articles.at(-1)!.textContent).to.contain('It is in.');
  });

  it('asks the visitor before a regenerated answer calls a tool with another input', async () => {
    begin(calling('c1'), saying('It is in.'), calling('c2', { item: 'cup' }), saying('Fine.'));
    await visitor.ask('Add one');
    await end('It is in.');
    visitor.button('Regenerate')!.click();
    await until(() => visitor.button('Don’t allow'));
    expect(runs).to.equal(1);
    visitor.button('Don’t allow')!.click();
    await end('Fine.');
    expect(runs).to.equal(1);
  });

  it('sends the results again, as such, if they did not arrive', async () => {
    begin(calling('c1'), refusal(413, 'payload_too_large'), saying('It is in.'));
    await visitor.ask('Add one');
    await until(() => visitor.conversation.state.turn?.status === 'failed');
    await visitor.conversation.retry();
    await end('It is in.');
    expect(bodies().map(({ toolResults }) => toolResults?.map(({ id }) => id))).to.deep.equal([
      undefined,
      ['c1'],
      ['c1'],
    ]);
    expect(runs).to.equal(1);
  });

  it('starts from the visitor’s question in a new conversation if the service has lost the old one', async () => {
    begin(calling('c1'), refusal(404, 'not_found'), saying('It is in.'));
    await visitor.ask('Add one');
    await until(() => visitor.conversation.state.turn?.status === 'failed');
    await visitor.conversation.retry();
    await end('It is in.');
    const last = bodies().at(-1)!;
    expect(last.message).to.equal('Add one');
    expect(last.toolResults).to.equal(undefined);
  });
});

import { expect } from '@open-wc/testing';
import { allByRole } from '../by-role.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('a conversation', () => {
  let visitor: Visitor;
  let live: LiveAnswer;

  const start = (settings: ConstructorParameters<typeof Visitor>[1] = {}): void => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer], settings);
  };
  afterEach(() => visitor.remove());

  it('shows the question at once and the answer as it arrives', async () => {
    start();
    await visitor.ask('Where is my order?');
    expect(visitor.articles[0]!.querySelector('[part=bubble]')!.textContent.trim()).to.equal(
      'Where is my order?',
    );
    expect(visitor.articles[0]!.ariaLabel).to.equal('Your message');
    live.token('It is **on its');
    await until(() => visitor.articles[1]!.textContent.includes('It is'));
    live.token(' way**.');
    await until(() => visitor.articles[1]!.querySelector('strong')?.textContent === 'on its way');
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(visitor.articles).to.have.length(2);
    expect(visitor.articles[1]!.querySelector('[part=part-text]')!.textContent).to.equal('It is on its way.');
  });

  it('keeps the answer’s nodes when it is complete, so a selection in it stays', async () => {
    start();
    await visitor.ask('Hello?');
    live.token('First paragraph.\n\nSecond one');
    await until(() => visitor.articles[1]!.querySelectorAll('p').length === 2);
    const article = visitor.articles[1]!;
    const [first] = article.querySelectorAll('p');
    live.token(' ends.');
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(visitor.articles[1]).to.equal(article);
    expect(article.querySelector('p')).to.equal(first);
    expect(article.textContent).to.contain('Second one ends.');
  });

  it('stops on request, keeps the text so far and returns the focus to the field', async () => {
    start();
    await visitor.ask('Tell me a story');
    live.token('Once upon');
    await until(() => visitor.articles[1]!.textContent.includes('Once'));
    visitor.button('Stop')!.focus();
    visitor.button('Stop')!.click();
    await until(() => visitor.button('Send message') !== undefined);
    await visitor.settled();
    expect(visitor.articles[1]!.textContent)
      .to.contain('Once upon')
      .and.to.contain('You stopped this answer.');
    expect(visitor.root.activeElement).to.equal(visitor.field);
    expect(visitor.network.asked()[0]!.aborted).to.equal(true);
  });

  it('explains a failure, and offers to try again', async () => {
    start();
    await visitor.ask('Anybody there?');
    live.fail('upstream_unavailable');
    await until(() => visitor.button('Try again') !== undefined);
    const notice = visitor.root.querySelector('[part~=error]')!;
    expect(notice.textContent).to.contain('unavailable').and.not.to.contain('upstream says no');
    expect(visitor.root.activeElement).to.equal(visitor.field);
    visitor.button('Try again')!.click();
    await until(() => visitor.network.asked().length === 2);
    expect(visitor.articles.filter(a => a.classList.contains('user'))).to.have.length(1);
  });

  it('lists the sources of an answer with safe links', async () => {
    start();
    await visitor.ask('Return policy?');
    live.token('30 days.');
    live.done({
      parts: [
        { type: 'text', text: '30 days.' },
        {
          type: 'citation',
          title: 'Returns',
          url: 'https://user@shop.example/returns',
          quote: 'Within 30 days.',
        },
        { type: 'citation', title: 'Trap', url: 'javascript:alert(1)' },
        { type: 'from-the-future', text: 'not drawn' },
      ],
    });
    await until(() => visitor.root.querySelector('[part=part-citation] a') !== null);
    const links = [...visitor.root.querySelectorAll<HTMLAnchorElement>('[part=part-citation] a')];
    expect(links.map(a => a.href)).to.deep.equal(['https://shop.example/returns']);
    expect(links[0]!.rel).to.contain('noopener').and.contain('noreferrer');
    expect(allByRole(visitor.root, 'list', '2 sources')).to.have.length(1);
    expect(visitor.articles[1]!.textContent).not.to.contain('not drawn');
    expect(visitor.conversation.state.messages[1]!.parts).to.have.length(4);
  });

  it('shows greetings and suggestions, and sends a suggestion with one press', async () => {
    start({
      initialMessages: ['Hi, **how** can I help?'],
      suggestedQueries: ['Where are you?', 'What is new?'],
    });
    await visitor.settled();
    expect(visitor.articles).to.have.length(1);
    expect(visitor.articles[0]!.querySelector('strong')!.textContent).to.equal('how');
    visitor.button('What is new?')!.click();
    await until(() => visitor.network.asked().length === 1);
    await visitor.settled();
    expect((visitor.network.asked()[0]!.body as { message: string }).message).to.equal('What is new?');
    expect(visitor.button('Where are you?')).to.equal(undefined);
    expect(visitor.root.activeElement).to.equal(visitor.field);
  });

  it('shows no suggestion without text', async () => {
    start({ suggestedQueries: ['', 'What is new?', ' '] });
    await until(() => visitor.button('What is new?') !== undefined);
    const suggested = [...visitor.root.querySelectorAll('[part=suggestion]')];
    expect(suggested.map(button => button.textContent)).to.deep.equal(['What is new?']);
  });

  it('keeps a draft when a suggestion is sent, in the conversation that begins with it', async () => {
    start({ suggestedQueries: ['What is new?'] });
    await visitor.type('And the pr');
    await until(() => visitor.button('What is new?') !== undefined);
    visitor.button('What is new?')!.click();
    await until(() => visitor.network.asked().length === 1);
    expect(visitor.field.value).to.equal('And the pr');
    expect(visitor.conversation.draft, 'for the next visit').to.equal('And the pr');
    visitor.conversation.startNew();
    expect(visitor.conversation.draft, 'of the next conversation').to.equal('');
  });
});

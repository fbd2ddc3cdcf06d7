import { expect } from '@open-wc/testing';
import { formatting, interactions } from '../../../src/elements/conversation/lazy-modules.ts';
import { refusal } from '../../fakes/chat-fetch.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('code that an answer needs', () => {
  let visitor: Visitor;
  let line: LiveAnswer;
  const { load } = formatting;

  beforeEach(async () => {
    await formatting.load();
    formatting.module = undefined;
    line = new LiveAnswer();
    visitor = new Visitor([line.answer]);
    await visitor.settled();
    await visitor.ask('When are you open?');
  });

  afterEach(() => {
    formatting.load = load;
    visitor.remove();
  });

  const text = (): string => visitor.articles.at(-1)!.querySelector('[part=part-text]')?.textContent ?? '';

  /** Keeps the code away until what this returns is called. */
  const holdBack = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    formatting.load = async () => {
      await promise;
      formatting.module = await load.call(formatting);
      return formatting.module;
    };
    return resolve;
  };

  it('is not loaded for simple formatting, which is rendered as it arrives', async () => {
    let fetched = 0;
    formatting.load = () => {
      fetched++;
      return load.call(formatting);
    };
    line.token('From nine to six.\n\nOn Sundays');
    await until(() => text().endsWith('On Sundays'));
    line.token(' we **re');
    await until(() => text().endsWith('we re'));
    expect(visitor.articles.at(-1)!.querySelector('strong')?.textContent).to.equal('re');
    line.token('st**.');
    await until(() => text().endsWith('we rest.'));
    line.done();
    await until(() => visitor.button('Stop') === undefined);
    await visitor.settled();
    expect(fetched).to.equal(0);
    expect([...visitor.articles.at(-1)!.querySelectorAll('p')].map(p => p.textContent)).to.eql([
      'From nine to six.',
      'On Sundays we rest.',
    ]);
  });

  it('keeps what could be rendered on screen, and renders the rest once it is loaded', async () => {
    const arrive = holdBack();
    line.token('From nine ');
    await until(() => text() === 'From nine');
    line.token('to ~~five~~ **six**');
    line.token(', *except* on Sundays.');
    line.done();
    await until(() => visitor.button('Stop') === undefined);
    expect(text()).to.equal('From nine to');
    arrive();
    await until(() => text() === 'From nine to five six, except on Sundays.');
    expect(visitor.articles.at(-1)!.querySelector('strong')?.textContent).to.equal('six');
    expect(visitor.articles.at(-1)!.querySelector('em')?.textContent).to.equal('except');
    expect(visitor.articles.at(-1)!.querySelector('del')?.textContent).to.equal('five');
  });

  it('shows that the answer is arriving until there is visible text', async () => {
    const arrive = holdBack();
    const dots = (): Element | null => visitor.articles.at(-1)!.querySelector('.thinking');
    for (const piece of ['**', '[Our ', 'hours](/hours', ' "when")']) {
      line.token(piece);
      await until(() => visitor.conversation.state.turn!.replyText.endsWith(piece));
      await new Promise(requestAnimationFrame);
      expect(dots(), piece).not.to.equal(null);
      expect(text(), piece).to.equal('');
    }
    arrive();
    await until(() => text() === 'Our hours');
    await visitor.settled();
    expect(dots()).to.equal(null);
  });

  it('keeps a selection in a paragraph that formatting does not change', async () => {
    const paragraphs = () => [...visitor.articles.at(-1)!.querySelectorAll('p')];
    formatting.load = async () => {
      formatting.module = await load.call(formatting);
      return formatting.module;
    };
    line.token('From **nine** to six.\n\nOn ');
    await until(() => paragraphs().length === 2);
    const words = document.createRange();
    words.selectNodeContents(paragraphs()[0]!);
    line.token('Sundays:\n\n- **not** at ~~all~~');
    await until(() => visitor.root.querySelector('del') !== null);
    expect(paragraphs().map(p => p.textContent)).to.eql(['From nine to six.', 'On Sundays:']);
    expect(words.toString()).to.equal('From nine to six.');
    expect(words.intersectsNode(paragraphs()[0]!)).to.equal(true);
  });

  it('keeps the focus on a link, and the scroll position, when it renders the paragraph around it again', async () => {
    formatting.load = async () => {
      formatting.module = await load.call(formatting);
      return formatting.module;
    };
    line.token(`${'Words. '.repeat(400)}\n\nSee [the hours](/hours) or [the map](/map) for `);
    const link = (): HTMLElement => visitor.articles.at(-1)!.querySelectorAll('a')[1]!;
    await until(() => !!link());
    link().focus();
    await visitor.settled();
    visitor.log.scrollTop = 40;
    await visitor.settled();
    const first = link();
    line.token('~~directions~~ the **way**.');
    await until(() => visitor.root.querySelector('del') !== null);
    expect(link()).not.to.equal(first);
    expect(visitor.root.activeElement).to.equal(link());
    expect(visitor.log.scrollTop).to.equal(40);
  });

  it('shows the text as it was written if it cannot be loaded', async () => {
    formatting.load = () => Promise.reject(new TypeError('no network'));
    line.token('From nine');
    await until(() => text() === 'From nine');
    line.token(' to ~~five~~ **six**');
    await until(() => text() === 'From nine to ~~five~~ **six**');
    line.token(', daily.');
    await until(() => text() === 'From nine to ~~five~~ **six**, daily.');
    line.done();
    await until(() => visitor.button('Stop') === undefined);
    await visitor.settled();
    expect(text()).to.equal('From nine to ~~five~~ **six**, daily.');
  });

  it('renders the plain text again once it could be loaded', async () => {
    formatting.load = () => Promise.reject(new TypeError('no network'));
    line.token('From nine');
    line.token(' to ~~five~~ **six**');
    await until(() => text() === 'From nine to ~~five~~ **six**');
    formatting.load = async () => {
      formatting.module = await load.call(formatting);
      return formatting.module;
    };
    line.token(', daily.');
    await until(() => visitor.root.querySelector('del') !== null);
    line.done();
    await until(() => visitor.button('Stop') === undefined);
    await visitor.settled();
    expect(text()).to.equal('From nine to five six, daily.');
  });
});

describe('code that explains what a question waits for', () => {
  let visitor: Visitor;
  const { load } = interactions;
  const notice = () => visitor.root.querySelector('[part~=notice]');

  beforeEach(async () => {
    await interactions.load();
    interactions.module = undefined;
  });

  afterEach(async () => {
    interactions.load = load;
    interactions.module = await interactions.load();
    visitor.remove();
  });

  const ask = async (): Promise<void> => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.settled();
    visitor.field.focus();
    await visitor.type('Again');
    visitor.press('Enter');
    await until(() => visitor.conversation.state.turn?.status === 'waiting');
    await visitor.element.updateComplete;
    await new Promise(requestAnimationFrame);
  };

  it('is awaited with the answer, and then shows the reason', async () => {
    let arrive = (): void => {};
    interactions.load = async () => {
      await new Promise<void>(resolve => {
        arrive = resolve;
      });
      interactions.module = await load.call(interactions);
      return interactions.module;
    };
    await ask();
    expect(notice()).to.equal(null);
    expect(visitor.root.querySelector('.thinking')).not.to.equal(null);
    arrive();
    await until(() => /20 seconds/.test(notice()?.textContent ?? ''));
    expect(visitor.root.querySelector('.thinking')).to.equal(null);
  });

  it('leaves the visitor a way back if it cannot be loaded', async () => {
    interactions.load = () => Promise.reject(new TypeError('no network'));
    await ask();
    await until(() => notice()?.textContent.includes('You’re offline') === true);
    visitor.button('Cancel sending')!.click();
    await until(() => visitor.field.value === 'Again');
  });
});

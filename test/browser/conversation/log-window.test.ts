import { expect } from '@open-wc/testing';
import { until, Visitor } from './harness.ts';

const PARAGRAPH =
  'Some words of a message that is long enough to take more than one line in the log. '.repeat(3);

describe('a long conversation', () => {
  let visitor: Visitor;
  afterEach(() => visitor.remove());

  async function restored(messages: number): Promise<void> {
    visitor = new Visitor([]);
    await visitor.settled();
    await restoredInto(visitor, messages);
  }

  async function restoredInto({ conversation }: Visitor, messages: number): Promise<void> {
    conversation.restore({
      messages: Array.from({ length: messages }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        parts: [{ type: 'text', text: `${i}\u00a0${PARAGRAPH}` }],
      })),
    });
    await visitor.settled();
    await until(() => visitor.articles.at(-1)?.textContent.includes(`${messages - 1}\u00a0`) === true);
  }

  it('renders as little for 2,000 messages as for 100', async () => {
    await restored(100);
    const few = visitor.articles.length;
    visitor.remove();
    await restored(2000);
    expect(visitor.articles.length).to.equal(few);
    expect(few).to.be.below(50);
    expect(visitor.log.scrollHeight - visitor.log.clientHeight - visitor.log.scrollTop).to.be.below(2);
  });

  for (const [browser, anchor] of [
    ['', 'auto'],
    [', in a browser that does not see to that itself', 'none'],
  ] as const)
    it(`shows older messages when the reader scrolls up, and keeps the scroll position${browser}`, async () => {
      await restored(200);
      const { log } = visitor;
      log.style.setProperty('overflow-anchor', anchor);
      const count = visitor.articles.length;
      const read = visitor.articles[1]!;
      log.scrollTop = 150;
      const before = read.getBoundingClientRect().top;
      await until(() => visitor.articles.length > count);
      await visitor.settled();
      expect(visitor.articles).to.include(read);
      expect(read.getBoundingClientRect().top).to.be.closeTo(before, 1);
    });

  it('is replaced at once by a short one, from its greeting on', async () => {
    await restored(2000);
    visitor.element.settings = { ...visitor.element.settings, initialMessages: ['Welcome'] };
    visitor.conversation.startNew();
    await visitor.settled();
    expect(visitor.articles.map(article => article.textContent.trim())).to.eql(['Welcome']);
    await restoredInto(visitor, 2);
    expect(visitor.articles.length, 'the greeting, a question and an answer').to.equal(3);
  });

  it('can be scrolled up to its first message', async () => {
    await restored(120);
    await until(() => {
      visitor.log.scrollTop = 0;
      return visitor.articles[0]!.textContent.startsWith('0\u00a0') && visitor.articles.length === 120;
    });
    expect(visitor.articles.length).to.equal(120);
  });
});

import { expect } from '@open-wc/testing';
import { eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('the turns of a conversation', () => {
  let visitor: Visitor;
  const notice = () => visitor.root.querySelector('[part~=notice]')?.textContent.trim();
  afterEach(() => visitor.remove());

  it('waits for a limit with a countdown that goes down, and can be stopped meanwhile', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.ask('Again');
    await until(() => notice()?.includes('20 seconds') === true);
    await until(() => notice()?.includes('19 seconds') === true);
    visitor.button('Stop')!.click();
    await until(() => visitor.button('Send message') !== undefined);
    expect(visitor.network.asked()).to.have.length(1);
  });

  it('says that an answer reached its length limit, and asks for the rest with one press', async () => {
    visitor = new Visitor([
      eventStream(sse(['Much'], reply('Much', { finishReason: 'length' }))),
      new LiveAnswer().answer,
    ]);
    await visitor.ask('Everything');
    await until(() => visitor.button('Continue') !== undefined);
    expect(notice()).to.contain('length limit');
    visitor.button('Continue')!.click();
    await until(() => visitor.network.asked().length === 2);
    expect((visitor.network.asked()[1]!.body as { message: string }).message).to.equal('Continue');
  });

  it('says honestly that a filter ended an answer, with no button that would not help', async () => {
    visitor = new Visitor([eventStream(sse(['I'], reply('I', { finishReason: 'content_filter' })))]);
    await visitor.ask('Odd');
    await until(() => notice()?.includes('content filter') === true);
    expect(visitor.button('Try again')).to.equal(undefined);
    expect(visitor.button('Continue')).to.equal(undefined);
  });

  it('announces a failure once, and leaves the focus where it is', async () => {
    visitor = new Visitor([refusal(402, 'credits_exhausted')]);
    await visitor.settled();
    const spoken: string[] = [];
    const { status } = visitor;
    new MutationObserver(() => {
      if (status.textContent) spoken.push(status.textContent);
    }).observe(status, { childList: true, characterData: true, subtree: true });
    await visitor.ask('One more');
    await until(() => visitor.button('Try again') !== undefined);
    await visitor.settled();
    expect(spoken.filter(text => text.includes('used up'))).to.have.length(1);
    expect(visitor.root.activeElement === visitor.field).to.equal(true);
  });

  it('touches nothing but the running answer while its tokens arrive', async () => {
    const live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
    visitor.conversation.restore({
      messages: Array.from({ length: 20 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        parts: [{ type: 'text', text: `Message **${i}**` }],
      })),
    });
    await visitor.ask('Next');
    live.token('First ');
    await until(() => visitor.articles.at(-1)!.textContent.includes('First'));
    await visitor.settled();
    const touched = new Set<Node>();
    const observer = new MutationObserver(records => {
      for (const record of records) touched.add(record.target);
    });
    observer.observe(visitor.root, { childList: true, characterData: true, attributes: true, subtree: true });
    for (let i = 0; i < 30; i++) {
      live.token(`word${i} `);
      await visitor.settled();
    }
    await until(() => visitor.articles.at(-1)!.textContent.includes('word29'));
    const running = visitor.articles.at(-1)!;
    const elsewhere = [...touched].filter(node => !running.contains(node));
    expect(elsewhere.map(node => node.nodeName)).to.deep.equal([]);
    expect(touched.size).to.be.greaterThan(0);
  });
});

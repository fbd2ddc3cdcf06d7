import { expect } from '@open-wc/testing';
import { refusal } from '../../fakes/chat-fetch.ts';
import { Clock } from './clock.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

/** Hears what a screen reader would: each change of the text of any live region that is not off. */
function listen(root: ShadowRoot, clock: Clock): { heard: { text: string; at: number }[] } {
  const heard: { text: string; at: number }[] = [];
  const LIVE = '[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],[role=log],[role=timer]';
  new MutationObserver(records => {
    const regions = new Set<Element>();
    for (const { target } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (region && region.getAttribute('aria-live') !== 'off') regions.add(region);
    }
    for (const region of regions) {
      const text = region.textContent.trim();
      if (text) heard.push({ text, at: clock.now });
    }
  }).observe(root, { childList: true, characterData: true, subtree: true });
  return { heard };
}

describe('a screen reader', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  let clock: Clock;
  beforeEach(() => {
    clock = new Clock();
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
  });
  afterEach(() => {
    clock.restore();
    visitor.remove();
  });

  /** So many tokens, so many milliseconds apart. */
  async function stream(tokens: number, apart: number): Promise<void> {
    for (let n = 0; n < tokens; n++) {
      live.token(`word${n} `);
      clock.pass(apart);
      await null;
      if (n % 25 === 0) await visitor.settled();
    }
    await until(() => visitor.articles[1]!.textContent.includes(`word${tokens - 1}`), 'the last token');
  }

  async function finish(): Promise<void> {
    live.done();
    await until(() => visitor.conversation.state.turn === undefined, 'the end of the turn');
    await visitor.settled();
  }

  /** Time goes by, and the reader listens all the while. */
  async function later(): Promise<void> {
    for (let seconds = 0; seconds < 20; seconds++) {
      clock.pass(1000);
      await null;
    }
    await visitor.settled();
  }

  for (const [pace, apart] of [
    ['slow', 20],
    ['fast', 4],
  ] as const) {
    it(`hears two announcements of a ${pace} answer of 500 tokens, five seconds apart, and neither again`, async () => {
      await visitor.settled();
      const { heard } = listen(visitor.root, clock);
      await visitor.ask('Count to five hundred');
      await stream(500, apart);
      expect(heard.map(({ text }) => text)).to.deep.equal(['Assistant is answering']);
      await finish();
      await later();
      expect(heard.map(({ text }) => text)).to.deep.equal(['Assistant is answering', 'The answer is ready']);
      expect(heard[1]!.at - heard[0]!.at).to.be.at.least(5000);
      expect(visitor.log.getAttribute('aria-live')).to.equal('off');
    });
  }

  it('hears a quick answer at once, without a message before it', async () => {
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('Are you open?');
    await stream(20, 20);
    await finish();
    await until(() => heard.length > 0, 'the answer');
    await later();
    expect(heard).to.have.length(1);
    expect(heard[0]!.text).to.match(/^word0 word1 .* word19$/);
    expect(heard[0]!.at).to.equal(400);
  });

  it('never hears the beginning of a longer answer as if it were the whole', async () => {
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('Are you open?');
    live.token(`${'word '.repeat(199)}words\n\nBut not on Sundays.`);
    await finish();
    await until(() => heard.length > 0, 'the answer');
    expect(heard[0]!.text).to.equal('The answer is ready');
  });

  it('never hears the visitor’s own message', async () => {
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('My very own words');
    await stream(3, 2000);
    await finish();
    await later();
    expect(heard).to.have.length(2);
    expect(heard.map(({ text }) => text).join()).not.to.contain('own words');
  });

  it('hears nothing of an answer that the visitor left for a new conversation', async () => {
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('Never mind');
    visitor.conversation.startNew();
    await visitor.settled();
    await later();
    expect(heard).to.deep.equal([]);
  });

  it('hears a failure at once, and only the newest of what happened meanwhile', async () => {
    visitor.remove();
    visitor = new Visitor([refusal(402, 'credits_exhausted')]);
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('One more');
    await until(() => heard.length > 0, 'the failure');
    await later();
    expect(heard.map(({ text }) => text)).to.deep.equal([
      'This chat can’t answer more questions right now. Please try again later.',
    ]);
  });

  it('announces a stopped answer after the focus has moved, which would cut it off', async () => {
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('Count to five hundred');
    await stream(80, 100);
    visitor.conversation.stop();
    await until(() => visitor.conversation.state.turn === undefined, 'the end of the turn');
    await visitor.settled();
    expect(heard.map(({ text }) => text)).to.deep.equal(['Assistant is answering']);
    clock.pass(1000);
    await null;
    expect(heard.at(-1)!.text).to.equal('You stopped this answer.');
  });

  it('hears a countdown once, however long it counts', async () => {
    visitor.remove();
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '12' }), live.answer]);
    await visitor.settled();
    const { heard } = listen(visitor.root, clock);
    await visitor.ask('One of many');
    await until(() => visitor.root.querySelector('[part~=notice]') !== null, 'the notice');
    for (let seconds = 0; seconds < 9; seconds++) {
      clock.pass(1000);
      await visitor.settled();
    }
    expect(heard).to.have.length(1);
    expect(heard[0]!.text).to.contain('Your message will be sent');
  });
});

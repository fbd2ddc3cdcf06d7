import { expect } from '@open-wc/testing';
import { eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { Clock } from './clock.ts';
import { LiveAnswer, translate, until, Visitor } from './harness.ts';

const field = { enabled: true, label: '', required: false };
const LEAD_FORM = {
  title: '',
  required: false,
  consent: '',
  name: field,
  email: field,
  phone: field,
  fields: [],
};

describe('the turns of a conversation', () => {
  let visitor: Visitor;
  let clock: Clock;
  const notice = () => visitor.root.querySelector('[part~=notice]')?.textContent.trim();
  beforeEach(() => {
    clock = new Clock();
  });
  afterEach(() => {
    clock.restore();
    visitor.remove();
  });

  it('says once that an answer takes longer, if no token arrives for ten seconds', async () => {
    const live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
    await visitor.ask('Compare all of them');
    await until(() => live.asked && visitor.root.querySelector('.thinking') !== null);
    const said = (): string => visitor.root.querySelector('[role=status]')!.textContent;
    clock.pass(9000);
    await visitor.element.updateComplete;
    expect(visitor.root.textContent).not.to.include('taking longer than usual');
    clock.pass(1000);
    await until(
      () => visitor.root.querySelector('.thinking')?.textContent === 'This is taking longer than usual.',
    );
    expect(said()).to.equal('This is taking longer than usual.');
    live.token('Here they are.');
    await until(() => visitor.root.textContent.includes('Here they are.'));
    expect(visitor.articles.at(-1)!.querySelector('[part=part-text]')!.textContent).to.equal(
      'Here they are.',
    );
    live.done();
  });

  it('does not advise a new conversation if the page names a wrong agent', async () => {
    visitor = new Visitor([refusal(404, 'not_found')]);
    await visitor.ask('Anybody there?');
    await until(() => notice() === 'This chat isn’t available on this site.');
    expect(visitor.root.querySelector('[part~=notice] button')).to.equal(null);
  });

  it('shows a countdown while a question waits for a limit, and can be stopped meanwhile', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.ask('Again');
    await until(() => notice()?.includes('20 seconds') === true);
    clock.pass(1000, true);
    await until(() => notice()?.includes('19 seconds') === true);
    visitor.button('Stop')!.click();
    await until(() => visitor.button('Send message') !== undefined);
    expect(visitor.network.asked()).to.have.length(1);
  });

  it('shows how much of a wait is left as a ring, which screen readers ignore', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.ask('Again');
    const ring = () => visitor.root.querySelector<HTMLElement>('[part~=notice] .ring');
    const left = (): number => Number.parseFloat(ring()?.style.getPropertyValue('--_left') ?? '');
    await until(() => left() > 0.9);
    expect(left()).to.be.at.most(1);
    expect(ring()!.getAttribute('aria-hidden')).to.equal('true');
    await until(() => notice()?.includes('20 seconds') === true);
    clock.pass(1000, true);
    await until(() => notice()?.includes('19 seconds') === true);
    expect(left()).to.be.within(0.9, 0.96);
    visitor.button('Cancel sending')!.click();
    await until(() => ring() === null);
  });

  it('begins a notice with an icon and ends it with its button, beside the text', async () => {
    const live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
    await visitor.ask('What is the warranty?');
    await until(() => live.asked);
    live.token('The warranty is');
    live.fail('upstream_unavailable');
    await until(() => visitor.root.querySelector('[part~=error] .icon') !== null, 'the sign');
    const card = visitor.root.querySelector('[part~=error]')!;
    const [sign, text, button] = Array.from(card.children, child => child.getBoundingClientRect());
    expect([sign!.width, sign!.height]).to.deep.equal([16, 16]);
    expect(sign!.right).to.be.below(text!.left);
    expect(text!.right).to.be.below(button!.left);
    const middle = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;
    expect(middle(button!)).to.be.closeTo(middle(text!), 1);
    const style = getComputedStyle(card);
    const inner = card.getBoundingClientRect().right - Number.parseFloat(style.paddingInlineEnd) - 1;
    expect(button!.right).to.be.closeTo(inner, 1);
  });

  it('shows the owner’s own text to a visitor over the limit, before the countdown', async () => {
    const settings = { rateLimit: { messages: 1, seconds: 20, message: 'Slow down.' } };
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })], settings);
    await visitor.ask('Again');
    await until(() => /^Slow down\. .*20 seconds/.test(notice() ?? ''));
  });

  it('returns a waiting message to the field, with the focus, and removes it from the log', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.ask('Where is my ordre?');
    await until(() => visitor.button('Cancel sending') !== undefined);
    visitor.button('Cancel sending')!.click();
    await until(() => visitor.field.value === 'Where is my ordre?');
    await until(() => visitor.root.activeElement === visitor.field);
    await visitor.settled();
    expect(visitor.articles).to.have.length(0);
    expect(notice()).to.equal(undefined);
    expect(visitor.network.asked()).to.have.length(1);
    await visitor.type('Where is my order?');
    visitor.press('Enter');
    await until(() => visitor.articles[0]?.textContent.includes('Where is my order?') === true);
    expect(visitor.conversation.state.messages).to.have.length(1);
  });

  it('does not move the visitor if the message is sent before they cancel it', async () => {
    const live = new LiveAnswer();
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '1' }), live.answer]);
    await visitor.ask('Again');
    await until(() => visitor.button('Cancel sending') !== undefined);
    visitor.button('Cancel sending')!.focus();
    clock.pass(2000);
    await until(() => live.asked);
    await until(() => visitor.button('Cancel sending') === undefined);
    expect(visitor.root.activeElement === visitor.articles.at(-1)).to.equal(true);
  });

  it('returns a waiting message without a network, too', async () => {
    visitor = new Visitor([]);
    await visitor.ask('Anybody?');
    await until(() => visitor.button('Cancel sending') !== undefined);
    await visitor.type('And?');
    visitor.button('Cancel sending')!.click();
    await until(() => visitor.field.value === 'Anybody?\nAnd?');
    expect(visitor.button('Send message')).to.not.equal(undefined);
  });

  it('counts down if a translator replaced its text', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await visitor.ask('Again');
    await until(() => notice()?.includes('20 seconds') === true);
    translate(visitor.root.querySelector('[part~=notice] p')!);
    clock.pass(1000, true);
    await until(() => notice()?.includes('19 seconds') === true);
  });

  for (const [becomes, jump] of [
    ['put back by a year', -365 * 86_400_000],
    ['put on by a year', 365 * 86_400_000],
  ] as const)
    it(`continues its countdown if the clock of the device is ${becomes}`, async () => {
      const { now } = Date;
      visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
      try {
        await visitor.ask('Again');
        await until(() => notice()?.includes('20 seconds') === true);
        Date.now = () => now() + jump;
        clock.pass(1000, true);
        await until(() => notice()?.includes('20 seconds') === false);
        expect(notice()).to.contain(' 19 seconds');
      } finally {
        Date.now = now;
      }
    });

  it('shows no typing indicator while nothing is sent', async () => {
    const live = new LiveAnswer();
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '1' }), live.answer]);
    await visitor.ask('Again');
    await until(() => notice()?.includes('second') === true);
    expect(visitor.root.querySelector('.thinking')).to.equal(null);
    clock.pass(2000);
    await until(() => live.asked);
    await until(() => visitor.root.querySelector('.thinking') !== null);
    live.token('Here.');
    live.done();
    await until(() => visitor.articles.at(-1)!.textContent.includes('Here.'));
    expect(visitor.root.querySelector('.thinking')).to.equal(null);
  });

  it('says when to try again if that is too far away to wait for', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '240' })]);
    const asked = Date.now();
    await visitor.ask('Too often');
    await until(() => visitor.button('Try again') !== undefined);
    const minutes = [4, 5].map(later => new Date(asked + later * 60_000).getMinutes());
    const told = /try again from \d+:(\d\d)/.exec(notice()!);
    expect(minutes).to.include(Number(told?.[1]));
  });

  it('shows the owner’s own text also if the limit lasts longer than that', async () => {
    const settings = { rateLimit: { messages: 1, seconds: 3600, message: 'Slow down.' } };
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '3600' })], settings);
    await visitor.ask('Again');
    await until(() => visitor.button('Try again') !== undefined);
    expect(notice()).to.match(/Slow down\..*try again from /s);
  });

  it('names the day too if the time to try again is on another day', async () => {
    visitor = new Visitor([refusal(429, 'rate_limited', { 'Retry-After': '86400' })]);
    const asked = Date.now();
    await visitor.ask('Too often today');
    await until(() => visitor.button('Try again') !== undefined);
    const days = [0, 60_000].map(later =>
      new Date(asked + 86_400_000 + later).toLocaleDateString('en', { dateStyle: 'medium' }),
    );
    expect(days.some(day => notice()!.includes(`try again from ${day}, `))).to.equal(true);
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

  it('says that a filter ended an answer, without a button that would not help', async () => {
    visitor = new Visitor([eventStream(sse(['I'], reply('I', { finishReason: 'content_filter' })))]);
    await visitor.ask('Odd');
    await until(() => notice()?.includes('content filter') === true);
    expect(visitor.button('Try again')).to.equal(undefined);
    expect(visitor.button('Continue')).to.equal(undefined);
  });

  for (const [what, text] of [
    ['an answer without a word', ''],
    ['an answer of white space alone', ' \n\n\u200b\t'],
  ] as const) {
    it(`says of ${what} that something went wrong, and lets the visitor ask again`, async () => {
      const tokens = text ? [text] : [];
      visitor = new Visitor([eventStream(sse(tokens, reply(text))), new LiveAnswer().answer]);
      await visitor.ask('Anybody?');
      await until(() => notice()?.includes('went wrong') === true);
      expect(visitor.status.textContent).to.contain('went wrong');
      visitor.button('Try again')!.click();
      await until(() => visitor.network.asked().length === 2);
    });
  }

  it('offers what helps when the credits are used up, and no button that does not', async () => {
    const leadForm = { ...LEAD_FORM, when: 'on-request' } as const;
    for (const settings of [{}, { leadForm }]) {
      visitor?.remove();
      visitor = new Visitor([refusal(402, 'credits_exhausted')], settings);
      await visitor.ask('One more');
      await until(() => notice()?.includes('can’t answer more') === true);
      await visitor.settled();
      expect(visitor.button('Try again')).to.equal(undefined);
    }
    visitor.button('Leave your contact details')!.click();
    await until(() => visitor.root.querySelector('[part=lead-form]') !== null);
  });

  it('lets the visitor change a question that was refused, instead of sending it again', async () => {
    visitor = new Visitor([refusal(413, 'payload_too_large')]);
    await visitor.ask('Too much');
    await until(() => visitor.root.querySelector('[part~=error] button') !== null);
    expect(visitor.button('Try again')).to.equal(undefined);
    visitor.root.querySelector<HTMLButtonElement>('[part~=error] button')!.click();
    await visitor.settled();
    expect(visitor.field.value).to.equal('Too much');
  });

  it('announces a failure once, and leaves the focus where it is', async () => {
    visitor = new Visitor([refusal(503, 'upstream_unavailable', { 'Retry-After': '99' })]);
    await visitor.settled();
    const spoken: string[] = [];
    const { status } = visitor;
    new MutationObserver(() => {
      if (status.textContent) spoken.push(status.textContent);
    }).observe(status, { childList: true, characterData: true, subtree: true });
    await visitor.ask('One more');
    await until(() => visitor.button('Try again') !== undefined);
    await visitor.settled();
    expect(spoken.filter(text => text.includes('unavailable'))).to.have.length(1);
    expect(visitor.root.activeElement === visitor.field).to.equal(true);
  });

  it('changes only the running answer while its tokens arrive', async () => {
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
    // The question has moved to its place.
    await until(() => visitor.log.firstElementChild!.getAnimations().length === 0);
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

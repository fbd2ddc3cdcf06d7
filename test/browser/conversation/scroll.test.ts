import { expect } from '@open-wc/testing';
import type { ScrollMode } from '../../../src/elements/conversation/index.ts';
import { allByRole } from '../by-role.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

const PARAGRAPH = `${'Words that take a line or two of the log. '.repeat(4)}\n\n`;

describe('the log', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  let second: LiveAnswer;
  const gap = () => visitor.log.scrollHeight - visitor.log.clientHeight - visitor.log.scrollTop;

  const topOf = (message: HTMLElement) =>
    message.getBoundingClientRect().top - visitor.log.getBoundingClientRect().top;

  const start = async (mode: ScrollMode = 'follow'): Promise<void> => {
    live = new LiveAnswer();
    second = new LiveAnswer();
    visitor = new Visitor([live.answer, second.answer]);
    visitor.element.scrollMode = mode;
    await visitor.ask('Tell me everything');
  };
  const say = async (paragraphs: number): Promise<void> => {
    const before = visitor.articles[1]!.querySelectorAll('p').length;
    for (let i = 0; i < paragraphs; i++) live.token(PARAGRAPH);
    await until(() => visitor.articles[1]!.querySelectorAll('p').length === before + paragraphs);
    await visitor.settled();
  };
  const readerScrollsTo = async (top: number): Promise<void> => {
    visitor.log.scrollTop = top;
    await visitor.settled();
  };
  afterEach(() => visitor.remove());

  it('follows a growing answer while the reader stays at its end', async () => {
    await start();
    await say(10);
    expect(visitor.log.scrollHeight).to.be.greaterThan(visitor.log.clientHeight);
    // The log follows in the frame that shows the words, which may be the next one.
    await until(() => gap() < 2);
    await say(10);
    await until(() => gap() < 2);
  });

  it('fades out what continues below, but not the focus ring of a keyboard user', async () => {
    await start();
    await say(10);
    live.done();
    const { style } = visitor.frame;
    style.setProperty('--_surface', 'white');
    const isBelowFade = (): boolean => getComputedStyle(visitor.log).zIndex === 'auto';
    await until(
      () => getComputedStyle(visitor.element.composer).boxShadow !== 'none',
      'the looks of what was said',
    );
    expect(isBelowFade()).to.equal(true);
    visitor.log.focus();
    expect(isBelowFade()).to.equal(!visitor.log.matches(':focus-visible'));
  });

  it('never moves a reader who has scrolled up, and says that there is more below', async () => {
    await start();
    await say(10);
    await readerScrollsTo(visitor.log.scrollTop - 60);
    const { scrollTop } = visitor.log;
    await say(10);
    expect(visitor.log.scrollTop).to.equal(scrollTop);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(visitor.log.scrollTop).to.equal(scrollTop);
    visitor.button('New answer below')!.click();
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
    expect(visitor.button('New answer below')).to.equal(undefined);
  });

  it('leads a reader of earlier messages to the start of the answer, and then to its end', async () => {
    await start();
    await say(10);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.ask('Go on');
    await readerScrollsTo(0);
    second.token(PARAGRAPH.repeat(10));
    await until(() => visitor.button('New answer below') !== undefined);
    visitor.button('New answer below')!.click();
    await visitor.settled();
    expect(topOf(visitor.articles[3]!)).to.be.within(0, 32);
    await until(() => visitor.button('New answer below') !== undefined);
    visitor.button('New answer below')!.click();
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
  });

  it('leads a reader of the answer’s beginning to its end, while it is running', async () => {
    await start();
    await say(10);
    await readerScrollsTo(0);
    await say(1);
    visitor.button('New answer below')!.click();
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
    expect(visitor.button('New answer below')).to.equal(undefined);
    await say(5);
    expect(gap(), 'it is followed').to.be.lessThan(2);
  });

  it('stops following a reader who scrolls up by less than a line', async () => {
    await start();
    await say(10);
    await readerScrollsTo(visitor.log.scrollTop - 10);
    const { scrollTop } = visitor.log;
    await say(5);
    expect(visitor.log.scrollTop).to.equal(scrollTop);
  });

  it('follows again once the reader is back at the end', async () => {
    await start();
    await say(10);
    await readerScrollsTo(0);
    await say(3);
    await readerScrollsTo(visitor.log.scrollHeight);
    expect(visitor.button('New answer below')).to.equal(undefined);
    await say(5);
    expect(gap()).to.be.lessThan(2);
  });

  it('stops with the question at the top, and says that more of the answer is below', async () => {
    await start('turn');
    await say(2);
    expect(topOf(visitor.articles[0]!)).to.be.within(0, 17);
    expect(visitor.button('New answer below')).to.equal(undefined);
    await say(20);
    expect(topOf(visitor.articles[0]!)).to.be.within(0, 17);
    await until(() => visitor.button('New answer below') !== undefined);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(topOf(visitor.articles[0]!), 'as it ends').to.be.within(0, 17);
    visitor.button('New answer below')!.click();
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
    expect(visitor.button('New answer below')).to.equal(undefined);
  });

  it('has room for a second question at the top, however short its answer is', async () => {
    await start('turn');
    await say(10);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.ask('And then?');
    second.token('Nothing.');
    second.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    await until(() => visitor.element.getAnimations({ subtree: true }).length === 0);
    expect(topOf(visitor.articles[2]!)).to.be.closeTo(16, 1);
    expect(gap()).to.be.lessThan(2);
    // A keyboard comes: the view is lower.
    visitor.frame.style.blockSize = '330px';
    await until(() => Math.abs(topOf(visitor.articles[2]!) - 16) < 1 && gap() < 2);
  });

  it('keeps only the end of a long question above its answer', async () => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
    visitor.element.scrollMode = 'turn';
    await visitor.ask('A question that says much before it asks. '.repeat(20));
    await say(10);
    const { bottom } = visitor.articles[0]!.getBoundingClientRect();
    expect(bottom - visitor.log.getBoundingClientRect().top).to.be.closeTo(48, 2);
  });

  it('stops for a reader who scrolls on, and follows one who goes to the end', async () => {
    await start('turn');
    await say(20);
    await readerScrollsTo(visitor.log.scrollTop + 50);
    const { scrollTop } = visitor.log;
    await say(5);
    expect(visitor.log.scrollTop).to.equal(scrollTop);
    await readerScrollsTo(visitor.log.scrollHeight);
    await say(5);
    expect(gap()).to.be.lessThan(2);
  });

  it('stops at the top of a long answer with “start”', async () => {
    await start('start');
    await say(20);
    expect(topOf(visitor.articles[1]!)).to.be.within(0, 32);
    await until(() => visitor.button('New answer below') !== undefined);
  });

  it('does not scroll with “none”', async () => {
    await start('none');
    await say(20);
    expect(visitor.log.scrollTop).to.equal(0);
    await until(() => visitor.button('New answer below') !== undefined);
    await readerScrollsTo(visitor.log.scrollHeight);
    await until(() => visitor.button('New answer below') === undefined);
  });

  it('shows a restored history at its end, at once and without movement', async () => {
    visitor = new Visitor([]);
    await visitor.settled();
    visitor.conversation.restore({
      messages: Array.from({ length: 60 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        parts: [{ type: 'text', text: `${i} ${PARAGRAPH}` }],
      })),
    });
    await visitor.settled();
    await until(() => visitor.articles.at(-1)?.textContent.includes('59 ') === true);
    expect(gap()).to.be.lessThan(2);
    expect(visitor.element.getAnimations({ subtree: true })).to.have.length(0);
  });

  it('begins at the greeting, however many suggestions are below it, also in a new conversation', async () => {
    live = new LiveAnswer();
    const suggestedQueries = Array.from({ length: 10 }, (_, i) => `${i} ${PARAGRAPH}`);
    visitor = new Visitor([live.answer], { initialMessages: ['Hello! What is it about?'], suggestedQueries });
    const suggestion = () => visitor.root.querySelector<HTMLElement>('[part=suggestion]');
    const greeted = (): boolean =>
      visitor.articles[0]!.getBoundingClientRect().top >= visitor.log.getBoundingClientRect().top;
    await until(() => suggestion() !== null);
    await visitor.settled();
    expect(gap()).to.be.above(100);
    expect(greeted()).to.equal(true);

    // A keyboard comes and goes.
    await readerScrollsTo(120);
    visitor.frame.style.blockSize = '400px';
    await visitor.settled();
    expect(visitor.log.scrollTop, 'where the reader left it').to.equal(120);

    suggestion()!.click();
    await until(() => live.asked);
    for (let i = 0; i < 20; i++) live.token(PARAGRAPH);
    await until(() => visitor.articles.at(-1)!.querySelectorAll('p').length === 20);
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    visitor.conversation.startNew();
    await until(() => suggestion() !== null);
    await visitor.settled();
    expect(greeted(), 'in a new conversation').to.equal(true);
  });

  it('moves no line of an answer when it ends', async () => {
    const answers = [new LiveAnswer(), new LiveAnswer()];
    visitor = new Visitor(answers.map(({ answer }) => answer));
    await visitor.ask('Hello?');
    answers[0]!.token('Hello.');
    answers[0]!.done();
    await until(() => visitor.button('Copy text') !== undefined);
    await visitor.ask('Tell me everything');
    answers[1]!.token(PARAGRAPH.repeat(10));
    await until(() => visitor.articles[3]!.querySelectorAll('p').length === 10);
    // The answer has come to its place.
    await until(() => visitor.element.getAnimations({ subtree: true }).length === 0);
    const lastLine = () => visitor.articles[3]!.querySelector('p:last-child')!.getBoundingClientRect().bottom;
    const before = lastLine();
    answers[1]!.done();
    await until(() => allByRole(visitor.articles[3]!, 'toolbar', 'Message actions')[0]);
    await visitor.settled();
    expect(gap()).to.be.lessThan(2);
    expect(lastLine()).to.be.closeTo(before, 1);
  });
});

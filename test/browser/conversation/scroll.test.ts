import { expect } from '@open-wc/testing';
import type { ScrollMode } from '../../../src/elements/conversation/index.ts';
import { allByRole } from '../by-role.ts';
import { stillness } from '../pointer.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

const PARAGRAPH = `${'Words that take a line or two of the log. '.repeat(4)}\n\n`;

describe('the log', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  let second: LiveAnswer;
  const gap = () => visitor.log.scrollHeight - visitor.log.clientHeight - visitor.log.scrollTop;

  const topOf = (message: HTMLElement) =>
    message.getBoundingClientRect().top - visitor.log.getBoundingClientRect().top;

  const atEnd = (): Promise<void> => until(() => gap() < 2, 'the end of the log in view');
  const atTop = (message: HTMLElement, to = 17): Promise<void> =>
    until(() => topOf(message) >= 0 && topOf(message) <= to, 'the message at the top');
  /** What follows the answer, and what moves it into place, takes frames of its own. */
  const still = (): Promise<void> => stillness(visitor.log.firstElementChild!);

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
    await still();
  };
  const readerScrollsTo = async (top: number): Promise<void> => {
    const before = visitor.log.scrollTop;
    visitor.log.scrollTop = top;
    if (visitor.log.scrollTop !== before) {
      await new Promise(resolve => visitor.log.addEventListener('scroll', resolve, { once: true }));
    }
    await visitor.settled();
  };
  afterEach(() => visitor.remove());

  it('follows a growing answer while the reader stays at its end', async () => {
    await start();
    await say(10);
    expect(visitor.log.scrollHeight).to.be.greaterThan(visitor.log.clientHeight);
    await atEnd();
    await say(10);
    await atEnd();
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
    await atEnd();
    await until(() => visitor.button('New answer below') === undefined, 'no button');
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
    await atTop(visitor.articles[3]!, 32);
    await until(() => visitor.button('New answer below') !== undefined);
    visitor.button('New answer below')!.click();
    await atEnd();
  });

  it('leads a reader of the answer’s beginning to its end, while it is running', async () => {
    await start();
    await say(10);
    await readerScrollsTo(0);
    await say(1);
    visitor.button('New answer below')!.click();
    await atEnd();
    await until(() => visitor.button('New answer below') === undefined, 'no button');
    await say(5);
    await atEnd();
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
    await until(() => visitor.button('New answer below') === undefined, 'no button');
    await say(5);
    await atEnd();
  });

  it('stops with the question at the top, and says that more of the answer is below', async () => {
    await start('turn');
    await say(2);
    await atTop(visitor.articles[0]!);
    await until(() => visitor.button('New answer below') === undefined, 'no button');
    await say(20);
    await atTop(visitor.articles[0]!);
    await until(() => visitor.button('New answer below') !== undefined);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    await still();
    await atTop(visitor.articles[0]!);
    visitor.button('New answer below')!.click();
    await atEnd();
    await until(() => visitor.button('New answer below') === undefined, 'no button');
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
    await until(() => Math.abs(topOf(visitor.articles[2]!) - 16) < 1 && gap() < 2);
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
    const shown = (): number =>
      visitor.articles[0]!.getBoundingClientRect().bottom - visitor.log.getBoundingClientRect().top;
    await until(() => Math.abs(shown() - 48) <= 2, 'the end of the question in view');
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
    await atEnd();
  });

  it('stops at the top of a long answer with “start”', async () => {
    await start('start');
    await say(20);
    await atTop(visitor.articles[1]!, 32);
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
    await atEnd();
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
    await until(() => gap() > 100 && greeted(), 'the greeting in view');

    // A keyboard comes and goes.
    await readerScrollsTo(120);
    visitor.frame.style.blockSize = '400px';
    await visitor.settled();
    expect(visitor.log.scrollTop, 'where the reader left it').to.equal(120);

    suggestion()!.click();
    await until(() => live.asked);
    for (let i = 0; i < 20; i++) live.token(PARAGRAPH);
    await until(() => visitor.articles.at(-1)!.querySelectorAll('p').length === 20);
    await atEnd();
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    visitor.conversation.startNew();
    await until(() => suggestion() !== null);
    await until(greeted, 'the greeting in view');
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
    // A smooth scroll can move so slowly at its end that it looks still.
    await until(() => gap() < 0.5, 'the end of the log in view');
    await still();
    const lastLine = () => visitor.articles[3]!.querySelector('p:last-child')!.getBoundingClientRect().bottom;
    const before = lastLine();
    answers[1]!.done();
    await until(() => allByRole(visitor.articles[3]!, 'toolbar', 'Message actions')[0]);
    await atEnd();
    expect(lastLine()).to.be.closeTo(before, 1);
  });
});

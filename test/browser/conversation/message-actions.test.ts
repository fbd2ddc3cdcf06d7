import { expect } from '@open-wc/testing';
import { interactions } from '../../../src/elements/conversation/lazy-modules.ts';
import { byRole, nameOf } from '../by-role.ts';
import { Clock } from './clock.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('the actions of a message', () => {
  let visitor: Visitor;
  let answers: LiveAnswer[];

  beforeEach(async () => {
    answers = [new LiveAnswer(), new LiveAnswer(), new LiveAnswer()];
    visitor = new Visitor(answers.map(live => live.answer));
    visitor.frame.setAttribute('copy-markdown', '');
    await visitor.ask('What is **bold**?');
    answers[0]!.token('It is **heavy** type.');
    answers[0]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
  });
  afterEach(() => visitor.remove());

  it('ask again and replace the old answer', async () => {
    visitor.button('Regenerate')!.click();
    await until(() => visitor.network.asked().length === 2);
    answers[1]!.token('Thick letters.');
    answers[1]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(
      visitor.articles.map(article => article.querySelector('[part=bubble]')!.textContent.trim()),
    ).to.deep.equal(['What is **bold**?', 'Thick letters.']);
    expect(visitor.root.activeElement).to.equal(visitor.field);
  });

  it('of a question are beside it, and move nothing when the keyboard reaches it, where the exact time is shown', async () => {
    const question = visitor.articles[0]!;
    question.querySelector<HTMLElement>('.bubble')!.style.inlineSize = '250px';
    await visitor.settled();
    const place = () => visitor.articles[1]!.getBoundingClientRect().top;
    const before = place();
    visitor.field.focus();
    question.focus();
    expect(question.matches(':focus-visible')).to.equal(true);
    await visitor.settled();
    expect(place()).to.equal(before);
    const bubble = question.querySelector('.bubble')!.getBoundingClientRect();
    for (const button of question.querySelectorAll('.actions button')) {
      const { bottom, right } = button.getBoundingClientRect();
      expect(right, 'beside the bubble').to.be.at.most(bubble.left + 1);
      expect(bottom, 'not below it').to.be.at.most(bubble.bottom + 1);
    }
  });

  it('are one stop of Tab for each message, with the arrow keys between them', async () => {
    const stops = () => [...visitor.articles[1]!.querySelectorAll<HTMLElement>('.actions [tabindex="0"]')];
    expect(stops().map(nameOf)).to.deep.equal(['Copy text']);
    stops()[0]!.focus();
    for (const [key, name] of [
      ['ArrowRight', 'Copy as Markdown'],
      ['End', 'Regenerate'],
      ['ArrowRight', 'Copy text'],
      ['ArrowLeft', 'Regenerate'],
    ] as const) {
      visitor.press(key);
      await visitor.settled();
      expect(nameOf(visitor.root.activeElement as HTMLElement)).to.equal(name);
      expect(stops()).to.deep.equal([visitor.root.activeElement]);
    }
    visitor.frame.dir = 'rtl';
    visitor.press('ArrowLeft');
    expect(nameOf(visitor.root.activeElement as HTMLElement)).to.equal('Copy text');
    visitor.field.focus();
    await visitor.settled();
    expect(stops().map(nameOf)).to.deep.equal(['Copy text']);
  });

  it('keep the focus in the log when the conversation is left, as by a press in another tab', async () => {
    visitor.button('Good answer')!.focus();
    visitor.conversation.startNew();
    await until(() => visitor.articles.length === 0);
    await until(() => visitor.root.activeElement === visitor.log, 'the focus on the log');
  });

  it('reserve their space below a running answer: no line moves when it ends', async () => {
    await visitor.ask('And italic?');
    const height = () => visitor.articles.at(-1)!.getBoundingClientRect().height;
    answers[1]!.token('It leans to the right.');
    await until(() => visitor.articles.at(-1)!.textContent.includes('leans'));
    const before = height();
    answers[1]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(visitor.button('Regenerate')).not.to.equal(undefined);
    expect(height()).to.be.closeTo(before, 0.1);
  });

  it('reserve their space below the very first answer, before their code is loaded', async () => {
    const module = await interactions.load();
    interactions.module = undefined;
    visitor.remove();
    answers = [new LiveAnswer()];
    visitor = new Visitor(answers.map(live => live.answer));
    await visitor.settled();
    await visitor.ask('And italic?');
    expect(interactions.module, 'the code of its actions').to.equal(undefined);
    const height = () => visitor.articles.at(-1)!.getBoundingClientRect().height;
    answers[0]!.token('It leans to the right.');
    await until(() => visitor.articles.at(-1)!.textContent.includes('leans'));
    const before = height();
    interactions.module = module;
    answers[0]!.done();
    await until(() => visitor.button('Regenerate') !== undefined);
    await visitor.settled();
    expect(height()).to.be.closeTo(before, 0.01);
  });

  it('have icons as large as the text beside them, also with a larger font size', () => {
    visitor.frame.style.fontSize = '40px';
    const time = visitor.articles.at(-1)!.querySelector('time')!;
    const { width } = visitor.button('Copy text')!.querySelector('svg')!.getBoundingClientRect();
    expect(width).to.be.closeTo(Number.parseFloat(getComputedStyle(time).fontSize), 0.5);
  });

  it('lead from one answer to the other if a question was asked again', async () => {
    visitor.button('Regenerate')!.click();
    await until(() => visitor.network.asked().length === 2);
    expect(visitor.button('Previous answer')).to.equal(undefined);
    answers[1]!.token('Thick letters.');
    answers[1]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    const [, article] = visitor.articles;
    const text = (): string => article!.querySelector('[part=bubble]')!.textContent.trim();
    const group = (): string => nameOf(byRole(article!, 'group', /^Answer /));
    expect([text(), group()]).to.deep.equal(['Thick letters.', 'Answer 2 of 2']);

    const back = visitor.button('Previous answer')!;
    back.focus();
    back.click();
    await visitor.settled();
    expect([text(), group()]).to.deep.equal(['It is heavy type.', 'Answer 1 of 2']);
    expect(article!.querySelector('strong')!.textContent).to.equal('heavy');
    expect(visitor.status.textContent).to.equal('Answer 1 of 2');
    expect(visitor.root.activeElement, 'whoever goes on by keyboard is where he was').to.equal(back);
    expect(back.ariaDisabled).to.equal('true');
    back.click();
    await visitor.settled();
    expect(text()).to.equal('It is heavy type.');

    visitor.button('Next answer')!.click();
    await visitor.settled();
    expect([text(), group()]).to.deep.equal(['Thick letters.', 'Answer 2 of 2']);
    expect(visitor.network.asked().length, 'nothing was sent for it').to.equal(2);
  });

  it('edit the last question in the composer, and replace it when it is sent', async () => {
    visitor.button('Edit')!.click();
    await visitor.settled();
    expect(visitor.field.value).to.equal('What is **bold**?');
    expect(visitor.root.activeElement).to.equal(visitor.field);
    await visitor.type('What is italic?');
    visitor.press('Enter');
    await until(() => visitor.network.asked().length === 2);
    await visitor.settled();
    const asked = visitor.articles.filter(article => article.classList.contains('user'));
    expect(asked.map(article => article.querySelector('[part=bubble]')!.textContent.trim())).to.deep.equal([
      'What is italic?',
    ]);
    expect(visitor.field.value).to.equal('');
  });

  it('restore the draft that was there before the last question was edited', async () => {
    await visitor.type('And the pr');
    visitor.button('Edit')!.click();
    await visitor.settled();
    await visitor.type('What is italic?');
    visitor.press('Enter');
    await until(() => visitor.network.asked().length === 2);
    await visitor.settled();
    expect(visitor.field.value).to.equal('And the pr');
    expect(visitor.conversation.draft).to.equal('And the pr');
  });

  it('replace no question that was asked while an older one was being edited', async () => {
    visitor.button('Edit')!.click();
    await visitor.settled();
    await visitor.type('What is italic?');
    void visitor.conversation.send('And the price?');
    await until(() => answers[1]!.asked);
    answers[1]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(visitor.button('Cancel')).to.equal(undefined);
    expect(visitor.field.value).to.equal('What is italic?');
    expect(visitor.conversation.draft).to.equal('What is italic?');
    visitor.press('Enter');
    await until(() => visitor.network.asked().length === 3);
    await visitor.settled();
    const asked = visitor.articles.filter(article => article.classList.contains('user'));
    expect(asked.map(article => article.querySelector('[part=bubble]')!.textContent.trim())).to.deep.equal([
      'What is **bold**?',
      'And the price?',
      'What is italic?',
    ]);
  });

  it('of an earlier message are rendered when a mouse approaches, before they are visible', function () {
    if (!matchMedia('(hover: hover)').matches) this.skip();
    const edit = visitor.button('Edit')!;
    const { x, y, width, height } = edit.getBoundingClientRect();
    const hit = visitor.root.elementFromPoint(x + width / 2, y + height / 2);
    expect(edit.contains(hit), hit?.outerHTML.slice(0, 80)).to.equal(true);
  });

  it('cancel an edit on Escape, without closing the window', async () => {
    visitor.button('Edit')!.click();
    await visitor.settled();
    expect(visitor.press('Escape').defaultPrevented).to.equal(true);
    await visitor.settled();
    expect(visitor.field.value).to.equal('');
    expect(visitor.conversation.state.messages).to.have.length(2);
  });

  it('copy all of a long answer, also what is far out of view', async () => {
    visitor.button('Regenerate')!.click();
    await until(() => visitor.network.asked().length === 2);
    const paragraphs = Array.from({ length: 80 }, (_, n) => `Paragraph **${n}** of a long answer.`);
    answers[1]!.token(paragraphs.join('\n\n'));
    answers[1]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    const first = visitor.root.querySelector('.md .md > p')!;
    // Where the browser keeps a reader's place, what has scrolled by is not laid out.
    if (CSS.supports('overflow-anchor: auto'))
      await until(() => !first.checkVisibility({ contentVisibilityAuto: true }));
    const { clipboard } = navigator;
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    const [, answer] = visitor.articles;
    answer!.querySelector<HTMLElement>('[data-action=copy-text]')!.click();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(copied).to.deep.equal([paragraphs.join('\n\n').replaceAll('**', '')]);
  });

  it('report that a second copy of the same length worked', async () => {
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async () => {} },
    });
    const clock = new Clock();
    const [, answer] = visitor.articles;
    const copy = async (action: string): Promise<void> => {
      const button = answer!.querySelector<HTMLElement>(`[data-action=${action}]`)!;
      button.click();
      await until(() => button.ariaLabel === 'Copied');
    };
    await copy('copy-text');
    clock.pass(1500);
    await copy('copy-markdown');
    clock.pass(1500);
    await visitor.settled();
    expect(answer!.querySelector('[data-action=copy-markdown]')!.ariaLabel).to.equal('Copied');
    clock.pass(500);
    await until(() => visitor.button('Copy as Markdown') !== undefined);
    clock.restore();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  });

  it('announce that a block of code was copied', async () => {
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async () => {} },
    });
    visitor.conversation.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: '```sh\nnpm ci\n```' }] }],
    });
    await until(() => visitor.button('Copy code') !== undefined);
    visitor.button('Copy code')!.click();
    await until(() => visitor.status.textContent === 'Copied');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  });

  it('send a bad rating at once and its reason afterwards', async () => {
    const heard: unknown[] = [];
    visitor.element.addEventListener('feedback', event => heard.push((event as CustomEvent).detail));
    visitor.button('Bad answer')!.click();
    await until(() => visitor.root.querySelector('agent-chat-feedback-form form') !== null);
    const feedback = () => visitor.network.seen.filter(request => request.url.endsWith('/feedback'));
    await until(() => feedback().length === 1);
    expect(visitor.button('Bad answer')!.ariaPressed).to.equal('true');
    visitor.root.querySelector<HTMLInputElement>('input[value="Incomplete"]')!.click();
    visitor.root.querySelector<HTMLInputElement>('input[name=more]')!.value = 'no example';
    visitor.button('Send feedback')!.click();
    await until(() => feedback().length === 2);
    const { id } = visitor.conversation.state.messages[1]!;
    expect(feedback().map(request => request.body)).to.deep.equal([
      { messageId: id, conversationId: 'conversation-1', value: 'down' },
      { messageId: id, conversationId: 'conversation-1', value: 'down', reason: 'Incomplete; no example' },
    ]);
    expect(heard).to.have.length(2);
  });

  /** What is written below the answer: for whoever sees it, not only for whoever has it read out. */
  const written = (): string | undefined =>
    visitor.articles.at(-1)!.querySelector('[part=notice]')?.textContent.trim();

  it('show thanks for a reason in its place, until the visitor moves on', async () => {
    visitor.button('Bad answer')!.click();
    await until(() => visitor.root.querySelector('agent-chat-feedback-form form') !== null);
    expect(written(), 'a thumb shows itself that it is given').to.equal(undefined);
    visitor.root.querySelector<HTMLInputElement>('input[value="Incomplete"]')!.click();
    visitor.button('Send feedback')!.click();
    await until(() => written() === 'Thank you for your feedback');
    visitor.button('Good answer')!.click();
    await until(() => written() === undefined);
  });

  it('report in place that a rating did not arrive', async () => {
    visitor.conversation.client.sendFeedback = () => Promise.reject(new Error('down'));
    visitor.button('Good answer')!.click();
    await until(() => written() === 'Your feedback couldn’t be sent. Please try again.');
    expect(visitor.button('Good answer')!.ariaPressed).to.equal('false');
    expect(visitor.status.textContent).to.equal('Your feedback couldn’t be sent. Please try again.');
  });

  it('report below an answer that it could not be copied, until it is copied', async () => {
    const { clipboard } = navigator;
    let allowed = false;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => (allowed ? Promise.resolve() : Promise.reject(new Error('no'))) },
    });
    const copy = visitor.articles.at(-1)!.querySelector<HTMLElement>('[data-action=copy-text]')!;
    copy.click();
    await until(() => written()?.startsWith('Couldn’t copy.') === true);
    allowed = true;
    copy.click();
    await until(() => written() === undefined && copy.ariaLabel === 'Copied');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  });

  it('scroll the question about a bad answer into view, its heading first if the view is low', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.`).join('\n\n');
    const answer = (): void =>
      visitor.conversation.restore({ messages: [{ role: 'assistant', parts: [{ type: 'text', text }] }] });
    answer();
    for (const height of [560, 200]) {
      visitor.frame.style.blockSize = `${height}px`;
      await until(() => visitor.button('Bad answer') !== undefined);
      const press = visitor.button('Bad answer')!;
      await until(() => {
        visitor.log.scrollTop = 0;
        return !visitor.element.follow.atEnd;
      }, 'that they read above');
      press.scrollIntoView({ block: 'end' });
      press.click();
      const form = () => visitor.root.querySelector('agent-chat-feedback-form form');
      await until(() => form() !== null);
      const view = () => visitor.log.getBoundingClientRect();
      const question = () => form()!.querySelector('legend')!.getBoundingClientRect();
      await until(() => question().bottom < view().bottom, 'the question');
      await visitor.settled();
      expect(question().top - view().top).to.be.at.least(-1);
      const whole = form()!.getBoundingClientRect().bottom <= view().bottom + 1;
      expect(whole, 'all of it, where there is room').to.equal(height === 560);
      visitor.button('Cancel')!.click();
      await until(() => form() === null);
    }
  });

  it('close the question about a bad answer on Escape, without closing the window', async () => {
    visitor.button('Bad answer')!.click();
    const form = () => visitor.root.querySelector('agent-chat-feedback-form form');
    await until(() => form() !== null);
    form()!.querySelector('input')!.focus();
    expect(visitor.press('Escape').defaultPrevented).to.equal(true);
    await until(() => form() === null);
    expect(visitor.articles.at(-1)!.contains(visitor.root.activeElement)).to.equal(true);
  });

  it('show when a message was written: how long ago, and exactly', () => {
    const time = visitor.articles[1]!.querySelector('time')!;
    expect(Math.abs(Date.parse(time.dateTime) - Date.now())).to.be.lessThan(60_000);
    expect(time.textContent.trim()).to.match(/^just now\s.*\d{4}.*\d:\d\d/s);
  });

  it('are one Tab stop with arrow keys', async () => {
    const [first, last] = visitor.articles as [HTMLElement, HTMLElement];
    expect([first.tabIndex, last.tabIndex]).to.deep.equal([-1, 0]);
    last.focus();
    visitor.press('ArrowUp');
    expect(visitor.root.activeElement).to.equal(first);
    expect([first.tabIndex, last.tabIndex]).to.deep.equal([0, -1]);
    visitor.press('ArrowUp');
    expect(visitor.root.activeElement).to.equal(first);
    visitor.press('End');
    expect(visitor.root.activeElement).to.equal(last);
  });
});

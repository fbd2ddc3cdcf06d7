import { expect } from '@open-wc/testing';
import { interactions } from '../../../src/elements/conversation/lazy-modules.ts';
import { LiveAnswer, PLAIN, translate, until, Visitor } from './harness.ts';

describe('the composer', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  beforeEach(async () => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
    await visitor.settled();
    visitor.field.focus();
  });
  afterEach(() => visitor.remove());

  it('never sends while an input method is composing', async () => {
    await visitor.type('こんにちは');
    expect(visitor.press('Enter', { isComposing: true }).defaultPrevented).to.equal(false);
    expect(visitor.press('Enter', { keyCode: 229 }).defaultPrevented).to.equal(false);
    await visitor.settled();
    expect(visitor.network.asked()).to.have.length(0);
    visitor.press('Enter');
    await until(() => visitor.network.asked().length === 1);
    expect(visitor.field.value).to.equal('');
  });

  it('ignores a key event without a key, as from a program that fills in forms', async () => {
    const errors: unknown[] = [];
    const onError = window.onerror;
    window.onerror = error => errors.push(error);
    try {
      visitor.field.dispatchEvent(new Event('keydown', { bubbles: true }));
    } finally {
      window.onerror = onError;
    }
    expect(errors).to.deep.equal([]);
  });

  it('breaks the line on Shift+Enter', async () => {
    await visitor.type('first');
    expect(visitor.press('Enter', { shiftKey: true }).defaultPrevented).to.equal(false);
    expect(visitor.network.asked()).to.have.length(0);
  });

  it('gives a text of several lines the whole width, with the button below its end', async () => {
    await interactions.load();
    await visitor.type('a line\n'.repeat(4));
    await until(() => visitor.root.querySelector('.row.many') !== null, 'two rows');
    await visitor.settled();
    const button = visitor.button('Send message')!.getBoundingClientRect();
    const field = visitor.field.getBoundingClientRect();
    expect(button.top).to.be.at.least(field.bottom - 1);
    expect(field.right - button.right).to.be.below(12);
    expect(button.left - field.left).to.be.above(field.width / 2);
  });

  it('sends nothing that is invisible', async () => {
    for (const nothing of ['', '   ', '\u3000', '\u200b\u200d', '\n']) {
      await visitor.type(nothing);
      visitor.press('Enter');
    }
    await visitor.settled();
    expect(visitor.network.asked()).to.have.length(0);
    expect(visitor.button('Send message')!.ariaDisabled).to.equal('true');
  });

  it('keeps counting if a translator replaced its text', async () => {
    const count = () => visitor.root.querySelector<HTMLElement>('#agent-chat-count')!;
    await visitor.type('a'.repeat(1950));
    await until(() => count().textContent === '50 characters left');
    translate(count());
    await visitor.type('a'.repeat(1999));
    expect(count().textContent.trim()).to.equal('1 character left');
  });

  it('counts down from 1,800 characters, counts an emoji as one, and never truncates', async () => {
    const count = () => visitor.root.querySelector<HTMLElement>('#agent-chat-count')!;
    await visitor.type('😀'.repeat(1799));
    expect(count().textContent).to.equal('');
    await visitor.type('😀'.repeat(1999));
    await until(() => count().textContent === '1 character left');
    await visitor.type('😀'.repeat(2003));
    expect(count().textContent.trim()).to.equal('3 characters too many');
    expect(visitor.field.getAttribute('aria-invalid')).to.equal('true');
    expect(visitor.field.getAttribute('aria-describedby')).to.equal('agent-chat-count');
    visitor.press('Enter');
    await visitor.settled();
    expect(visitor.network.asked()).to.have.length(0);
    expect([...visitor.field.value]).to.have.length(2003);
  });

  it('keeps the next question as a draft while an answer is running', async () => {
    await visitor.ask('one');
    await visitor.type('two');
    visitor.press('Enter');
    await visitor.settled();
    expect(visitor.network.asked()).to.have.length(1);
    expect(visitor.field.value).to.equal('two');
    await until(() => visitor.status.textContent.includes('Wait for the answer'));
  });

  it('explains why Enter does not send the next question, until the answer is complete', async () => {
    const shown = () => visitor.root.querySelector('form')!.textContent.includes('Wait for the answer');
    await visitor.ask('one');
    visitor.press('Enter');
    await interactions.load();
    await visitor.settled();
    expect(shown(), 'where nothing is to be sent').to.equal(false);
    await visitor.type('two');
    visitor.press('Enter');
    await until(shown);
    live.token('An answer.');
    live.done();
    await until(() => !visitor.conversation.busy);
    await visitor.settled();
    expect(shown()).to.equal(false);
    expect(visitor.field.value).to.equal('two');
  });

  it('asks once, however fast Enter is pressed', async () => {
    await visitor.type('quick');
    for (let i = 0; i < 20; i++) visitor.press('Enter');
    await until(() => visitor.network.asked().length > 0);
    await visitor.settled();
    expect(visitor.network.asked()).to.have.length(1);
  });

  const click = (name: string, detail: number): boolean =>
    visitor
      .button(name)!
      .dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true, composed: true }));

  it('ignores the second click of a double click on Send, although Stop is there now', async () => {
    await visitor.type('quick');
    click('Send message', 1);
    await until(() => visitor.button('Stop') !== undefined);
    click('Stop', 2);
    await visitor.settled();
    expect(visitor.button('Stop')).not.to.equal(undefined);
    click('Stop', 1);
    await until(() => visitor.button('Send message') !== undefined);
  });

  it('ignores the second click of a double click on Stop, although Send is there now', async () => {
    await visitor.type('quick');
    click('Send message', 1);
    await until(() => visitor.button('Stop') !== undefined);
    await visitor.type('half a thou');
    click('Stop', 1);
    await until(() => visitor.button('Send message') !== undefined);
    click('Send message', 2);
    await visitor.settled();
    expect(visitor.field.value).to.equal('half a thou');
    expect(visitor.network.asked()).to.have.length(1);
    click('Send message', 1);
    await until(() => visitor.network.asked().length === 2);
  });

  it('keeps the draft for the next visit, until it is sent', async () => {
    await visitor.type('half a thou');
    const { conversation } = visitor;
    expect(conversation.draft).to.equal('half a thou');
    visitor.element.remove();
    const again = document.createElement('agent-chat-conversation');
    const { settings, strings } = visitor.element;
    Object.assign(again, { conversation, settings, strings, ...PLAIN });
    visitor.root.append(again);
    await again.updateComplete;
    await until(() => visitor.field?.value === 'half a thou');
    visitor.field.focus();
    visitor.press('Enter');
    await visitor.settled();
    expect(visitor.field.value).to.equal('');
  });

  it('has its button beside the last line, whatever the visitor’s font size is', async () => {
    const middle = (element: Element): number => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    for (const size of ['15px', '30px', '45px']) {
      visitor.frame.style.fontSize = size;
      await visitor.type('');
      const { paddingBottom, lineHeight } = getComputedStyle(visitor.field);
      const { bottom } = visitor.field.getBoundingClientRect();
      // Of the last line: Firefox leaves room for a scroll bar above it.
      const line = bottom - parseFloat(paddingBottom) - parseFloat(lineHeight) / 2;
      expect(middle(visitor.button('Send message')!), size).to.be.closeTo(line, 1.5);
    }
  });
});

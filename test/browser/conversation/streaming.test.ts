import { expect } from '@open-wc/testing';
import { defaultSettings, publicSettings } from '../../../src/protocol/settings.ts';
import { prefer } from '../prefer.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

const ANSWER = `# Returns

You can send **anything** back within 30 days, unused, and in its box, whatever it is.

- Open your order
- Choose *Return*
  - for a part of it
  - for all

1. One

   With a second paragraph

> What others said`;

describe('a running answer', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  beforeEach(() => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
  });
  afterEach(async () => {
    visitor.remove();
    await prefer({ reducedMotion: 'no-preference' });
  });

  const text = (): HTMLElement => visitor.articles[1]!.querySelector<HTMLElement>('.text')!;
  const carets = (): Element[] =>
    [...text().querySelectorAll('*')].filter(
      element => getComputedStyle(element, '::after').content !== 'none',
    );
  const ask = async (first: string): Promise<void> => {
    await visitor.ask('Go');
    live.token(first);
    await until(() => visitor.articles[1]?.querySelector('.text :is(p, h1)'), 'the first words');
    await until(() => carets()[0], 'the caret');
  };

  it('has one caret at its end, in blocks of every kind, which is gone when it is complete', async () => {
    const pieces = ANSWER.match(/.{1,5}/gsu)!;
    await ask(pieces[0]!);
    for (const piece of pieces.slice(1)) {
      live.token(piece);
      await visitor.settled();
      const [caret, ...others] = carets();
      expect(others, piece).to.deep.equal([]);
      // Nothing that is read comes after it.
      const rest = document.createRange();
      rest.selectNodeContents(text());
      rest.setStartAfter(caret!);
      expect(rest.toString().trim(), piece).to.equal('');
    }
    expect(carets()[0]!.closest('blockquote')).to.not.equal(null);
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(carets()).to.deep.equal([]);
  });

  it('its caret adds no text and no size', async () => {
    await ask('Some words');
    const caret = getComputedStyle(carets()[0]!, '::after');
    expect([caret.content, caret.display]).to.deep.equal(['""', 'inline']);
    for (let words = 0; words < 60; words++) {
      live.token(' word'.repeat(1 + (words % 3)));
      await visitor.settled();
      const withCaret = text().offsetHeight;
      visitor.articles[1]!.classList.remove('running');
      expect(text().offsetHeight, `${words}`).to.equal(withCaret);
      visitor.articles[1]!.classList.add('running');
    }
  });

  it('has a caret that blinks for less than five seconds, and never with reduced motion', async () => {
    await ask('Some words');
    const blinks = (): number => {
      const { animationName, animationDuration, animationIterationCount } = getComputedStyle(
        carets()[0]!,
        '::after',
      );
      return animationName === 'none'
        ? 0
        : Number.parseFloat(animationDuration) * Number(animationIterationCount);
    };
    expect(blinks()).to.be.within(1, 5);
    live.token('.\n\nA second paragraph');
    await until(() => text().querySelectorAll('p').length === 2, 'the second paragraph');
    expect(blinks(), 'it does not begin again').to.equal(0);
    if (!(await prefer({ reducedMotion: 'reduce' }))) return;
    live.token('.\n\nA third one');
    await visitor.settled();
    expect(visitor.articles[1]!.getAnimations({ subtree: true })).to.deep.equal([]);
  });

  it('has no caret while it says what it waits for', async () => {
    await ask('Some words');
    live.fail('upstream_unavailable');
    await until(() => visitor.articles[1]!.querySelector('.notice'), 'the notice');
    expect(carets()).to.deep.equal([]);
  });

  it('has a bubble that is wide from the beginning, where answers have bubbles', async () => {
    const settings = publicSettings(defaultSettings());
    visitor.element.settings = { ...settings, styles: { ...settings.styles, answers: 'bubble' } };
    await ask('Hm');
    const bubble = visitor.articles[1]!.querySelector<HTMLElement>('.bubble')!;
    expect(bubble.offsetWidth).to.be.closeTo(visitor.articles[1]!.offsetWidth * 0.6, 2);
    live.token('. Here is more than fits into one line of a bubble that is this narrow');
    await until(
      () => bubble.offsetWidth > visitor.articles[1]!.offsetWidth * 0.6 + 10,
      'a bubble as wide as its text',
    );
  });
});

import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { messageMarkdown } from '../../../src/client/conversation/transcript.ts';
import type { CitationPart, Part } from '../../../src/protocol/message.ts';
import { allByRole, byRole, descriptionOf, nameOf } from '../by-role.ts';
import { pointAt } from '../pointer.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

const RETURNS: CitationPart = {
  type: 'citation',
  title: 'Returns › Deadline',
  url: 'https://post.example/returns',
  quote: 'Within 30 days.',
};
const FEES: CitationPart = { type: 'citation', title: 'Parcel fees', url: '/fees' };
const LEAFLET: CitationPart = { type: 'citation', title: 'A printed leaflet' };

describe('the sources of an answer', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  beforeEach(() => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer]);
  });
  afterEach(() => visitor.remove());

  const answer = async (text: string, ...sources: Part[]): Promise<HTMLElement> => {
    await visitor.ask('Go');
    for (const piece of text.match(/.{1,3}/gsu) ?? []) live.token(piece);
    live.done({ parts: [{ type: 'text', text }, ...sources] });
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    await until(() => allByRole(visitor.articles[1]!, 'list')[0], 'the chips');
    return visitor.articles[1]!;
  };
  const marks = (article: HTMLElement): HTMLButtonElement[] =>
    allByRole<HTMLButtonElement>(article, 'button', /^Source \d+: /);

  it('are a list of chips: a quote opens, an address is a link, a title alone is text', async () => {
    const article = await answer('Soon.', RETURNS, FEES, LEAFLET);
    const list = byRole(article, 'list', '3 sources');
    expect([...list.children].map(item => item.getAttribute('role'))).to.deep.equal(
      Array(3).fill('listitem'),
    );
    expect(byRole<HTMLAnchorElement>(list, 'link', '2 Parcel fees').pathname).to.equal('/fees');
    expect(list.textContent).to.contain('A printed leaflet');
    const chip = byRole(list, 'button', '1 Returns › Deadline');
    const quote = visitor.root.getElementById(chip.getAttribute('aria-controls')!)!;
    expect([chip.ariaExpanded, quote.checkVisibility()]).to.deep.equal(['false', false]);
    chip.click();
    await until(() => quote.checkVisibility(), 'the quote');
    expect(chip.ariaExpanded).to.equal('true');
    expect(quote.textContent).to.contain('Within 30 days.').and.to.contain('post.example');
    expect(byRole<HTMLAnchorElement>(quote, 'link').href).to.equal('https://post.example/returns');
    chip.click();
    await until(() => !quote.checkVisibility());
  });

  it('shorten a long quote to three lines where a link leads to the whole of it', async () => {
    const quote = 'Unused items can be returned within 30 days of delivery. '.repeat(12);
    const article = await answer(
      'Soon.',
      { ...RETURNS, quote },
      { type: 'citation', title: 'A leaflet', quote },
    );
    const openQuote = async (name: string): Promise<HTMLElement> => {
      const chip = byRole(article, 'button', name);
      chip.click();
      const source = visitor.root.getElementById(chip.getAttribute('aria-controls')!)!;
      await until(() => source.checkVisibility(), 'the quote');
      return source.querySelector('blockquote')!;
    };
    const linked = await openQuote('1 Returns › Deadline');
    const lines = (node: HTMLElement): number =>
      node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight);
    expect(lines(linked)).to.be.closeTo(3, 0.1);
    expect(linked.scrollHeight).to.be.greaterThan(linked.clientHeight);
    expect(linked.textContent.trim()).to.equal(quote.trim());
    const alone = await openQuote('2 A leaflet');
    expect(lines(alone)).to.be.greaterThan(3.5);
    expect(alone.scrollHeight).to.be.closeTo(alone.clientHeight, 1);
  });

  it('show three chips of many, and the others on demand, with the focus on the first of them', async () => {
    const article = await answer(
      'Soon.',
      ...Array.from({ length: 6 }, (_, n) => ({ ...FEES, title: `${n}` })),
    );
    expect(byRole(article, 'list').children).to.have.length(4);
    const more = byRole(article, 'button', '+3, 6 sources');
    expect(more.textContent).to.equal('+3');
    more.focus();
    more.click();
    await until(() => allByRole(article, 'link').length === 6, 'all chips');
    expect(visitor.root.activeElement).to.equal(allByRole(article, 'link')[3]);
  });

  it('give the focus to the first new chip that can have it', async () => {
    const article = await answer(
      'Soon.',
      ...Array.from({ length: 6 }, (_, n) => ({
        type: 'citation' as const,
        title: `${n}`,
        ...(n > 3 && { url: 'https://post.example/' }),
      })),
    );
    const more = byRole(article, 'button', '+3, 6 sources');
    more.focus();
    more.click();
    await until(() => allByRole(article, 'link').length === 2, 'all chips');
    expect(visitor.root.activeElement).to.equal(allByRole(article, 'link')[0]);
  });

  it('are named by the references in the text, which open the quote below their block', async () => {
    const article = await answer(
      'In **30 days** [1], for a fee [1, 2].\n\n- Free up to 2 kg [2]\n  - more inside\n\nBye.',
      RETURNS,
      FEES,
    );
    const found = marks(article);
    expect(found.map(nameOf)).to.deep.equal([
      'Source 1: Returns › Deadline',
      'Source 1: Returns › Deadline',
      'Source 2: Parcel fees',
      'Source 2: Parcel fees',
    ]);
    const [first, , , inList] = found;
    expect(first!.textContent).to.equal('1');
    first!.click();
    expect(first!.ariaExpanded).to.equal('true');
    const quote = visitor.root.getElementById(first!.getAttribute('aria-controls')!)!;
    expect(quote.previousElementSibling).to.equal(first!.closest('p'));
    expect(quote.textContent).to.contain('Within 30 days.');
    first!.click();
    expect([first!.ariaExpanded, quote.isConnected]).to.deep.equal(['false', false]);
    inList!.click();
    const inside = article.querySelector('li > .source')!;
    expect(inside.previousElementSibling).to.equal(inList);
    expect(inside.nextElementSibling!.localName).to.equal('ul');
  });

  const popover = (): HTMLElement | null => visitor.root.querySelector('[role=tooltip]');
  const away = (): Promise<unknown> => sendMouse({ type: 'move', position: [1, innerHeight - 1] });
  const point = async (mark: HTMLElement): Promise<void> => {
    // WebKit sees no pointer that was there before the element was.
    if (!popover()) await away();
    await pointAt(mark);
    await until(popover, 'the source');
  };

  it('are shown by a reference while the pointer is on it or on them', async () => {
    const article = await answer('In 30 days [1]. For a fee [2].', RETURNS, FEES);
    const [first, second] = marks(article);
    await point(first!);
    expect(popover()!.textContent).to.contain('Returns › Deadline').and.to.contain('Within 30 days.');
    expect(popover()!.textContent).to.contain('post.example');
    expect(descriptionOf(first!)).to.contain('Within 30 days.');
    expect(popover()!.getBoundingClientRect().width).to.be.at.most(280);
    const frame = visitor.log.getBoundingClientRect();
    const { left, right, top, bottom } = popover()!.getBoundingClientRect();
    expect([
      left >= frame.left,
      right <= frame.right,
      top >= frame.top,
      bottom <= frame.bottom,
    ]).to.deep.equal(Array(4).fill(true));
    await pointAt(popover()!);
    // Ends later than the popover of a pointer that has left.
    await visitor.log.animate(null, 500).finished;
    expect(popover(), 'one can point at it').to.not.equal(null);
    await point(second!);
    await until(() => popover()!.textContent!.includes('Parcel fees'), 'the other source');
    expect(visitor.root.querySelectorAll('[role=tooltip]')).to.have.length(1);
    await away();
    await until(() => !popover(), 'it goes with the pointer');
    expect(second!.hasAttribute('aria-describedby')).to.equal(false);
  });

  it('are shown by a reference that the keyboard reaches, until Escape, which leaves the window open', async () => {
    const article = await answer('In 30 days [1]. For a fee [2].', RETURNS, FEES);
    const [first, second] = marks(article);
    await away();
    visitor.field.focus();
    first!.focus();
    expect(first!.matches(':focus-visible')).to.equal(true);
    expect(descriptionOf(first!)).to.contain('Within 30 days.');
    const pressed = visitor.press('Escape', { composed: true });
    expect([popover(), pressed.defaultPrevented]).to.deep.equal([null, true]);
    expect(
      visitor.press('Escape', { composed: true }).defaultPrevented,
      'the next one is the window’s',
    ).to.equal(false);
    expect(visitor.root.activeElement, 'the focus stays').to.equal(first);
    second!.focus();
    expect(popover()!.textContent).to.contain('Parcel fees');
    visitor.field.focus();
    expect(popover()).to.equal(null);
    await point(first!);
    // The focus is elsewhere: the page's own use of the key goes on.
    visitor.field.blur();
    const onPage = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true, bubbles: true });
    document.body.dispatchEvent(onPage);
    expect([popover(), onPage.defaultPrevented]).to.deep.equal([null, false]);
  });

  it('are shown once: a press opens the quote in the text instead', async () => {
    const article = await answer('In 30 days [1].', RETURNS);
    const [mark] = marks(article);
    await point(mark!);
    mark!.click();
    expect(popover()).to.equal(null);
    const quote = visitor.root.getElementById(mark!.getAttribute('aria-controls')!)!;
    expect(quote.checkVisibility()).to.equal(true);
    await away();
    visitor.field.focus();
    mark!.focus();
    expect(popover(), 'the quote is open').to.equal(null);
    mark!.click();
    visitor.field.focus();
    mark!.focus();
    expect(popover()).to.not.equal(null);
  });

  it('are not shown by a finger, which opens the quote', async () => {
    const article = await answer('In 30 days [1].', RETURNS);
    const [mark] = marks(article);
    for (const type of ['pointerenter', 'pointerdown', 'pointerup', 'pointerleave'])
      mark!.dispatchEvent(new PointerEvent(type, { pointerType: 'touch' }));
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame);
    expect(popover()).to.equal(null);
    mark!.click();
    expect(article.querySelector('.source.cited')!.checkVisibility()).to.equal(true);
  });

  it('are shown above a reference that has no room below it, and go with it', async () => {
    const article = await answer(`${'One more line.\n\n'.repeat(20)}The end [1].`, RETURNS);
    const [mark] = marks(article);
    await away();
    visitor.field.focus();
    mark!.focus();
    const frame = visitor.log.getBoundingClientRect();
    visitor.log.scrollTop += mark!.getBoundingClientRect().bottom - frame.bottom + 4;
    await until(
      () => popover()!.getBoundingClientRect().bottom < mark!.getBoundingClientRect().top,
      'above the reference',
    );
    expect(popover()!.getBoundingClientRect().top).to.be.at.least(frame.top);
    const isSeen = () => popover()!.checkVisibility({ visibilityProperty: true });
    await until(() => {
      // The log may follow its end until it hears of the first scroll.
      visitor.log.scrollTop = 0;
      return !isSeen();
    }, 'the reference is out of view');
    visitor.log.scrollTop = visitor.log.scrollHeight;
    await until(isSeen, 'it is back');
    visitor.conversation.startNew();
    await until(() => !popover(), 'the reference is gone');
  });

  it('are not looked for in code and links, or where the number has no source', async () => {
    const text = 'See `a[1]`, [the list](/x) and [3].\n\n```\nb[1]\n```';
    const article = await answer(text, RETURNS, FEES);
    await until(() => article.querySelector('pre'), 'the code');
    expect(marks(article)).to.deep.equal([]);
    expect(article.querySelector('p')!.textContent).to.equal('See a[1], the list and [3].');
  });

  it('leave references as text in an answer without sources', async () => {
    await visitor.ask('Go');
    live.token('It is so [1].');
    live.done();
    await until(() => visitor.articles[1]?.textContent?.includes('It is so [1].'), 'the answer');
    expect(marks(visitor.articles[1]!)).to.deep.equal([]);
  });

  it('are in what is copied as Markdown, with the references', async () => {
    await answer('In 30 days [1].', LEAFLET);
    expect(messageMarkdown(visitor.conversation.state.messages[1]!)).to.equal(
      'In 30 days [1].\n\n1. A printed leaflet',
    );
  });
});

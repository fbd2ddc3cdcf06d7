import { expect } from '@open-wc/testing';
import { messageMarkdown } from '../../../src/client/conversation/transcript.ts';
import type { CitationPart, Part } from '../../../src/protocol/message.ts';
import { allByRole, byRole, nameOf } from '../by-role.ts';
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

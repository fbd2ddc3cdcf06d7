import { expect } from '@open-wc/testing';
import { styles } from '../../../src/elements/conversation/message/markdown.ts';
import { simpleStyles } from '../../../src/elements/conversation/styles/simple-markdown-styles.ts';
import { openStream, renderMarkdown } from './in-english.ts';

/** Where the lines are that its words stand in. */
function linesOf(block: Element): number[] {
  const range = document.createRange();
  const text = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const tops: number[] = [];
  for (let node = text.nextNode(); node; node = text.nextNode()) {
    for (const { index, 0: word } of node.textContent!.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      tops.push(range.getBoundingClientRect().top);
    }
  }
  return tops;
}

describe('the look of a formatted answer', () => {
  let host: HTMLElement;
  let container: HTMLElement;

  beforeEach(() => {
    host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [simpleStyles.styleSheet!, styles.styleSheet!];
    container = document.createElement('div');
    root.append(container);
    document.body.append(host);
  });

  afterEach(() => host.remove());

  it('has the same gap between all paragraphs of a long answer, and none after the last', () => {
    renderMarkdown(container, Array.from({ length: 60 }, (_, n) => `Paragraph ${n}.`).join('\n\n'));
    // What has scrolled by is not laid out otherwise.
    for (const section of container.querySelectorAll<HTMLElement>('.md'))
      section.style.contentVisibility = 'visible';
    const rects = [...container.querySelectorAll('p')].map(p => p.getBoundingClientRect());
    const gaps = rects.slice(1).map((rect, n) => Math.round((rect.top - rects[n]!.bottom) * 10) / 10);
    expect(gaps).to.have.length(59);
    expect(new Set(gaps)).to.have.property('size', 1);
    expect(gaps[0]).to.be.above(0);
    expect(container.getBoundingClientRect().bottom).to.be.closeTo(rects.at(-1)!.bottom, 0.1);
  });

  it('has thin scrollbars on wide code and tables, like the log', function () {
    if (!CSS.supports('scrollbar-width: thin')) this.skip();
    renderMarkdown(container, '```js\ncode\n```\n\n| a |\n|---|\n| 1 |');
    const scrolls = [...container.querySelectorAll('*')].filter(node =>
      /auto|scroll/.test(getComputedStyle(node).overflowX),
    );
    expect(scrolls.map(({ localName }) => localName)).to.deep.equal(['pre', 'div']);
    for (const node of scrolls) expect(getComputedStyle(node).scrollbarWidth).to.equal('thin');
  });

  it('begins each item beside its bullet, in either direction of the text and the page', () => {
    for (const dir of ['ltr', 'rtl']) {
      container.dir = dir;
      for (const gap of ['\n', '\n\n']) {
        container.textContent = '';
        renderMarkdown(container, ['- one', '- שתיים', '- three', '  - أربعة', '  - five'].join(gap));
        for (const item of container.querySelectorAll('li')) {
          const text = document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode()!;
          const range = document.createRange();
          range.selectNodeContents(text);
          const [box, words] = [item.getBoundingClientRect(), range.getBoundingClientRect()];
          const { direction } = getComputedStyle(item);
          const apart = direction === 'ltr' ? words.left - box.left : box.right - words.right;
          expect(apart, `${text.textContent} in ${dir}`).to.be.below(1);
        }
      }
    }
  });

  it('has a box instead of the bullet of a task, in tight and in loose lists', () => {
    for (const gap of ['\n', '\n\n']) {
      renderMarkdown(container, ['- [x] done', '- no task', '- [ ] to do'].join(gap));
      const items = [...container.querySelectorAll('li')];
      const bullets = items.map(item => getComputedStyle(item).listStyleType);
      expect(bullets).to.deep.equal(['none', 'disc', 'none']);
      expect(items.map(item => item.querySelectorAll('input').length)).to.deep.equal([1, 0, 1]);
    }
  });

  it('closes the box of inline code where a line breaks in it, and opens another on the next line', () => {
    renderMarkdown(container, 'Set `unread-sound` on it.');
    const { boxDecorationBreak, webkitBoxDecorationBreak } = getComputedStyle(
      container.querySelector('code')!,
    ) as CSSStyleDeclaration & { boxDecorationBreak?: string; webkitBoxDecorationBreak?: string };
    expect(boxDecorationBreak ?? webkitBoxDecorationBreak).to.equal('clone');
  });

  it('keeps a price, a weight or a date of a narrow table on one line', () => {
    host.style.inlineSize = '200px';
    renderMarkdown(
      container,
      '| Parcel | Fee | Delivered |\n| --- | ---: | --- |\n| a shoe box of any make | € 14.90 | 12 March 2027 |',
    );
    const [words, ...figures] = [...container.querySelectorAll('td')].map(cell => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(figures).to.deep.equal([1, 1]);
    expect(words, 'lines of what is no figure').to.be.above(1);
  });

  it('keeps each word on its line while more words arrive', () => {
    host.style.inlineSize = '260px';
    const words =
      'Open your order, choose Return, print the label and hand the parcel in at any of the shops near you.';
    for (const [name, marks] of [
      ['p', ''],
      ['h2', '## '],
    ] as const) {
      container.textContent = '';
      const answer = openStream(container);
      answer.append(marks);
      let before: number[] = [];
      for (const word of words.match(/\S+ ?/g)!) {
        answer.append(word);
        const now = linesOf(container.querySelector(name)!);
        expect(now.slice(0, before.length), `${name}, at “${word}”`).to.deep.equal(before);
        before = now;
      }
      expect(before.at(-1), 'several lines').to.be.above(before[0]!);
    }
  });

  it('sets code apart from the text around it on any colour', () => {
    renderMarkdown(container, 'Run `npm start` now.');
    container.style.cssText = '--_code: #f7f7f9; --_on-code: #17181d';
    const { backgroundColor, boxShadow } = getComputedStyle(container.querySelector('code')!);
    expect(backgroundColor).to.equal('rgb(247, 247, 249)');
    expect(boxShadow).to.include('inset').and.to.include('0.18');
  });

  it('tints code within a line in an answer without a bubble', () => {
    const plain = document.createElement('div');
    plain.className = 'plain';
    plain.style.cssText = '--_radius-s: 10px; color: rgb(10, 20, 30)';
    container.replaceWith(plain);
    plain.append(container);
    renderMarkdown(container, 'Run `npm start` now.');
    const code = getComputedStyle(container.querySelector('code')!);
    expect([code.boxShadow, code.borderTopLeftRadius]).to.deep.equal(['none', '5px']);
    expect(code.backgroundColor).to.include('0.07');
    expect(code.color).to.equal('rgb(10, 20, 30)');
  });
});

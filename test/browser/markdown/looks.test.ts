import { expect } from '@open-wc/testing';
import { styles } from '../../../src/elements/markdown/index.ts';
import { paragraphStyles } from '../../../src/elements/markdown/paragraph-styles.ts';
import { renderMarkdown } from './in-english.ts';

describe('how a formatted answer looks', () => {
  let host: HTMLElement;
  let container: HTMLElement;

  beforeEach(() => {
    host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [paragraphStyles.styleSheet!, styles.styleSheet!];
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

  it('has a box in the place of the bullet of a task, in tight and in loose lists', () => {
    for (const gap of ['\n', '\n\n']) {
      renderMarkdown(container, ['- [x] done', '- no task', '- [ ] to do'].join(gap));
      const items = [...container.querySelectorAll('li')];
      const bullets = items.map(item => getComputedStyle(item).listStyleType);
      expect(bullets).to.deep.equal(['none', 'disc', 'none']);
      expect(items.map(item => item.querySelectorAll('input').length)).to.deep.equal([1, 0, 1]);
    }
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

  it('sets code off from the words around it, whatever the colour behind both', () => {
    renderMarkdown(container, 'Run `npm start` now.');
    container.style.cssText = '--_code: #f7f7f9; --_on-code: #17181d';
    const { backgroundColor, boxShadow } = getComputedStyle(container.querySelector('code')!);
    expect(backgroundColor).to.equal('rgb(247, 247, 249)');
    expect(boxShadow).to.include('inset').and.to.include('0.18');
  });
});

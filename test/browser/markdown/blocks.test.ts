import { expect } from '@open-wc/testing';
import type { MarkdownOptions } from '../../../src/markdown/index.ts';
import { nameOf } from '../by-role.ts';
import { waitUntil } from '../wait-until.ts';
import { renderMarkdown } from './in-english.ts';
import { stream, units } from './splits.ts';

function draw(markdown: string, options?: Partial<MarkdownOptions>): HTMLElement {
  const container = document.createElement('div');
  renderMarkdown(container, markdown, options);
  return container;
}

const CODE = '```js\nlet a = 1;\n```\n';

describe('a code block', () => {
  it('shows its language, and can be reached and scrolled by keyboard', () => {
    const block = draw(CODE);
    const pre = block.querySelector('pre')!;
    expect(block.querySelector('.md-language')!.textContent).to.equal('js');
    expect(pre.tabIndex).to.equal(0);
    expect(pre.getAttribute('aria-label')).to.equal('Code, js');
    expect(pre.dir).to.equal('ltr');
  });

  it('is copied by its button, without its last line break', async () => {
    const block = draw(CODE);
    document.body.append(block);
    const copied: string[] = [];
    const original = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async text => {
      copied.push(text);
    };
    try {
      const button = block.querySelector('button')!;
      expect([button.ariaLabel, button.textContent]).to.deep.equal(['Copy code', 'Copy']);
      button.click();
      await waitUntil(() => button.textContent === 'Copied');
      expect(button.ariaLabel).to.equal('Copied');
      await waitUntil(() => button.textContent === 'Copy');
      expect(button.ariaLabel).to.equal('Copy code');
      expect(copied).to.deep.equal(['let a = 1;']);
    } finally {
      navigator.clipboard.writeText = original;
      block.remove();
    }
  });

  it('is selected, so one key press copies it, if the page cannot write to the clipboard', async () => {
    const block = draw('Text before.\n\n```js\nlet a = 1;\n```\n');
    document.body.append(block);
    const original = navigator.clipboard.writeText;
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    try {
      const button = block.querySelector('button')!;
      button.click();
      await waitUntil(() => getSelection()!.toString().trim() === 'let a = 1;');
      expect(button.textContent).to.equal('Copy');
    } finally {
      navigator.clipboard.writeText = original;
      block.remove();
    }
  });

  it('keeps its tabs, which a makefile or a table of values needs', () => {
    const text = (markdown: string): string => draw(markdown).querySelector('code')!.textContent!;
    expect(text('```\nall:\n\tcc\ta.c\n```\n')).to.equal('all:\n\tcc\ta.c\n');
    expect(text('- item\n\n  ```\n  \tx\n  ```\n')).to.equal('\tx\n');
    expect(text('\t\tx\n')).to.equal('\tx\n');
    expect(text('- ```\n  a\n    \n  b\n  ```\n')).to.equal('a\n  \nb\n');
    // Of a tab that the fence's own indent takes a part of, the rest is spaces.
    expect(text('  ```\n\tx\n  ```\n')).to.equal('  x\n');
    expect(text('```\n\t```\n```\n').trim()).to.equal('```');
  });

  it('is coloured by the page’s highlighter, once, when it is complete', async () => {
    const asked: string[] = [];
    const highlight = (code: string, language: string): DocumentFragment => {
      asked.push(`${language}: ${code}`);
      const fragment = document.createDocumentFragment();
      const word = document.createElement('b');
      word.textContent = code.slice(0, 3);
      fragment.append(word, code.slice(3));
      return fragment;
    };
    const block = stream(units(`${CODE}\nText`), { highlight });
    await Promise.resolve();
    expect(asked).to.deep.equal(['js: let a = 1;\n']);
    expect(block.querySelector('code b')!.textContent).to.equal('let');
  });

  it('does not change if the highlighter changes the text or fails', async () => {
    const changed = draw(CODE, {
      highlight: () => document.createRange().createContextualFragment('<i>other</i>'),
    });
    const failed = draw(CODE, { highlight: () => Promise.reject(new Error('no grammar')) });
    await new Promise(resolve => queueMicrotask(() => queueMicrotask(() => resolve(undefined))));
    for (const block of [changed, failed])
      expect(block.querySelector('code')!.innerHTML).to.equal('let a = 1;\n');
  });

  it('has labels in the visitor’s language', () => {
    const strings = {
      copyCode: 'Kode kopieren',
      copy: 'Kopieren',
      copied: 'Kopiert',
      codeBlock: (language: string) => `Code (${language})`,
      table: 'Tabelle',
      image: 'Bild',
      taskDone: 'Erledigt',
      taskOpen: 'Offen',
    };
    const block = draw(`${CODE}\n- [x] a\n\n| a |\n|---|\n`, { strings });
    expect(nameOf(block.querySelector('button')!)).to.equal('Kode kopieren');
    expect(block.querySelector('button')!.textContent).to.equal('Kopieren');
    expect(block.querySelector('input')!.getAttribute('aria-label')).to.equal('Erledigt');
    expect(block.querySelector('[role=group]:has(table)')!.ariaLabel).to.equal('Tabelle');
  });
});

describe('other blocks', () => {
  it('have bar and numbers at the start of their own direction, in quotes and lists', () => {
    const source = '> اقتباس\n>\n> English\n\n> > ص\n\n> - س\n\n1. أ\n\n2. b\n\n> Quote';
    for (const drawn of [draw(source), stream(units(source))]) {
      document.body.append(drawn);
      const directions = [...drawn.querySelectorAll('blockquote, li, p')].map(
        element => `${element.localName} ${getComputedStyle(element).direction}`,
      );
      expect(directions).to.deep.equal([
        ...['blockquote rtl', 'p rtl', 'p ltr'],
        ...['blockquote rtl', 'blockquote rtl', 'p rtl'],
        ...['blockquote rtl', 'li rtl'],
        ...['li rtl', 'p rtl', 'li ltr', 'p ltr'],
        ...['blockquote ltr', 'p ltr'],
      ]);
      drawn.remove();
    }
  });

  it('have the direction of their own text', () => {
    const drawn = draw('English\n\nעברית\n\n# שלום\n\n- one\n- שתיים\n\n> ציטוט\n\n| א |\n|---|');
    document.body.append(drawn);
    const directions = [...drawn.querySelectorAll('p, h1, li, table')].map(
      element => getComputedStyle(element).direction,
    );
    expect(directions).to.deep.equal(['ltr', 'rtl', 'rtl', 'ltr', 'rtl', 'rtl', 'rtl']);
    drawn.remove();
  });

  it('start with their first column if they are tables too wide for a window of the other direction', () => {
    const row = (words: string): string => `| ${Array(12).fill(words).join(' | ')} |\n`;
    for (const [dir, words] of [
      ['rtl', 'Delivery'],
      ['ltr', 'التوصيل'],
    ] as const) {
      const page = document.createElement('div');
      Object.assign(page, { dir });
      page.style.cssText = 'inline-size: 200px';
      const drawn = draw(row(words) + row('---') + row(words));
      drawn.querySelector<HTMLElement>('.md-table')!.style.overflowX = 'auto';
      page.append(drawn);
      document.body.append(page);
      const box = drawn.querySelector('.md-table')!.getBoundingClientRect();
      const first = drawn.querySelector('th')!.getBoundingClientRect();
      expect(drawn.querySelector('.md-table')!.scrollWidth).to.be.above(300);
      expect(first.left, dir).to.be.at.least(box.left);
      expect(first.right, dir).to.be.at.most(box.right);
      page.remove();
    }
  });

  it('scroll by keyboard if they are tables, which have column headings', () => {
    const box = draw('| a | b |\n|---|--:|\n| 1 | 2 |').querySelector<HTMLElement>('[role=group]')!;
    expect(box.tabIndex).to.equal(0);
    expect(box.getAttribute('aria-label')).to.equal('Table');
    expect([...box.querySelectorAll('th')].map(th => th.scope)).to.deep.equal(['col', 'col']);
  });

  it('show tasks as boxes that announce their state and cannot be changed', () => {
    const boxes = [...draw('- [ ] a\n- [x] b').querySelectorAll('input')];
    expect(boxes.map(box => [box.disabled, box.checked, box.getAttribute('aria-label')])).to.deep.equal([
      [true, false, 'To do'],
      [true, true, 'Done'],
    ]);
  });
});

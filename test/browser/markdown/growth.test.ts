import { expect } from '@open-wc/testing';
import { BlockParser } from '../../../src/markdown/blocks/block-parser.ts';
import { InlineRenderer } from '../../../src/markdown/inlines/inline-renderer.ts';
import { SimpleMarkdown } from '../../../src/markdown/simple-markdown.ts';
import { randomFrom } from '../../fakes/random.ts';
import { openStream } from './in-english.ts';

/** What streaming `markdown` in pieces of `size` costs: characters that were read, and nodes made or changed. */
function cost(markdown: string, size: number): { read: number; touched: number } {
  let read = 0;
  const { start, write } = BlockParser.prototype;
  const { render } = InlineRenderer.prototype;
  BlockParser.prototype.start = function (text, isWhole) {
    read += text.length;
    return start.call(this, text, isWhole);
  };
  BlockParser.prototype.write = function (text) {
    read += text.length;
    write.call(this, text);
  };
  InlineRenderer.prototype.render = function (into, text, ...rest) {
    read += text.length;
    return render.call(this, into, text, ...rest);
  };
  const container = document.createElement('div');
  const observer = new MutationObserver(() => {});
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  let touched = 0;
  try {
    const stream = openStream(container);
    for (let at = 0; at < markdown.length; at += size) stream.append(markdown.slice(at, at + size));
    stream.finish();
    for (const record of observer.takeRecords()) touched += Math.max(1, record.addedNodes.length);
  } finally {
    Object.assign(BlockParser.prototype, { start, write });
    InlineRenderer.prototype.render = render;
    observer.disconnect();
  }
  return { read, touched };
}

const SENTENCE =
  'Some **bold** words, `code`, a [link](https://a.example/x) and *emphasis* in snake_case, 2 * 3. ';
const KINDS: Record<string, (length: number) => string> = {
  'many blocks': length => `${SENTENCE}\n\n- item\n- item\n\n`.repeat(length / 116),
  'one code block': length =>
    `\`\`\`js\n${'const value = call(argument); // note\n'.repeat(length / 38)}\`\`\`\n`,
  'one table': length => `| a | b |\n|---|---|\n${'| some *cell* | `other` cell |\n'.repeat(length / 31)}`,
  'one list': length => '- An item with **bold** text and `code`\n'.repeat(length / 40),
  'one paragraph in one line': length => SENTENCE.repeat(length / SENTENCE.length),
  'one paragraph of many lines': length => `${SENTENCE.trim()}\n`.repeat(length / SENTENCE.length),
};

describe('the work of rendering an answer', () => {
  for (const [kind, make] of Object.entries(KINDS)) {
    const bar = kind === 'many blocks' ? 1.1 : 1.2;
    it(`grows linearly with its length for ${kind}`, () => {
      const small = cost(make(2048), 64);
      const large = cost(make(65_536), 64);
      const exponent = (a: number, b: number): number => Math.log(b / a) / Math.log(32);
      expect(exponent(small.read, large.read), `${small.read} → ${large.read} read`).to.be.below(bar);
      expect(exponent(small.touched, large.touched), `${small.touched} → ${large.touched}`).to.be.below(bar);
    });
  }

  it('is small per token, however long the answer is already', () => {
    for (const [kind, make] of Object.entries(KINDS)) {
      const before = make(32_768);
      const piece = make(4096);
      const [base, more] = [cost(before, 64), cost(before + piece, 64)];
      expect((more.read - base.read) / piece.length, kind).to.be.below(40);
    }
  });
});

/** How many characters are matched against for each that comes, one at a time, until it takes the full reader. */
function simpleCost(markdown: string): number {
  let read = 0;
  let length = 0;
  const simple = new SimpleMarkdown(document.createElement('div'));
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    read += text.length;
    return exec.call(this, text);
  };
  try {
    for (const unit of markdown) {
      length++;
      if (!simple.append(unit, false)) break;
    }
  } finally {
    RegExp.prototype.exec = exec;
  }
  return read / length;
}

describe('the work of rendering an answer with simple formatting', () => {
  it('is small per character, however long the answer is already', () => {
    const sentence =
      'Some **bold** words, `code`, a [link](https://a.example/x) and *emphasis*; AT&T, R & D! ';
    for (const block of [
      `${sentence}\n\n`,
      `- ${sentence}\n`,
      `${sentence.trim()}\n`,
      `## ${sentence}\n\n`,
    ]) {
      const [few, many] = [2, 40].map(count => simpleCost(block.repeat(count)));
      expect(many, block)
        .to.be.below(40)
        .and.below(few! * 1.2);
    }
  });

  it('ends if what it waits for does not come', () => {
    const most = 4096 * 4;
    for (const held of [
      ' ',
      'a [b',
      '[',
      '[a](/b',
      '`',
      '`a',
      '&',
      'a &b',
      '1',
      '*',
      '!',
      '! ',
      '#',
      '\n',
      '\ud83d',
      '😀',
      '- ',
    ])
      for (const markdown of [held.repeat(20_000), held + ' '.repeat(20_000), held + 'x'.repeat(20_000)])
        expect(simpleCost(markdown), JSON.stringify(held)).to.be.below(most);
  });
});

const PATHOLOGICAL: Record<string, (n: number) => string> = {
  'nested emphasis': n => `${'*a **a '.repeat(n)}b${' a** a*'.repeat(n)}`,
  'emphasis after emphasis': n => '**a*'.repeat(n * 8),
  'openers of emphasis': n => '*a_ '.repeat(n),
  'closers of emphasis': n => 'a_ '.repeat(n),
  'runs of stars': n => '*'.repeat(n * 4),
  'mismatched delimiters': n => '*a_ '.repeat(n) + '_a* '.repeat(n),
  'openers of links': n => '[a'.repeat(n),
  'closers of links': n => 'a]'.repeat(n),
  'nested brackets': n => `${'['.repeat(n)}a${']'.repeat(n)}`,
  'brackets and parentheses': n => '[ (]('.repeat(n),
  'openers of images': n => '![a'.repeat(n),
  'quotes in quotes': n => `${'> '.repeat(Math.min(n, 100))}a`,
  'lists in lists': n =>
    Array.from({ length: Math.min(n, 100) }, (_, i) => `${'  '.repeat(i)}* a\n`).join(''),
  'runs of backticks': n => Array.from({ length: Math.sqrt(n) * 2 }, (_, i) => `e${'`'.repeat(i)}`).join(''),
  'one backtick after another': n => '`a'.repeat(n),
  backslashes: n => '\\'.repeat(n * 3),
  'many references': n => '[a]: u\n'.repeat(n),
  'unclosed comments': n => `</${'<!--'.repeat(n)}`,
  'unclosed tags': n => '<a b="c" '.repeat(n),
  'angle brackets': n => '<'.repeat(n * 3),
  pipes: n => '|'.repeat(n * 3),
  'delimiter rows': n => `${'|a'.repeat(n)}\n${'|-'.repeat(n)}\n${'|b'.repeat(n)}\n`,
  tildes: n => '~~a '.repeat(n),
  entities: n => '&#x41;&amp'.repeat(n),
  addresses: n => `https://${'a.'.repeat(n)}`,
  'mail addresses': n => 'a.b+c@'.repeat(n),
  'blank lines': n => '\n'.repeat(n * 3),
  spaces: n => `a${' '.repeat(n * 3)}b`,
  'code that is indented far': n => `\`\`\`\n${' '.repeat(n * 60)}x`,
  'tildes before a line separator': n => `${'~'.repeat(n * 30)}\u2028x`,
  'a tag that is wide': n => `<a${' '.repeat(n * 60)}>x`,
  'setext lines': n => 'a\n'.repeat(n),
};

/** What each piece of work takes, ms, for `markdown` in pieces of about `size`: the same pieces every time. */
function times(markdown: string, size: number): number[] {
  const random = randomFrom(size);
  const stream = openStream(document.createElement('div'));
  const took: number[] = [];
  const measure = (work: () => void): void => {
    const from = performance.now();
    work();
    took.push(performance.now() - from);
  };
  for (let at = 0; at < markdown.length; ) {
    const piece = markdown.slice(at, at + Math.max(1, Math.round(size * (0.5 + random()))));
    measure(() => stream.append(piece));
    at += piece.length;
  }
  measure(() => stream.finish());
  return took;
}

/** The bars are Chromium's; elsewhere this test looks for what takes many times as long. */
const PATIENCE = navigator.userAgent.includes('Chrome') ? 1 : 3;

describe('input designed to be slow', () => {
  for (const [name, make] of Object.entries(PATHOLOGICAL)) {
    it(`is rendered without a delay: ${name}`, () => {
      for (const size of [1, 64, 4096]) {
        const markdown = make(size === 1 ? 300 : 1000);
        const bar = (size === 4096 ? 1000 : 3000) * PATIENCE;
        const all = (took: number[]): number => took.reduce((sum, ms) => sum + ms, 0);
        const isQuick = (took: number[]): boolean => Math.max(...took) < 500 && all(took) < bar;
        // Another program on the machine can take time away at any moment, hardly at the same piece every time.
        let least = times(markdown, size);
        for (let again = 0; again < 7 && !isQuick(least); again++)
          least = times(markdown, size).map((ms, piece) => Math.min(ms, least[piece]!));
        expect(isQuick(least), `pieces of ${size}: ${all(least)} ms, one ${Math.max(...least)}`).to.equal(
          true,
        );
      }
    });
  }
});

import { expect } from '@open-wc/testing';
import { needsFullReader, SimpleMarkdown } from '../../../src/markdown/simple-markdown.ts';
import { randomFrom } from '../../fakes/random.ts';
import { PIECES } from './answers.ts';
import { readExamples } from './examples.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';
import { openStream, renderMarkdown } from './in-english.ts';
import { randomAnswer } from './random-answers.ts';
import { randomPieces, units } from './splits.ts';
import { DANGEROUS } from './xss-corpus.ts';

const spec = readExamples(await (await fetch('/node_modules/commonmark-spec/spec.txt')).text());

/** What paragraphs are made of, and what looks like more than that. */
const WORDS =
  'Our shop| is open| until 6 p.m.| (on weekdays)|, 3.5 km away.|\u00a0|שלום|"quoted"|\n|\n\n|\n \n| |  |   |\n   |#1| - | + | = |12|. |) |!|: |\n:--';

/** What else can be drawn without the full reader, whole and broken. */
const SIMPLE =
  '|😀|**😀**|**bold**|**|*em*|*|`code`|`|\n- |\n* |\n1. |\n2. |\n3. x|\n## |# |#|[here](https://shop.example/a?b=c)|[|](|https://x.example|**Note:** |**a `b` c**|- |a|\n-|\n12|``|**(x)**|(**y**)|[z](http://z.example)|[own](/returns?a#b)|[root](/)|[other](//z.example/x)|[none](https://)|[odd](http://a:99999/)|$5|$|$x$|$$|[$](/a)|[a](/$b)|3$ ';

const TEXT =
  'We open at **nine**.\n\n## How to get here\n\n1. Take the *tram* to `Old Town`.\n2. Write to [us](https://shop.example/contact):\nwe answer within a day.\n\n- Monday\n- Friday\n\nSee you! ';

const pieces = (words: string): string[] => words.split('|');

function randomText(words: readonly string[], length: number, seed: number): string {
  const random = randomFrom(seed);
  let text = '';
  for (let i = 0; i < length; i++) text += words[Math.floor(random() * words.length)];
  return text;
}

function formatted(markdown: string): string {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return visible(container);
}

/** Without sections, which the full reader has where blocks are many. */
function visible({ innerHTML }: HTMLElement): string {
  return innerHTML.replace(/<div class="md">|<\/div>| class=" md-end"/g, '');
}

const words = (element: HTMLElement): string => element.textContent.replace(/\s+/g, '');

/** Undefined when it takes the full reader. */
function simple(parts: readonly string[]): string | undefined {
  const container = document.createElement('div');
  const markdown = new SimpleMarkdown(container);
  for (const part of parts) if (!markdown.append(part, false)) return undefined;
  return markdown.append('', true) ? visible(container) : undefined;
}

function compare(markdown: string, seed: number): void {
  const expected = needsFullReader(markdown) ? undefined : formatted(markdown);
  const name = JSON.stringify(markdown);
  expect(simple([markdown]), name).to.equal(expected);
  if (expected === undefined) return;
  for (const parts of [units(markdown), randomPieces(markdown, seed)])
    expect(simple(parts), name).to.equal(expected);
}

describe('an answer with simple formatting', () => {
  for (const [what, words] of [
    ['paragraphs', pieces(WORDS)],
    ['simple marks', pieces(WORDS + SIMPLE)],
  ] as const)
    it(`is rendered at once as the full reader would, made of ${what}`, () => {
      let drawn = 0;
      for (let seed = 1; seed <= 6000; seed++) {
        const text = randomText(words, 3 + (seed % 8), seed);
        compare(text, seed);
        if (!needsFullReader(text)) drawn++;
      }
      expect(drawn).to.be.above(400);
    });

  it('is rendered at once as the full reader would, in the answers of many models', () => {
    let drawn = 0;
    for (let seed = 1; seed <= 3000; seed++) {
      const text = randomAnswer(seed);
      compare(text, seed);
      if (!needsFullReader(text)) drawn++;
    }
    expect(drawn).to.be.above(650);
  });

  it('waits for the full reader at anything else in a specification or a broken answer', () => {
    let drawn = 0;
    for (const [seed, { markdown }] of [...spec, ...GFM_EXAMPLES].entries()) {
      compare(markdown, seed);
      if (!needsFullReader(markdown)) drawn++;
    }
    expect(drawn).to.be.above(25);
    for (const [seed, markdown] of DANGEROUS.entries()) compare(markdown, seed);
    for (let seed = 1; seed <= 4000; seed++) compare(randomText(PIECES, 6, seed), seed);
  });

  it('shows no marker before it is complete, and removes no text again', () => {
    for (let seed = 0; seed <= 200; seed++) {
      const text = seed ? randomAnswer(seed) : TEXT;
      const container = document.createElement('div');
      const markdown = new SimpleMarkdown(container);
      const other = document.createElement('div');
      const full = openStream(other);
      let before = '';
      for (const piece of seed % 2 ? randomPieces(text, seed) : units(text)) {
        const goesOn = markdown.append(piece, false);
        full.append(piece);
        before += piece;
        const name = JSON.stringify(before);
        // What is open where a block ends, the full reader had shown as well.
        if (!goesOn) break;
        // The full reader may still see a line under a heading in it.
        if (/^[-*=+: ]+$/m.test(before.slice(before.lastIndexOf('\n') + 1))) continue;
        expect(words(other), name).to.satisfy((all: string) => all.startsWith(words(container)));
        for (const block of container.children)
          if (block.matches('p, h1, h2, h3')) expect(block.textContent, name).not.to.equal('');
      }
    }
  });

  for (const [what, shown, next] of [
    ['a character cut in two', 'Good', ' \ud83d'],
    ['what may be an image', 'See this', '!'],
    ['what may be an entity', 'Fish', ' &am'],
    ['what may be a link', 'Ask ', '[us](https://shop.exam'],
  ] as const)
    it(`does not show ${what} yet`, () => {
      const container = document.createElement('div');
      const markdown = new SimpleMarkdown(container);
      markdown.append(shown, false);
      markdown.append(next, false);
      expect(container.textContent).to.equal(shown);
    });

  it('continues if what it waited for does not come', () => {
    for (const [start, shown] of [
      ['Type `[` and then the name of', 'Type [ and then the name of'],
      ['Fish & chips', 'Fish & chips'],
      ['AT&T has', 'AT&T has'],
      [`A&${'b'.repeat(40)}`, `A&${'b'.repeat(40)}`],
      ['Hello!', 'Hello'],
      ['Hello! ', 'Hello!'],
    ] as const) {
      const container = document.createElement('div');
      const markdown = new SimpleMarkdown(container);
      for (const unit of units(start)) markdown.append(unit, false);
      expect(container.textContent).to.equal(shown);
    }
  });

  it('puts nothing on screen before there is something to see', () => {
    for (const start of ['**', '`', '[us', '**[us](/con', '\ud83d', '```js\nx', '## `', '<b>', '| a |']) {
      const container = document.createElement('div');
      const markdown = new SimpleMarkdown(container);
      for (const unit of units(start)) if (!markdown.append(unit, false)) break;
      expect(container.childNodes, start).to.have.length(0);
    }
  });

  it('shows the target of a link if the text names another host', () => {
    for (const host of ['xn--80a.example', '%78n--80a.example', '%D0%B0.example'])
      expect(needsFullReader(`[here](https://${host}/)`), host).to.equal(true);
  });

  it('leaves a long answer to the full reader, which keeps far blocks out of layout', () => {
    expect(needsFullReader('Word. '.repeat(100))).to.equal(false);
    expect(needsFullReader('Word. '.repeat(1000))).to.equal(true);
    expect(needsFullReader('Word.\n\n'.repeat(8))).to.equal(false);
    expect(needsFullReader('Word.\n\n'.repeat(9))).to.equal(true);
  });

  it('is recognised however it is split', () => {
    expect(simple([TEXT])).to.equal(formatted(TEXT));
    expect(simple(units(TEXT))).to.equal(formatted(TEXT));
    for (let seed = 1; seed <= 50; seed++) expect(simple(randomPieces(TEXT, seed))).to.equal(formatted(TEXT));
    for (const syntax of [
      '***',
      '1) ',
      '+ ',
      '> ',
      'http://',
      'www.',
      '    ',
      '===',
      '![',
      '~~a~~',
      '| a |',
    ]) {
      const marked = `${TEXT}\n\n${syntax}more`;
      expect(simple([marked]), syntax).to.equal(undefined);
      expect(simple(units(marked)), syntax).to.equal(undefined);
    }
  });

  it('leaves nothing empty where the full reader has to continue: dots show that more is coming', () => {
    for (const [text, shown] of [
      ['| Parcel | Fee |\n', ''],
      ['## <b>Fees</b>\n', ''],
      ['- <b>Fees</b>\n', ''],
      ['We ship.\n\n```sh\nls', '<p dir="auto">We ship.</p>'],
    ] as const) {
      const container = document.createElement('div');
      expect(new SimpleMarkdown(container).append(text, false), text).to.equal(false);
      expect(container.innerHTML, text).to.equal(shown);
    }
  });

  it('keeps the dots of an answer that begins with a marker until there is text', () => {
    for (const text of ['**Fees** are low', '*Fees*', '`npm` start', '## Fees']) {
      const container = document.createElement('div');
      const markdown = new SimpleMarkdown(container);
      for (const unit of units(text)) {
        markdown.append(unit, false);
        if (container.firstChild) expect(container.textContent, text).not.to.equal('');
      }
      expect(container.textContent).not.to.equal('');
    }
  });
});

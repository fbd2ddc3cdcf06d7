import { expect } from '@open-wc/testing';
import { needsFormatting, SimpleMarkdown } from '../../../src/elements/markdown/simple-markdown.ts';
import { randomFrom } from '../../fakes/random.ts';
import { PIECES } from './answers.ts';
import { readExamples } from './examples.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, units } from './splits.ts';
import { DANGEROUS } from './xss-corpus.ts';

const spec = readExamples(await (await fetch('/node_modules/commonmark-spec/spec.txt')).text());

/** What paragraphs are made of, and what looks like more than that. */
const WORDS =
  'Our shop| is open| until 6 p.m.| (on weekdays)|, 3.5 km away.|\u00a0|שלום|"quoted"|\n|\n\n|\n \n| |  |   |\n   |#1| - | + | = |12|. |) |!|: |\n:--';

/** What else can be drawn without the full reader, whole and broken. */
const SIMPLE =
  '|😀|**😀**|**bold**|**|*em*|*|`code`|`|\n- |\n* |\n1. |\n2. |\n3. x|\n## |# |#|[here](https://shop.example/a?b=c)|[|](|https://x.example|**Note:** |**a `b` c**|- |a|\n-|\n12|``|**(x)**|(**y**)|[z](http://z.example)|[own](/returns?a#b)|[root](/)|[other](//z.example/x)|[none](https://)|[odd](http://a:99999/)';

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

/** Without sections, and without the white space at the edges of a block, which no browser draws. */
function visible({ innerHTML }: HTMLElement): string {
  return innerHTML
    .replace(/<div class="md">|<\/div>| class=" md-end"/g, '')
    .replace(/(<(?:p|li|h\d)(?: [^>]*)?>)[ \n]+|[ \n]+(<\/(?:p|li|h\d)>)/g, '$1$2');
}

/** Undefined when it takes the full reader. */
function simple(parts: readonly string[]): string | undefined {
  const container = document.createElement('div');
  const markdown = new SimpleMarkdown(container);
  for (const part of parts) if (!markdown.append(part, false)) return undefined;
  return markdown.append('', true) ? visible(container) : undefined;
}

function compare(markdown: string, seed: number): void {
  const expected = needsFormatting(markdown) ? undefined : formatted(markdown);
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
    it(`is drawn at once as the full reader would have it, made of ${what}`, () => {
      let drawn = 0;
      for (let seed = 1; seed <= 6000; seed++) {
        const text = randomText(words, 3 + (seed % 8), seed);
        compare(text, seed);
        if (!needsFormatting(text)) drawn++;
      }
      expect(drawn).to.be.above(400);
    });

  it('waits for the full reader at what is more than that in a specification or a broken answer', () => {
    let drawn = 0;
    for (const [seed, { markdown }] of [...spec, ...GFM_EXAMPLES].entries()) {
      compare(markdown, seed);
      if (!needsFormatting(markdown)) drawn++;
    }
    expect(drawn).to.be.above(25);
    for (const [seed, markdown] of DANGEROUS.entries()) compare(markdown, seed);
    for (let seed = 1; seed <= 4000; seed++) compare(randomText(PIECES, 6, seed), seed);
  });

  it('shows no mark before it is one, and takes back no word', () => {
    const container = document.createElement('div');
    const markdown = new SimpleMarkdown(container);
    const whole = document.createElement('div');
    renderMarkdown(whole, TEXT);
    const words = (element: HTMLElement): string => element.textContent.replace(/\s+/g, '');
    for (const unit of units(TEXT)) {
      markdown.append(unit, false);
      expect(words(whole)).to.satisfy((all: string) => all.startsWith(words(container)));
    }
    expect(words(container)).to.equal(words(whole));
  });

  it('leaves a long one to the full reader, which keeps far blocks out of layout', () => {
    expect(needsFormatting('Word. '.repeat(100))).to.equal(false);
    expect(needsFormatting('Word. '.repeat(1000))).to.equal(true);
    expect(needsFormatting('Word.\n\n'.repeat(8))).to.equal(false);
    expect(needsFormatting('Word.\n\n'.repeat(9))).to.equal(true);
  });

  it('is recognised however it is cut', () => {
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

  it('leaves nothing empty where the full reader has to go on: dots tell there that more is coming', () => {
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

  it('leaves the dots of an answer that begins with a mark until there is a word of it', () => {
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

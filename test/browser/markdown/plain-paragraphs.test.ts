import { expect } from '@open-wc/testing';
import { needsFormatting, PlainParagraphs } from '../../../src/elements/markdown/plain-paragraphs.ts';
import { randomFrom } from '../../fakes/random.ts';
import { PIECES } from './answers.ts';
import { readExamples } from './examples.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, units } from './splits.ts';

const spec = readExamples(await (await fetch('/node_modules/commonmark-spec/spec.txt')).text());

const WORDS = [
  ...[
    'Our shop',
    ' is open',
    ' until 6 p.m.',
    ' (on weekdays)',
    ', 3.5 km away.',
    '\u00a0',
    'שלום',
    '"quoted"',
  ],
  ...[
    '\n',
    '\n\n',
    '\n \n',
    ' ',
    '  ',
    '   ',
    '\n   ',
    '#1',
    ' - ',
    ' + ',
    ' = ',
    '12',
    '. ',
    ') ',
    '!',
    ': ',
    '\n:--',
  ],
];

function formatted(markdown: string): string {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return visible(container);
}

/** Without the white space at the edges of a paragraph, which no browser draws. */
function visible({ innerHTML }: HTMLElement): string {
  return innerHTML.replace(/(<p[^>]*>)[ \n]+|[ \n]+(<\/p>)/g, '$1$2');
}

/** Undefined when the text was refused. */
function plain(pieces: Iterable<string>): string | undefined {
  const container = document.createElement('div');
  const paragraphs = new PlainParagraphs(container);
  for (const piece of pieces) if (!paragraphs.append(piece)) return undefined;
  return visible(container);
}

function compare(markdown: string, seed: number): void {
  const expected = needsFormatting(markdown) ? undefined : formatted(markdown);
  const name = JSON.stringify(markdown);
  expect(plain([markdown]), name).to.equal(expected);
  if (expected === undefined) return;
  // In pieces it may be refused (a line that goes on may be cut to look like one that starts a list), but never differ.
  for (const pieces of [units(markdown), randomPieces(markdown, seed)]) {
    const drawn = plain(pieces);
    if (drawn !== undefined) expect(drawn, name).to.equal(expected);
  }
}

describe('an answer without formatting', () => {
  it('is drawn without a parser as a parser would have it', () => {
    let drawn = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const random = randomFrom(seed);
      let text = '';
      for (let i = 0; i < 9; i++) text += WORDS[Math.floor(random() * WORDS.length)];
      compare(text, seed);
      if (!needsFormatting(text)) drawn++;
    }
    expect(drawn).to.be.above(200);
  });

  it('waits for the parser at whatever a specification or a broken answer holds', () => {
    for (const [seed, { markdown }] of [...spec, ...GFM_EXAMPLES].entries()) compare(markdown, seed);
    for (let seed = 1; seed <= 500; seed++) {
      const random = randomFrom(seed);
      let text = '';
      for (let i = 0; i < 6; i++) text += PIECES[Math.floor(random() * PIECES.length)];
      compare(text, seed);
    }
  });

  it('is recognised however it is cut', () => {
    const text =
      'We open at nine.\n\nCome by on weekdays (Monday to Friday), or write to us:\nwe answer within a day. ';
    expect(plain([text])).to.equal(formatted(text));
    expect(plain(units(text))).to.equal(formatted(text));
    for (const syntax of ['**', '1. ', '- ', '# ', '> ', 'http://', 'www.', '    ', '===', '123456789. ']) {
      const marked = `${text}\n\n${syntax}more`;
      expect(plain([marked]), syntax).to.equal(undefined);
      expect(plain(units(marked)), syntax).to.equal(undefined);
    }
  });
});

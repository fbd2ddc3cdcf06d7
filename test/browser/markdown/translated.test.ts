import { expect } from '@open-wc/testing';
import { SimpleMarkdown } from '../../../src/markdown/simple-markdown.ts';
import { randomFrom } from '../../fakes/random.ts';
import { ANSWER, PIECES } from './answers.ts';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, stream, units } from './splits.ts';

/** Without the link whose target comes last: what stands there may be another's by then, and stays as it is. */
const MARKDOWN = ANSWER.replace('[the list][1]', 'the list');

/** As the translators of browsers and their extensions do it: every text that is new to them, wherever it stands. */
interface Translator {
  translate(text: Text): void;
  /** What the page would be without it. */
  undo(container: HTMLElement): void;
}

const inPlaceOf: Translator = {
  translate(text) {
    if (text.parentElement?.localName === 'font') return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild!.append(text.data);
    text.replaceWith(outer);
  },
  undo(container) {
    for (const font of [...container.querySelectorAll('font')]) font.replaceWith(...font.childNodes);
    container.normalize();
  },
};

const longerInPlace: Translator = {
  translate(text) {
    const longer = text.data.replace(/([a-z])(?!·)/gi, '$1·');
    if (longer !== text.data) text.data = longer;
  },
  undo(container) {
    for (const text of textsIn(container)) text.data = text.data.replaceAll('·', '');
  },
};

function textsIn(container: HTMLElement): Text[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(
    ({ data, parentElement }) => data.trim() !== '' && !parentElement!.closest('[translate=no]'),
  );
}

for (const [name, translator] of Object.entries({
  'puts its own in the place of every text': inPlaceOf,
  'writes longer words into every text': longerInPlace,
})) {
  describe(`an answer on a page that is being translated by what ${name}`, () => {
    const { translate, undo } = translator;

    function streamed(pieces: Iterable<string>): string {
      const container = stream(pieces, {}, now => textsIn(now).forEach(translate));
      undo(container);
      return container.innerHTML;
    }

    function whole(markdown: string): string {
      const container = document.createElement('div');
      renderMarkdown(container, markdown);
      return container.innerHTML;
    }

    it('arrives completely, with all its formatting', () => {
      const expected = whole(MARKDOWN);
      expect(streamed(units(MARKDOWN))).to.equal(expected);
      for (let seed = 1; seed <= 20; seed++) {
        expect(streamed(randomPieces(MARKDOWN, seed, 1 + seed))).to.equal(expected);
      }
    });

    it('arrives completely with broken syntax', () => {
      for (let seed = 1; seed <= 100; seed++) {
        const random = randomFrom(seed);
        let markdown = '';
        for (let i = 0; i < 12; i++) markdown += PIECES[Math.floor(random() * PIECES.length)];
        expect(streamed(randomPieces(markdown, seed)), JSON.stringify(markdown)).to.equal(whole(markdown));
      }
    });

    it('arrives completely if it is only paragraphs', () => {
      const container = document.createElement('div');
      const paragraphs = new SimpleMarkdown(container);
      for (const piece of units('We are open\nuntil six.\n\nOn Sundays until five.')) {
        paragraphs.append(piece, false);
        textsIn(container).forEach(translate);
      }
      undo(container);
      expect([...container.children].map(({ textContent }) => textContent)).to.deep.equal([
        'We are open\nuntil six.',
        'On Sundays until five.',
      ]);
    });

    it('loses no text of a paragraph with a link whose target comes later', () => {
      const container = stream(['See *this* and [d].\n\n', '[d]: /x\n\n'], {}, now =>
        textsIn(now).forEach(translate),
      );
      undo(container);
      expect(container.textContent).to.match(/^See this and (?:d|\[d\])\.$/);
    });

    it('leaves code as written', () => {
      const container = stream(units('Call `run()`:\n\n```\nrun();\n```'), {}, now =>
        textsIn(now).forEach(translate),
      );
      expect([...container.querySelectorAll('code')].map(({ innerHTML }) => innerHTML)).to.deep.equal([
        'run()',
        'run();\n',
      ]);
    });
  });
}

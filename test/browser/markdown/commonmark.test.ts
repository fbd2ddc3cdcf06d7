import { expect } from '@open-wc/testing';
import { hasRawHtml, readExamples } from './examples.ts';
import { COMMONMARK_EXCEPTIONS } from './exceptions.ts';
import { renderMarkdown } from './in-english.ts';
import { normalise, normaliseHtml } from './normalise.ts';
import { randomPieces, stream, units } from './splits.ts';

const OPTIONS = { imageHosts: [location.host, 'example.com'] };
const examples = readExamples(await (await fetch('/node_modules/commonmark-spec/spec.txt')).text());

function whole(markdown: string): HTMLElement {
  const container = document.createElement('div');
  renderMarkdown(container, markdown, OPTIONS);
  return container;
}

describe('CommonMark', () => {
  it('passes all examples of the specification', () => {
    expect(examples.length).to.equal(652);
    expect(examples.filter(hasRawHtml).length).to.be.below(80);
  });

  for (const [index, example] of examples.entries()) {
    const { name, markdown, html } = example;
    if (!hasRawHtml(example)) {
      const reason = COMMONMARK_EXCEPTIONS[index + 1];
      it(reason ? `draws ${name} in its own way: ${reason}` : `draws ${name} as specified`, () => {
        const drawn = normalise(whole(markdown));
        if (reason) expect(drawn).not.to.equal(normaliseHtml(html));
        else expect(drawn).to.equal(normaliseHtml(html));
      });
    }

    it(`renders ${name} the same whole, byte by byte and in random pieces`, () => {
      const expected = whole(markdown).innerHTML;
      expect(stream(units(markdown), OPTIONS).innerHTML).to.equal(expected);
      for (let seed = 1; seed <= 5; seed++) {
        expect(stream(randomPieces(markdown, seed * 1000 + index), OPTIONS).innerHTML).to.equal(expected);
      }
    });
  }
});

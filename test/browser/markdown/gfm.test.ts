import { expect } from '@open-wc/testing';
import { renderMarkdown } from '../../../src/elements/markdown/index.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';
import { normalise, normaliseHtml } from './normalise.ts';
import { randomPieces, stream, units } from './splits.ts';

describe("GFM's extensions", () => {
  for (const { name, markdown, html } of GFM_EXAMPLES) {
    it(`draw ${name}`, () => {
      const container = document.createElement('div');
      renderMarkdown(container, markdown);
      expect(normalise(container)).to.equal(normaliseHtml(html));
      expect(stream(units(markdown)).innerHTML).to.equal(container.innerHTML);
      for (let seed = 1; seed <= 10; seed++) {
        expect(stream(randomPieces(markdown, seed)).innerHTML).to.equal(container.innerHTML);
      }
    });
  }
});

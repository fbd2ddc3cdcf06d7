import { expect } from '@open-wc/testing';
import { GFM_EXCEPTIONS } from './exceptions.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';
import { GFM_SPEC } from './gfm-spec.ts';
import { renderMarkdown } from './in-english.ts';
import { normalise, normaliseHtml } from './normalise.ts';
import { randomPieces, stream, units } from './splits.ts';

function drawn(markdown: string): HTMLElement {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return container;
}

describe("GFM's extensions", () => {
  for (const { number, markdown, html } of GFM_SPEC) {
    const reason = GFM_EXCEPTIONS[number];
    it(
      reason ? `draw example ${number} in their own way: ${reason}` : `draw example ${number} as specified`,
      () => {
        const ours = normalise(drawn(markdown));
        if (reason) expect(ours).not.to.equal(normaliseHtml(html));
        else expect(ours).to.equal(normaliseHtml(html));
      },
    );
  }

  for (const { name, markdown, html } of GFM_EXAMPLES) {
    it(`render ${name}`, () => expect(normalise(drawn(markdown))).to.equal(normaliseHtml(html)));
  }

  const all = [
    ...GFM_SPEC.map(({ number, markdown }) => ({ name: `example ${number}`, markdown })),
    ...GFM_EXAMPLES,
  ];
  for (const { name, markdown } of all) {
    it(`render ${name} the same whole, byte by byte and in random pieces`, () => {
      const container = drawn(markdown);
      expect(stream(units(markdown)).innerHTML).to.equal(container.innerHTML);
      for (let seed = 1; seed <= 10; seed++) {
        expect(stream(randomPieces(markdown, seed)).innerHTML).to.equal(container.innerHTML);
      }
    });
  }
});

import { expect } from '@open-wc/testing';
import { randomFrom } from '../../fakes/random.ts';
import { ANSWER, PIECES } from './answers.ts';
import { openStream, renderMarkdown } from './in-english.ts';
import { randomPieces, stream, units } from './splits.ts';

function whole(markdown: string): string {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return container.innerHTML;
}

describe('an answer that arrives in pieces', () => {
  it('ends as it would if it arrived whole', () => {
    const expected = whole(ANSWER);
    expect(stream(units(ANSWER)).innerHTML).to.equal(expected);
    for (let seed = 1; seed <= 50; seed++) {
      expect(stream(randomPieces(ANSWER, seed, 1 + (seed % 40))).innerHTML).to.equal(expected);
    }
  });

  it('ends the same for random documents of valid and broken syntax', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomFrom(seed);
      let markdown = '';
      for (let i = 0; i < 12; i++) markdown += PIECES[Math.floor(random() * PIECES.length)];
      const expected = whole(markdown);
      expect(stream(units(markdown)).innerHTML, JSON.stringify(markdown)).to.equal(expected);
      expect(stream(randomPieces(markdown, seed)).innerHTML, JSON.stringify(markdown)).to.equal(expected);
    }
  });

  it('never shows a marker, nor an incomplete link or image', () => {
    const final = document.createElement('div');
    renderMarkdown(final, ANSWER);
    const links = new Set(
      [...final.querySelectorAll('a')].map(a => `${a.getAttribute('href')} ${a.textContent}`),
    );
    stream(units(ANSWER), {}, container => {
      const prose = container.cloneNode(true) as HTMLElement;
      for (const code of prose.querySelectorAll('code')) code.remove();
      const text = prose.textContent!.replace(/2 \*( 3)?/, '').replace('[the list][1]', '');
      expect(text).not.to.match(/[*`~|[\]#>]|\]\(|---|!\[/);
      for (const a of container.querySelectorAll('a')) {
        expect([...links]).to.include(`${a.getAttribute('href')} ${a.textContent}`);
      }
    });
  });

  it('keeps the nodes of finished blocks', () => {
    let kept: Element[] = [];
    stream(units(ANSWER), {}, container => {
      const now = [...container.querySelectorAll(':scope > :not(.md), .md .md > *')];
      for (const [index, element] of kept.entries()) expect(now[index]).to.equal(element);
      kept = now.slice(0, -1);
    });
    expect(kept.length).to.be.above(8);
  });

  it('changes nothing in finished blocks', async () => {
    const container = document.createElement('div');
    const markdown = openStream(container);
    markdown.append('First **paragraph**.\n\n```js\nlet a;\n```\n\n- item\n- item\n\nNow ');
    const finished = [...container.children].slice(0, 3);
    const records: MutationRecord[] = [];
    const observer = new MutationObserver(list => records.push(...list));
    for (const block of finished) {
      observer.observe(block, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    for (const piece of units('more *text*, a [link](/x)\n\n| a |\n|---|\n| b |\n\nThe end.'))
      markdown.append(piece);
    markdown.finish();
    expect(observer.takeRecords().concat(records)).to.have.length(0);
    expect([...container.children].slice(0, 3)).to.deep.equal(finished);
  });

  it('keeps the selection inside a finished paragraph', () => {
    const container = document.createElement('div');
    document.body.append(container);
    const markdown = openStream(container);
    markdown.append('Select these words.\n\nNow ');
    const range = document.createRange();
    range.selectNodeContents(container.firstElementChild!);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
    for (const piece of units('comes more **text**.\n\nAnd more.')) markdown.append(piece);
    markdown.finish();
    expect(getSelection()!.toString()).to.equal('Select these words.');
    container.remove();
  });

  it('shows emphasis while it is being written', () => {
    const container = document.createElement('div');
    openStream(container).append('This is **very impor');
    expect(container.querySelector('strong')?.textContent).to.equal('very impor');
  });

  it('does not strike text through because of a tilde that means “about”', () => {
    stream(units('It takes ~5 days and costs ~10 €.'), {}, container => {
      expect(container.querySelector('del')).to.equal(null);
    });
  });

  it('makes links of references that are defined at the end, and renders only their blocks again', () => {
    const container = document.createElement('div');
    const markdown = openStream(container);
    markdown.append('See [the docs][d].\n\nOther.\n\n- [item][d]\n- more\n\n| [d] |\n|---|\n| [D] |\n\n');
    const blocks = [...container.children];
    markdown.append('[d]: /docs\n\nEnd');
    markdown.finish();
    expect([...container.querySelectorAll('a')].map(a => a.textContent)).to.deep.equal([
      'the docs',
      'item',
      'd',
      'D',
    ]);
    expect([...container.children].slice(0, 4)).to.deep.equal(blocks);
  });

  it('ignores tokens after the end', () => {
    const container = document.createElement('div');
    const markdown = openStream(container);
    markdown.append('a');
    markdown.finish();
    markdown.append('b');
    expect(container.textContent).to.equal('a');
  });
});

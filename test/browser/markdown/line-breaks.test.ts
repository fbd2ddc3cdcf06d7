import { expect } from '@open-wc/testing';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, stream, units } from './splits.ts';

function whole(markdown: string): string {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return container.innerHTML;
}

const cell = (html: string): string => whole('| a |\n|---|\n| b |').replace('>b<', `>${html}<`);

describe('a line break tag', () => {
  for (const tag of ['<br>', '<br/>', '<br />', '<BR>', '<Br  />', '<br\t/>'])
    for (const [where, markdown, html] of [
      ['a table cell', `| a |\n|---|\n| one${tag}two ${tag} three |`, cell('one<br>two<br> three')],
      ['a paragraph', `one${tag}two`, '<p dir="auto">one<br>two</p>'],
      ['emphasis', `**one${tag}two**`, '<p dir="auto"><strong>one<br>two</strong></p>'],
      ['a link', `[one${tag}two](/x)`, '<p dir="auto"><a href="/x">one<br>two</a></p>'],
      ['a heading', `# one${tag}two`, '<h1 dir="auto">one<br>two</h1>'],
      ['a list item', `- one${tag}two`, '<ul><li dir="auto">one<br>two</li></ul>'],
      ['a quote', `> one${tag}two`, '<blockquote dir="auto"><p>one<br>two</p></blockquote>'],
      ['the end of a line', `one${tag}\ntwo`, '<p dir="auto">one<br>\ntwo</p>'],
      ['a line of its own', `one\n${tag}\ntwo`, '<p dir="auto">one\n<br>\ntwo</p>'],
      ['a block of its own', `one\n\n${tag}\n\ntwo`, '<p dir="auto">one</p><p><br></p><p dir="auto">two</p>'],
      ['a row', `one${tag}${tag}two`, '<p dir="auto">one<br><br>two</p>'],
    ] as const)
      it(`breaks the line in ${where}: ${JSON.stringify(tag)}`, () => {
        const withoutDirection = (text: string): string => text.replaceAll(' dir="auto"', '');
        const expected = whole(markdown);
        expect(withoutDirection(expected)).to.equal(withoutDirection(html));
        expect(stream(units(markdown)).innerHTML).to.equal(expected);
        for (let at = 1; at < markdown.length; at++)
          expect(stream([markdown.slice(0, at), markdown.slice(at)]).innerHTML, `cut at ${at}`).to.equal(
            expected,
          );
        for (let seed = 1; seed <= 3; seed++)
          expect(stream(randomPieces(markdown, seed)).innerHTML).to.equal(expected);
        stream(units(markdown), {}, container => expect(container.textContent).not.to.match(/[<>]/));
      });

  it('is the only HTML that is not text', () => {
    for (const html of ['<b>x</b>', '<br class="x">', '<brx>', '</br>', '<hr>', '<img src="x">', '<p>x</p>'])
      expect(whole(`one ${html} two`)).to.equal(
        `<p dir="auto">one ${html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')} two</p>`,
      );
  });

  it('stays as written in code', () => {
    expect(whole('`<br>`')).to.contain('&lt;br&gt;');
    expect(whole('```\n<br>\n```')).to.contain('&lt;br&gt;');
  });
});

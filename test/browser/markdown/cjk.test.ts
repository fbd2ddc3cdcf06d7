import { expect } from '@open-wc/testing';
import { SimpleMarkdown } from '../../../src/markdown/simple-markdown.ts';
import { renderMarkdown } from './in-english.ts';
import { randomPieces, stream, units } from './splits.ts';

/** Text before, inside and behind the emphasis. */
const SENTENCES: readonly (readonly [string, string, string])[] = [
  // Chinese
  ['', '营业时间：', '周一'],
  ['', '营业时间：', '周一至周五，9:00'],
  ['请先', '“确认订单”', '再付款'],
  ['我们', '（仅限工作日）', '送货。'],
  ['价格', '$5', '起'],
  ['查看', '《指南》', '，谢谢'],
  ['𠮷', '(例)', '字'],
  ['字', '(例)', '𠮷'],
  // Japanese
  ['送料は', '「無料」', 'になります'],
  ['', '注意！', '返品はできません'],
  ['これは', '重要。', 'です'],
  ['これは', '(重要)', 'です'],
  ['カタカナ', '〜', 'です'],
  ['葛\u{e0100}', '(城)', 'です'],
  ['です', '！\ufe01', 'です'],
  ['です', '“引用”\ufe01', 'です'],
  // Korean
  ['배송은 ', '(무료)', '입니다'],
  ['배송은 ', '무료!', '입니다'],
  ['이것은', '"중요"', '합니다'],
  ['', '100%', '환불'],
  // Halfwidth and fullwidth forms
  ['ｶﾅ', '(ﾃｽﾄ)', 'ｶﾅ'],
  ['ＡＢ', '！', 'ＡＢ'],
];

const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  '*': ['<em>', '</em>'],
  '**': ['<strong>', '</strong>'],
  '***': ['<em><strong>', '</strong></em>'],
  '~~': ['<del>', '</del>'],
};

function whole(markdown: string): string {
  const container = document.createElement('div');
  renderMarkdown(container, markdown);
  return container.innerHTML;
}

/** Undefined if it needs the full reader. */
function simple(pieces: readonly string[]): string | undefined {
  const container = document.createElement('div');
  const markdown = new SimpleMarkdown(container);
  for (const piece of pieces) if (!markdown.append(piece, false)) return undefined;
  return markdown.append('', true) ? container.innerHTML : undefined;
}

describe('emphasis beside CJK punctuation', () => {
  for (const [mark, [open, close]] of Object.entries(MARKS))
    for (const [before, inside, after] of SENTENCES) {
      const markdown = `${before}${mark}${inside}${mark}${after}`;
      it(`is emphasis in ${markdown}`, () => {
        const expected = `<p dir="auto">${before}${open}${inside}${close}${after}</p>`;
        expect(whole(markdown)).to.equal(expected);
        expect(stream(units(markdown)).innerHTML).to.equal(expected);
        for (let at = 1; at < markdown.length; at++)
          expect(stream([markdown.slice(0, at), markdown.slice(at)]).innerHTML, `cut at ${at}`).to.equal(
            expected,
          );
        for (let seed = 1; seed <= 5; seed++)
          expect(stream(randomPieces(markdown, seed)).innerHTML).to.equal(expected);
      });

      it(`never shows a delimiter of ${markdown} while it arrives`, () => {
        stream(units(markdown), {}, container => expect(container.textContent).not.to.match(/[*~]/));
      });
    }

  it('is rendered by the simple reader, too', () => {
    for (const mark of ['*', '**'])
      for (const [before, inside, after] of SENTENCES) {
        const markdown = `${before}${mark}${inside}${mark}${after}`;
        // It knows no price that may be a formula, and no address.
        if (/\$/.test(inside)) continue;
        expect(simple([markdown]), markdown).to.equal(whole(markdown));
        expect(simple(units(markdown)), markdown).to.equal(whole(markdown));
      }
  });

  it('stays as specified beside other punctuation', () => {
    for (const text of ['a**(b)**c', 'naïve**"quoted"**text', 'слово**«цитата»**слово', 'm*(n)*o'])
      expect(whole(text)).to.equal(`<p dir="auto">${text}</p>`);
    expect(whole('日本_語_です')).to.equal('<p dir="auto">日本_語_です</p>');
  });
});

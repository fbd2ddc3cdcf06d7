import { expect } from '@open-wc/testing';
import type { FormulaRenderer } from '../../../src/markdown/index.ts';
import { needsFullReader } from '../../../src/markdown/simple-markdown.ts';
import { renderMarkdown } from './in-english.ts';
import { stream, units } from './splits.ts';

const FORMULAS = [
  '$a*b*c$',
  '$x_1 + x_2 < y_1$',
  '$5x*y*z$',
  '$a\\$b*c*d$',
  '$10^{-3}*a*2$',
  '$2\\pi*r*s$',
  '$0.5\\,*x*y$',
  '$3x_1*y*z$',
  '$2 + 3 = 5$',
  '$$a*b*c$$',
  '$$\na*b*c\n= b\n$$',
  '$$\na\n=\n- b\n+ c\n> 0\n# d\n1. e\n$$',
  '($x$)',
  '$x$-axis',
  '价格$x_1*y*z$为',
  '$.5 + x_1 < y_1$',
  '$f^{**}*x*y$',
  '\\(x\\)',
  '\\(a\\,b*c*d\\)',
  '\\[a_1*b_1*c\\]',
  '\\[\na \\\\[4pt]\n- b \\\\\n= c\\,d\n\\]',
];

/** Until it is complete, this is formatted as a price: "**$5k** a year" starts the same way. */
const LATE = '$5x*y*z$';

/** Prices with formatting, and what they show. */
const PRICES: Record<string, string> = {
  'It costs $5 *today* and $6': 'It costs $5 today and $6',
  'From **$5k** to **$10k** a *year*': 'From $5k to $10k a year',
  '- *small* $4.50\n- *large* $6,000.00 **net**': 'small $4.50large $6,000.00 net',
  '*US$5* or $5 *each*': 'US$5 or $5 each',
};

const PROSE: Record<string, string> = {
  '$5 and $10': '$5 and $10',
  '(~$4) or large (~$7)': '(~$4) or large (~$7)',
  '*US$5*': '<em>US$5</em>',
  'It costs $5 *today* and $6': 'It costs $5 <em>today</em> and $6',
  '**$5** or **$6**': '<strong>$5</strong> or <strong>$6</strong>',
  '**5$ or 6$**': '<strong>5$ or 6$</strong>',
  '**5$** ou **6$**': '<strong>5$</strong> ou <strong>6$</strong>',
  'Now ~~10$~~ **8$**!': 'Now <del>10$</del> <strong>8$</strong>!',
  '**$5** or **US$ 7**': '<strong>$5</strong> or <strong>US$ 7</strong>',
  'costs 5$. *Note:* 6$ extra': 'costs 5$. <em>Note:</em> 6$ extra',
  'Basic ($), *Pro* ($$), **Max** ($$$)': 'Basic ($), <em>Pro</em> ($$), <strong>Max</strong> ($$$)',
  '*$* to **$$**': '<em>$</em> to <strong>$$</strong>',
  '$AAPL and **$TSLA**': '$AAPL and <strong>$TSLA</strong>',
  'Ke$ha and *A$AP Rocky*': 'Ke$ha and <em>A$AP Rocky</em>',
  '$foo and *$bar*': '$foo and <em>$bar</em>',
  '[5$](/a) or [6$](/b)': '<a href="/a">5$</a> or <a href="/b">6$</a>',
  '[$5](/a) or [US$](/b)': '<a href="/a">$5</a> or <a href="/b">US$</a>',
  'a $x *y*\nz$': 'a $x <em>y</em>\nz$',
  '\\$a*b*c$': '$a<em>b</em>c$',
  '\\(*a*)': '(<em>a</em>)',
  '\\[*a*]': '[<em>a</em>]',
  '$$ *cheap*': '$$ <em>cheap</em>',
  '`$a` *b* `$c`': '<code translate="no">$a</code> <em>b</em> <code translate="no">$c</code>',
  '$a `b$ c`': '$a <code translate="no">b$ c</code>',
};

const whole = (markdown: string, renderFormula?: FormulaRenderer): HTMLElement => {
  const container = document.createElement('div');
  renderMarkdown(container, markdown, { renderFormula });
  return container;
};

/** In one piece, by character, and cut in two at every place. */
function* everyCut(markdown: string): Generator<string[]> {
  yield units(markdown);
  for (let at = 0; at <= markdown.length; at++) yield [markdown.slice(0, at), markdown.slice(at)];
}

describe('a formula', () => {
  for (const formula of FORMULAS) {
    it(`stays as it is written: ${JSON.stringify(formula)}`, () => {
      for (const markdown of [
        formula,
        `So *it* is ${formula}, *then*\n\nx`,
        `- a\n\n  ${formula.replaceAll('\n', '\n  ')}\n`,
      ]) {
        // In a line that starts with text, a formula ends where one of its lines starts another block.
        if (markdown.startsWith('So') && formula.includes('\n- ')) continue;
        const expected = whole(markdown);
        expect(expected.textContent, markdown).to.include(formula);
        for (const pieces of everyCut(markdown))
          expect(stream(pieces).innerHTML, JSON.stringify(pieces)).to.equal(expected.innerHTML);
      }
    });

    it(`never changes while it arrives: ${JSON.stringify(formula)}`, () => {
      if (formula === LATE) return;
      stream(units(`${formula} is *it*`), {}, ({ textContent }) => {
        const shown = textContent.trimEnd();
        expect(`${formula} is it`.startsWith(shown), shown).to.equal(true);
      });
    });

    it(`needs the full reader: ${JSON.stringify(formula)}`, () => {
      expect(needsFullReader(formula)).to.equal(true);
    });
  }

  it('that starts like a price changes once, when it is complete', () => {
    const shown: string[] = [];
    const done = stream(units(`${LATE} is it`), {}, ({ innerHTML }) => shown.push(innerHTML));
    const formatted = shown.map(html => html.includes('<em>'));
    expect(formatted.lastIndexOf(true)).to.equal(shown.length - ' is it'.length - 1);
    expect(formatted.slice(formatted.indexOf(true), formatted.lastIndexOf(true))).not.to.include(false);
    expect(done.textContent).to.equal(`${LATE} is it`);
  });

  for (const [markdown, text] of Object.entries(PRICES)) {
    it(`does not keep a price from being formatted while it arrives: ${JSON.stringify(markdown)}`, () => {
      let elements = 0;
      const end = stream(units(markdown), {}, container => {
        const shown = container.textContent.replace(/[\s*-]+$/, '');
        expect(text.startsWith(shown), shown).to.equal(true);
        const count = container.querySelectorAll('em, strong, li').length;
        expect(count, shown).to.be.at.least(elements);
        elements = count;
      });
      expect(end.textContent).to.equal(text);
      const expected = whole(markdown).innerHTML;
      for (const pieces of everyCut(markdown))
        expect(stream(pieces).innerHTML, JSON.stringify(pieces)).to.equal(expected);
    });
  }

  it('does not start in prices, escapes and code', () => {
    for (const [markdown, html] of Object.entries(PROSE)) {
      expect(whole(markdown).querySelector('p')!.innerHTML).to.equal(html);
      for (const pieces of everyCut(markdown))
        expect(stream(pieces).querySelector('p')!.innerHTML, JSON.stringify(pieces)).to.equal(html);
    }
    expect(needsFullReader('It costs $5 *today* and $6')).to.equal(false);
    expect(whole('$$\n```\na$$\n```').querySelector('pre')!.textContent).to.equal('a$$\n');
  });

  it('ends with its paragraph, even if it is not closed', () => {
    expect(whole('$$\na\n\n- b').querySelector('li')!.textContent).to.equal('b');
  });

  it('is rendered by the page, once it is complete', () => {
    const calls: string[] = [];
    const renderFormula: FormulaRenderer = (tex, { display }) => {
      calls.push(`${display}: ${tex}`);
      const node = document.createElement('i');
      node.textContent = tex;
      return node;
    };
    const markdown = 'If $a_1$ and **\\(b\\)**:\n\n$$\nc\n$$\n\nor \\[d\\]. Not `$e$` nor $5.';
    const html =
      '<p dir="auto">If <i>a_1</i> and <strong><i>b</i></strong>:</p><p dir="auto"><i>\nc\n</i></p>' +
      '<p dir="auto">or <i>d</i>. Not <code translate="no">$e$</code> nor $5.</p>';
    expect(whole(markdown, renderFormula).innerHTML).to.equal(html);
    expect(calls).to.deep.equal(['false: a_1', 'false: b', 'true: \nc\n', 'true: d']);
    for (const pieces of everyCut(markdown))
      expect(stream(pieces, { renderFormula }).innerHTML).to.equal(html);
    calls.length = 0;
    const streamed = stream(units('If $a$ and *$b$* then $c$'), { renderFormula });
    expect(streamed.querySelectorAll('i').length).to.equal(3);
    // Only inside open emphasis it is rendered again with each piece.
    expect([...new Set(calls)]).to.deep.equal(['false: a', 'false: b', 'false: c']);
    expect(calls.filter(call => call.endsWith('a'))).to.have.length(1);
  });

  it('stays as it is written if the renderer of the page returns nothing or throws', () => {
    const { error } = console;
    const reported: unknown[] = [];
    console.error = (...args: unknown[]) => reported.push(...args);
    try {
      const failure = new Error('no such command');
      const failing: FormulaRenderer = () => {
        throw failure;
      };
      expect(whole('a $x$ b', failing).textContent).to.equal('a $x$ b');
      expect(reported.join()).to.include('formulaRenderer');
      expect(reported).to.include(failure);
      expect(whole('a $x$ b', () => undefined).textContent).to.equal('a $x$ b');
    } finally {
      console.error = error;
    }
  });
});

import type { Example } from './examples.ts';

const BOX = '<input type="checkbox" disabled="">';
const DONE = '<input type="checkbox" disabled="" checked="">';
const link = (href: string, text = href): string => `<a href="${href}">${text}</a>`;

function table(head: string[], rows: string[][], align: (string | undefined)[] = []): string {
  const cells = (tag: string, texts: string[]): string =>
    texts.map((text, i) => `<${tag}${align[i] ? ` align="${align[i]}"` : ''}>${text}</${tag}>`).join('');
  const body = rows.map(row => `<tr>${cells('td', row)}</tr>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead>${body ? `<tbody>${body}</tbody>` : ''}</table>`;
}

/** What GFM adds to CommonMark, rule by rule: tables, strikethrough, task lists and addresses without brackets. */
export const GFM_EXAMPLES: readonly Example[] = [
  ['a table', '| foo | bar |\n| --- | --- |\n| baz | bim |\n', table(['foo', 'bar'], [['baz', 'bim']])],
  [
    'alignment, and a delimiter row of other widths than the head',
    '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
    table(['abc', 'defghi'], [['bar', 'baz']], ['center', 'right']),
  ],
  [
    'a pipe in a cell when it is escaped, also in code and emphasis',
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    table(['f|oo'], [['b <code>|</code> az'], ['b <strong>|</strong> im']]),
  ],
  [
    'a quote that ends a table',
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
    `${table(['abc', 'def'], [['bar', 'baz']])}<blockquote><p>bar</p></blockquote>`,
  ],
  [
    'a line without pipes as a row, until a blank line',
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
    `${table(
      ['abc', 'def'],
      [
        ['bar', 'baz'],
        ['bar', ''],
      ],
    )}<p>bar</p>`,
  ],
  [
    'no table when the numbers of cells differ',
    '| abc | def |\n| --- |\n| bar |\n',
    '<p>| abc | def |\n| --- |\n| bar |</p>',
  ],
  [
    'missing cells added and surplus cells dropped',
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
    table(
      ['abc', 'def'],
      [
        ['bar', ''],
        ['bar', 'baz'],
      ],
    ),
  ],
  ['a table without rows', '| abc | def |\n| --- | --- |\n', table(['abc', 'def'], [])],
  [
    'formatting inside cells',
    '| a | b |\n|---|---|\n| *x* and `y` | [z](/u) |\n',
    table(['a', 'b'], [['<em>x</em> and <code>y</code>', link('/u', 'z')]]),
  ],
  [
    'a table after a paragraph and inside a list item',
    '- text\n\n  | a |\n  |---|\n  | b |\n',
    `<ul><li><p>text</p>${table(['a'], [['b']])}</li></ul>`,
  ],
  [
    'an open task and a done one',
    '- [ ] foo\n- [x] bar\n',
    `<ul><li>${BOX} foo</li><li>${DONE} bar</li></ul>`,
  ],
  [
    'nested tasks',
    '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
    `<ul><li>${DONE} foo<ul><li>${BOX} bar</li><li>${DONE} baz</li></ul></li><li>${BOX} bim</li></ul>`,
  ],
  [
    'tasks apart from each other',
    '- [ ] a\n\n- [X] b\n',
    `<ul><li><p>${BOX} a</p></li><li><p>${DONE} b</p></li></ul>`,
  ],
  ['no task without a space after the brackets', '- [x]foo\n', '<ul><li>[x]foo</li></ul>'],
  ['strikethrough with two tildes', '~~Hi~~ Hello, world!\n', '<p><del>Hi</del> Hello, world!</p>'],
  ['strikethrough with one tilde', 'a ~b~ c\n', '<p>a <del>b</del> c</p>'],
  [
    'no strikethrough over paragraphs',
    'This ~~has a\n\nnew paragraph~~.\n',
    '<p>This ~~has a</p><p>new paragraph~~.</p>',
  ],
  [
    'no strikethrough with three tildes',
    'This will ~~~not~~~ strike.\n',
    '<p>This will ~~~not~~~ strike.</p>',
  ],
  [
    'an address that starts with www',
    'www.commonmark.org\n',
    `<p>${link('http://www.commonmark.org', 'www.commonmark.org')}</p>`,
  ],
  [
    'an address inside a sentence',
    'Visit www.commonmark.org/help for more.\n',
    `<p>Visit ${link('http://www.commonmark.org/help', 'www.commonmark.org/help')} for more.</p>`,
  ],
  [
    'punctuation after an address',
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
    `<p>Visit ${link('http://www.commonmark.org', 'www.commonmark.org')}.</p><p>Visit ${link('http://www.commonmark.org/a.b', 'www.commonmark.org/a.b')}.</p>`,
  ],
  [
    'balanced parentheses in an address',
    'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))\n',
    `<p>${link('http://www.google.com/search?q=Markup+(business)', 'www.google.com/search?q=Markup+(business)')}</p><p>(${link('http://www.google.com/search?q=Markup+(business)', 'www.google.com/search?q=Markup+(business)')})</p>`,
  ],
  [
    'an address ended by <',
    'www.commonmark.org/he<lp\n',
    `<p>${link('http://www.commonmark.org/he', 'www.commonmark.org/he')}&lt;lp</p>`,
  ],
  ['http and https', 'http://commonmark.org\n', `<p>${link('http://commonmark.org')}</p>`],
  [
    'an address in brackets',
    '(Visit https://encrypted.google.com/search?q=Markup+(business))\n',
    `<p>(Visit ${link('https://encrypted.google.com/search?q=Markup+(business)')})</p>`,
  ],
  ['a mail address', 'foo@bar.baz\n', `<p>${link('mailto:foo@bar.baz', 'foo@bar.baz')}</p>`],
  [
    'a mail address with a plus, and none without a dot',
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
    `<p>hello@mail+xyz.example isn't valid, but ${link('mailto:hello+xyz@mail.example', 'hello+xyz@mail.example')} is.</p>`,
  ],
  [
    'a mail address before a full stop',
    'a.b-c_d@a.b.\n',
    `<p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}.</p>`,
  ],
].map(([name, markdown, html]) => ({ name: name!, markdown: markdown!, html: html! }));

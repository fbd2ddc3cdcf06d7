import type { Example } from './examples.ts';

export const BOX = '<input type="checkbox" disabled="">';
export const DONE = '<input type="checkbox" disabled="" checked="">';
export const link = (href: string, text = href): string => `<a href="${href}">${text}</a>`;

export function table(head: string[], rows: string[][], align: (string | undefined)[] = []): string {
  const cells = (tag: string, texts: string[]): string =>
    texts.map((text, i) => `<${tag}${align[i] ? ` align="${align[i]}"` : ''}>${text}</${tag}>`).join('');
  const body = rows.map(row => `<tr>${cells('td', row)}</tr>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead>${body ? `<tbody>${body}</tbody>` : ''}</table>`;
}

/** What GFM adds to CommonMark, rule by rule: tables, strikethrough, task lists and addresses without brackets. */
export const GFM_EXAMPLES: readonly Example[] = [
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
    'a table without pipes at its edges, with words in its head',
    'first of all | second of all\n--- | ---\nb | c\n',
    table(['first of all', 'second of all'], [['b', 'c']]),
  ],
  [
    'a table that begins with a pipe that separates nothing',
    'Text\n\\| a b | c |\n|---|---|\n| d | e |\n',
    `<p>Text</p>${table(['| a b', 'c'], [['d', 'e']])}`,
  ],
  [
    'a row that ends with a backslash',
    '| drive | folder |\n|---|---|\n| C | C:\\shop\\\n',
    table(['drive', 'folder'], [['C', 'C:\\shop\\']]),
  ],
  [
    'tasks apart from each other',
    '- [ ] a\n\n- [X] b\n',
    `<ul><li><p>${BOX} a</p></li><li><p>${DONE} b</p></li></ul>`,
  ],
  ['no task without a space after the brackets', '- [x]foo\n', '<ul><li>[x]foo</li></ul>'],
  ['no strikethrough with one tilde', 'a ~b~ c\n', '<p>a ~b~ c</p>'],
  [
    'no strikethrough between two amounts',
    'small (~$4) or large (~$7)\n',
    '<p>small (~$4) or large (~$7)</p>',
  ],
  [
    'a tilde between two ends of a range, which strikes nothing through',
    'Mo~Fr 9:00~18:00, 周一~周五 10~20 €\n',
    '<p>Mo~Fr 9:00~18:00, 周一~周五 10~20 €</p>',
  ],
  ['strikethrough inside of a word, with two tildes', 'un~~do~~able\n', '<p>un<del>do</del>able</p>'],
].map(([name, markdown, html]) => ({ name: name!, markdown: markdown!, html: html! }));

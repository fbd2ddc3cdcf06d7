import { BOX, DONE, link, table } from './gfm-examples.ts';

/** An example of GitHub Flavored Markdown 0.29, https://github.github.com/gfm/: its number, its text, what it means. */
export interface SpecExample {
  number: number;
  markdown: string;
  html: string;
}

const www = (address: string): string =>
  link(`http://${address.replaceAll('&', '&amp;')}`, address.replaceAll('&', '&amp;'));
const mail = (address: string): string => link(`mailto:${address}`, address);
const paragraphs = (...texts: string[]): string => texts.map(text => `<p>${text}</p>`).join('');

const BUSINESS = 'www.google.com/search?q=Markup+(business)';
const SECURE = 'https://encrypted.google.com/search?q=Markup+(business)';

/** All examples of the four extensions: tables, task list items, strikethrough, autolinks. */
export const GFM_SPEC: readonly SpecExample[] = (
  [
    [198, '| foo | bar |\n| --- | --- |\n| baz | bim |\n', table(['foo', 'bar'], [['baz', 'bim']])],
    [
      199,
      '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
      table(['abc', 'defghi'], [['bar', 'baz']], ['center', 'right']),
    ],
    [
      200,
      '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
      table(['f|oo'], [['b <code>|</code> az'], ['b <strong>|</strong> im']]),
    ],
    [
      201,
      '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
      `${table(['abc', 'def'], [['bar', 'baz']])}<blockquote><p>bar</p></blockquote>`,
    ],
    [
      202,
      '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
      `${table(
        ['abc', 'def'],
        [
          ['bar', 'baz'],
          ['bar', ''],
        ],
      )}<p>bar</p>`,
    ],
    [203, '| abc | def |\n| --- |\n| bar |\n', '<p>| abc | def |\n| --- |\n| bar |</p>'],
    [
      204,
      '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
      table(
        ['abc', 'def'],
        [
          ['bar', ''],
          ['bar', 'baz'],
        ],
      ),
    ],
    [205, '| abc | def |\n| --- | --- |\n', table(['abc', 'def'], [])],
    [279, '- [ ] foo\n- [x] bar\n', `<ul><li>${BOX} foo</li><li>${DONE} bar</li></ul>`],
    [
      280,
      '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
      `<ul><li>${DONE} foo<ul><li>${BOX} bar</li><li>${DONE} baz</li></ul></li><li>${BOX} bim</li></ul>`,
    ],
    [491, '~~Hi~~ Hello, ~there~ world!\n', '<p><del>Hi</del> Hello, <del>there</del> world!</p>'],
    [492, 'This ~~has a\n\nnew paragraph~~.\n', paragraphs('This ~~has a', 'new paragraph~~.')],
    [493, 'This will ~~~not~~~ strike.\n', '<p>This will ~~~not~~~ strike.</p>'],
    [622, 'www.commonmark.org\n', paragraphs(www('www.commonmark.org'))],
    [
      623,
      'Visit www.commonmark.org/help for more information.\n',
      paragraphs(`Visit ${www('www.commonmark.org/help')} for more information.`),
    ],
    [
      624,
      'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
      paragraphs(`Visit ${www('www.commonmark.org')}.`, `Visit ${www('www.commonmark.org/a.b')}.`),
    ],
    [
      625,
      `${BUSINESS}\n\n${BUSINESS}))\n\n(${BUSINESS})\n\n(${BUSINESS}\n`,
      paragraphs(www(BUSINESS), `${www(BUSINESS)}))`, `(${www(BUSINESS)})`, `(${www(BUSINESS)}`),
    ],
    [
      626,
      'www.google.com/search?q=(business))+ok\n',
      paragraphs(www('www.google.com/search?q=(business))+ok')),
    ],
    [
      627,
      'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
      paragraphs(
        www('www.google.com/search?q=commonmark&hl=en'),
        `${www('www.google.com/search?q=commonmark')}&amp;hl;`,
      ),
    ],
    [628, 'www.commonmark.org/he<lp\n', paragraphs(`${www('www.commonmark.org/he')}&lt;lp`)],
    [
      629,
      `http://commonmark.org\n\n(Visit ${SECURE})\n`,
      paragraphs(link('http://commonmark.org'), `(Visit ${link(SECURE)})`),
    ],
    [630, 'foo@bar.baz\n', paragraphs(mail('foo@bar.baz'))],
    [
      631,
      "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
      paragraphs(`hello@mail+xyz.example isn't valid, but ${mail('hello+xyz@mail.example')} is.`),
    ],
    [
      632,
      'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n',
      paragraphs(mail('a.b-c_d@a.b'), `${mail('a.b-c_d@a.b')}.`, 'a.b-c_d@a.b-', 'a.b-c_d@a.b_'),
    ],
    [
      633,
      [
        'mailto:foo@bar.baz',
        'mailto:a.b-c_d@a.b',
        'mailto:a.b-c_d@a.b.',
        'mailto:a.b-c_d@a.b/',
        'mailto:a.b-c_d@a.b-',
        'mailto:a.b-c_d@a.b_',
        'xmpp:foo@bar.baz',
        'xmpp:foo@bar.baz.\n',
      ].join('\n\n'),
      paragraphs(
        link('mailto:foo@bar.baz'),
        link('mailto:a.b-c_d@a.b'),
        `${link('mailto:a.b-c_d@a.b')}.`,
        `${link('mailto:a.b-c_d@a.b')}/`,
        'mailto:a.b-c_d@a.b-',
        'mailto:a.b-c_d@a.b_',
        link('xmpp:foo@bar.baz'),
        `${link('xmpp:foo@bar.baz')}.`,
      ),
    ],
    [
      634,
      'xmpp:foo@bar.baz/txt\n\nxmpp:foo@bar.baz/txt@bin\n\nxmpp:foo@bar.baz/txt@bin.com\n',
      paragraphs(...['txt', 'txt@bin', 'txt@bin.com'].map(resource => link(`xmpp:foo@bar.baz/${resource}`))),
    ],
    [635, 'xmpp:foo@bar.baz/txt/bin\n', paragraphs(`${link('xmpp:foo@bar.baz/txt')}/bin`)],
  ] as const
).map(([number, markdown, html]) => ({ number, markdown, html }));

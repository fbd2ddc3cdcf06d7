import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { decodeText } from '../../../src/service/knowledge/reading/decode-text.ts';
import type { Passage } from '../../../src/service/knowledge/reading/document.ts';
import { plainText } from '../../../src/service/knowledge/reading/plain-text.ts';
import { readDocument } from '../../../src/service/knowledge/reading/read-document.ts';
import { readHtml } from '../../../src/service/knowledge/reading/read-html.ts';
import { readInWorker } from '../../../src/service/knowledge/reading/read-in-worker.ts';
import { readMarkdown } from '../../../src/service/knowledge/reading/read-markdown.ts';
import { readText } from '../../../src/service/knowledge/reading/read-text.ts';
import { limitReading, readingLimits } from '../../../src/service/knowledge/reading/reading-limits.ts';
import { readTextFile } from '../../../src/service/knowledge/reading/text-file.ts';
import { docxOf, pdfOf } from '../../fakes/documents.ts';
import { workSince } from '../work.ts';

const bodies = (passages: readonly Passage[]): string[] => passages.map(passage => passage.body);
const html = (source: string, url = 'https://shop.example/guide/'): string[] =>
  bodies(readHtml(source, 'page', url).passages);

test('a page is read for its content, without its menus, forms, scripts and surroundings', () => {
  assert.deepEqual(
    html(
      `<title>T</title><style>x</style><header>Logo</header><nav><a href="/">Home</a></nav>
       <main><header><h1>Tents</h1></header><p>Wash   by
       hand.<script>alert(1)</script></p><form>Mail <input></form><template>t</template></main>
       <div>Cookies!</div><footer>Imprint</footer>`,
    ),
    ['Wash by hand.'],
  );
  assert.deepEqual(html('<header>Logo</header><article><header><h2>A</h2></header>Text.</article>'), [
    'Text.',
  ]);
});

test('a list of nothing but links for navigation is not text, wherever it is', () => {
  const menu =
    '<ul><li><a href="/">Home</a><li><a href="/hours">Opening hours</a><ul><li><a href="/x">More</a></ul></ul>';
  const long = `<ol>${'<li><a href="/a/long/address/to/make/it/longer">Opening hours</a>'.repeat(60)}</ol>`;
  for (const page of [
    `${menu}<h1>Kites</h1><p>A kite needs wind.</p>`,
    `<div>${long}</div><h1>Kites</h1><p>A kite needs wind.</p>`,
    `<h1>Kites</h1>${menu.replace('<ul', '<ul class="top-nav dark"')}<p>A kite needs wind.</p>`,
    `<div><h1>Kites</h1><p>A kite needs wind.</p></div><div id="bottom">${menu}${menu}</div>`,
    `<main><h1>Kites</h1><ul><li><a href="#wind">Wind</a><li><a href="#tail">Tail</a></ul><p>A kite needs wind.</p></main>`,
  ])
    assert.deepEqual(html(page), ['A kite needs wind.'], page.slice(0, 200));
});

test('a list of links with an introduction, or with text beside the links, is read', () => {
  const list = '<ul><li><a href="/a.pdf">Prices</a><li><a href="/b.pdf">Sizes</a></ul>';
  const read = '- [Prices](https://shop.example/a.pdf)\n- [Sizes](https://shop.example/b.pdf)';
  for (const page of [
    `<h2>To download</h2>${list}`,
    `<div><h2>To download</h2></div><div>${list}</div>`,
    `<div><p>To download:</p></div><div>${list}</div>`,
    `<div><p>We have two.</p>${list}</div>`,
    `<div>We have two.${list}</div>`,
    `<main>${list}</main>`,
    list,
  ])
    assert.equal(html(page).join('\n').split('\n').slice(-2).join('\n'), read, page);
  assert.deepEqual(html('<ul><li><a href="/a">Prices</a>: from 9 €<li><a href="/b">Sizes</a></ul>'), [
    '- [Prices](https://shop.example/a): from 9 €\n- [Sizes](https://shop.example/b)',
  ]);
  const inOrder = `<p>A.</p><ul><li>B<pre>c</pre><li><h3>D</h3>E</ul><p>F.</p>`;
  assert.deepEqual(
    html(inOrder)
      .join(' ')
      .match(/[A-Z]|c/g),
    ['A', 'B', 'c', 'E', 'F'],
  );
});

test('a page whose script or comment mentions a missing main part is read all the same', () => {
  for (const aside of [
    '<script>const page = "<main class=x>"</script>',
    '<!-- <main> -->',
    '<noscript><main>Turn scripts on.</main></noscript>',
  ]) {
    assert.deepEqual(html(`${aside}<h1>Kites</h1><p>A kite needs wind.`), ['A kite needs wind.']);
  }
});

test('a text without an empty line is read completely, however long it is', async () => {
  const lines = Array.from({ length: 600 }, (_, i) => `Item ${i} stands in rack ${i}, behind the door.`);
  for (const [name, source] of [
    ['lines.txt', lines.join('\n')],
    ['one-line.txt', lines.join(' ')],
    ['lines.md', `# Racks\n\n${lines.join('\n')}`],
    [
      'list.md',
      lines
        .map(line => `  - ${line}`)
        .join('\n')
        .replace('  -', '-'),
    ],
    ['page.html', `<h1>Racks</h1><p>${lines.join(' ')}</p>`],
    ['no-words.txt', lines.join('').replaceAll(/[ .]/g, '')],
  ] as const) {
    const read = bodies((await readDocument(name, Buffer.from(source), '')).passages);
    const letters = (text: string): string => text.replaceAll(/[^a-z0-9]/gi, '');
    assert.equal(letters(read.join('')), letters(lines.join('')), name);
    assert.ok(
      read.every(body => body.length <= 4000),
      name,
    );
    if (name !== 'no-words.txt')
      assert.ok(
        read.every(body => /door\.$/.test(body)),
        name,
      );
  }
});

test('code that contains fences is one block', () => {
  assert.deepEqual(html('<pre>a\n```\nb\n`````\nc</pre>'), ['``````\na\n```\nb\n`````\nc\n``````']);
});

test('the encoding in the server’s header takes precedence over the page’s own', () => {
  const page = Buffer.from('<meta charset="utf-8"><p>caf\xe9', 'latin1');
  assert.match(decodeText(page, 'iso-8859-1'), /café/);
});

test('measures with asterisks between them stay the same in an answer, whatever their source format', async () => {
  const size = 'Size 60*40*30 cm*, *without lid';
  const said = async (name: string, bytes: Uint8Array): Promise<string> =>
    bodies((await readDocument(name, bytes, '')).passages)
      .map(plainText)
      .join(' ');
  const page = `<h2>80*120*90</h2><p>${size}, <code>a*b*c</code></p><pre>d*e*f</pre><table><tr><td>1*2*3<td>4</table>`;
  assert.equal(await said('box.html', Buffer.from(page)), `${size}, a*b*c d*e*f 1*2*3 4`);
  assert.equal(readHtml(page, 'Box').title, '80*120*90');
  assert.equal(await said('box.txt', Buffer.from(size)), size);
  assert.equal(await said('box.pdf', pdfOf([[size]])), size);
  assert.equal(await said('box.docx', docxOf([size])), size);
});

test('code that is too long for an answer is cut, and what follows it is not code', () => {
  const lines = 'rake(1);\n'.repeat(600);
  for (const [source, fence] of [
    [`\`\`\`js\n${lines}\`\`\``, '```'],
    [`~~~~\n${lines}~~~~`, '~~~~'],
  ]) {
    const [code] = bodies(readMarkdown(source!, 'Racks', '').passages);
    assert.ok(code!.endsWith(`\n${fence}`), code!.slice(-40));
    assert.ok(code!.length <= 4000);
  }
});

test('headings lead to the ids that the page gives them', () => {
  const { title, passages } = readHtml(
    '<h1>Shop</h1><h2 id="a">Tents &amp; <a href="/x">more</a></h2><p>One.</p><h3>Small</h3><p>Two.</p>',
    'page',
  );
  assert.equal(title, 'Shop');
  assert.deepEqual(passages, [
    { heading: 'Tents & more', anchor: 'a', body: 'One.' },
    { heading: 'Tents & more › Small', anchor: 'small', body: 'Two.' },
  ]);
});

test('links of a page lead where they do in a browser, also with a base address', () => {
  const read = (head: string, url = 'https://shop.example/guide/tents'): string =>
    html(`${head}<p>See <a href="contact">contact</a>.`, url)[0]!;
  assert.equal(read(''), 'See [contact](https://shop.example/guide/contact).');
  assert.equal(read('<base href="/">'), 'See [contact](https://shop.example/contact).');
  assert.equal(
    read('<base target="_blank"><base href="/en/"><base href="/fr/">'),
    'See [contact](https://shop.example/en/contact).',
  );
  assert.equal(read('<base href="/">', '/docs/tents.html'), 'See [contact](/contact).');
  assert.equal(
    read('<base href="https://shop.example/en/">', ''),
    'See [contact](https://shop.example/en/contact).',
  );
});

test('a heading above all of a page is known by its words, whatever the title of the page is', () => {
  const read = (title: string): [string, string] => {
    const page = readHtml(`<title>${title}</title><h1>Tents</h1><h2>Poles</h2><p>Of wood.`, 'page');
    return [page.title, page.passages[0]!.heading];
  };
  // Many sites call all of their pages by the name of the company.
  assert.deepEqual(read('Camping Ltd'), ['Camping Ltd', 'Tents › Poles']);
  assert.deepEqual(read('All about TENTS – Camping Ltd'), ['All about TENTS – Camping Ltd', 'Poles']);
});

test('a page has its own title, and not that of a drawing in it', () => {
  const icon = (name: string): string => `<svg role="img"><title>${name}</title><path d="M0 0" /></svg>`;
  const shop = (head: string): string => `${head}<header>${icon('Menu')}</header>
    <main><h1>Delivery</h1><p>Two days ${icon('Truck')} at most.</p></main><footer>${icon('Phone')}</footer>`;
  const read = readHtml(shop('<title>Delivery – Corner Shop</title>'), 'page');
  assert.deepEqual([read.title, ...bodies(read.passages)], ['Delivery – Corner Shop', 'Two days at most.']);
  assert.equal(readHtml(shop(''), 'page').title, 'Delivery');
});

test('a heading without an id leads to the id just before or inside it, else to its words', () => {
  const anchors = (source: string): string[] =>
    readHtml(source, 'page', 'https://shop.example/guide/').passages.map(({ anchor }) => anchor);
  assert.deepEqual(anchors('<section id="tents"><h2>Tents</h2><p>One.</p></section>'), ['tents']);
  assert.deepEqual(anchors('<a name="old"></a><h2>Tents</h2><p>One.'), ['old']);
  assert.deepEqual(anchors('<h2><a id="in"></a>Tents</h2><p>One.'), ['in']);
  assert.deepEqual(anchors('<div id="all"><p>Word.</p><h2>Tents - and more</h2><p>One.</div>'), [
    '',
    ':~:text=Tents - and more',
  ]);
  assert.deepEqual(anchors('<h2>Run <code>npm ci</code></h2><p>One.'), [':~:text=Run npm ci']);
  // The words lead to the first of that name only.
  assert.deepEqual(anchors('<h2>Tents</h2><p>One.<h2>Boats</h2><p>Two.<h2>Tents</h2><p>Three.'), [
    ':~:text=Tents',
    ':~:text=Boats',
    'tents-1',
  ]);
});

test('a heading of Markdown leads to the id its author gives it, which is not part of its words', () => {
  const { passages, title } = readMarkdown(
    '# Shop {#top}\n\nHi.\n\n## Prices of `oil` {#prices .wide}\n\nOne.\n\n## Sizes {: #sizes }\n\nTwo.\n\n## Uses {x}\n\nThree.',
    'file',
    '',
  );
  assert.equal(title, 'Shop');
  assert.deepEqual(
    passages.map(({ heading, anchor }) => [heading, anchor]),
    [
      ['', 'top'],
      ['Prices of oil', 'prices'],
      ['Sizes', 'sizes'],
      ['Uses {x}', 'uses-x'],
    ],
  );
});

test('a comment of the author is not shown, and code that looks like one is', () => {
  const { passages } = readMarkdown(
    '# Shop\n\nOpen daily.<!-- until May --> Come in.\n\n- Oil <!-- out of stock -->\n- Wax\n\nWrite `<!-- here -->` first.',
    'file',
    '',
  );
  assert.deepEqual(bodies(passages), [
    'Open daily. Come in.\n\n- Oil \n- Wax\n\nWrite `<!-- here -->` first.',
  ]);
});

test('the text inside a site generator’s marks is shown, and the marks are not', () => {
  const read = (source: string): string =>
    bodies(readMarkdown(source, 'file', '/docs/a.md').passages).join('\n\n');
  for (const [source, said] of [
    [
      'Bread is baked daily[^1][^bakers-note].\n\n[^1]: Not on Sundays.\n[^bakers-note]: By hand.',
      'Bread is baked daily.\n\nNot on Sundays.\n\nBy hand.',
    ],
    ['Bread[^a] is baked.\n\n[^a]: Daily', 'Bread is baked.\n\nDaily'],
    ['- Bread[^1]\n- Rolls\n\n[^1]: Daily', '- Bread\n- Rolls\n\nDaily'],
    [
      '::: tip Good to know\nWe close at six.\n:::\n\nCome in.',
      'Good to know\n\nWe close at six.\n\nCome in.',
    ],
    [':::note[Good to know]\n\nWe close at six.\n\n:::', 'Good to know\n\nWe close at six.'],
    [
      ':::: {.warning #x}\nWe close at six.\n::: details\nThe oven cools.\n:::\n::::',
      'We close at six.\n\nThe oven cools.',
    ],
    [':::{admonition} Good to know\nWe close at six.\n:::', 'Good to know\n\nWe close at six.'],
    ['- Bread\n\n  ::: tip\n  Warm.\n  :::', '- Bread\n\n  Warm.'],
    ['> [!NOTE]\n> We close at six.', '> We close at six.'],
    ['> [!tip]- Good to know\n> We close at six.', '> Good to know\n> We close at six.'],
    [
      '{{< notice "warning" >}}\nWe close at {{% time %}} six.\n{{< /notice >}}\n\n{{< figure\n  src="a.png" >}}',
      'We close at  six.',
    ],
    ['{% include a.html %}\nWe close{% if x %} at six{% endif %}.', 'We close at six.'],
    [
      'See [the prices]({{< ref "prices.md" >}}#oil) and [the sizes]({% link sizes.md %}).',
      'See the prices and the sizes.',
    ],
  ] as const)
    assert.equal(read(source).replace(/\n{3,}/g, '\n\n'), said, source);
});

test('text that only looks like a generator’s mark stays in code and elsewhere', () => {
  const read = (source: string): string => bodies(readMarkdown(source, 'file', '').passages).join('\n\n');
  for (const source of [
    'Match `[^1]` and `{{< ref >}}`, or ``{% `x` %}``.\n\n```md\nText[^1]\n\n::: tip\n{% raw %}\n:::\n```',
    '- Write:\n\n  ```md\n  ::: tip\n  {{< ref >}} [^1]\n  :::\n  ```',
    '    ::: tip\n    {{< ref >}} [^1]\n    :::',
  ])
    assert.equal(read(`${source}\n\n[^1]: A note.`), `${source.trim()}\n\nA note.`, source);
  for (const source of ['The class [^a-z] is any other sign.', 'Say {{ name }} and {%.', 'At 10:::30'])
    assert.equal(read(source), source);
});

test('a table in plain text is read row by row under the names of its columns, whatever separates its cells', () => {
  const read = (text: string): string[] =>
    bodies(readTextFile({ format: 'table', bytes: Buffer.from(text), title: 'prices' }).passages);
  const expected = ['| Item | Price |\n| --- | --- |\n| Oil, 1 l \\| can | €9 |\n| Wax | €4 |'];
  assert.deepEqual(read('Item,Price\n"Oil, 1 l | can",€9\n\nWax,€4\n'), expected);
  assert.deepEqual(read('\ufeffItem;Price\r\n"Oil, 1 l | can";€9\r\nWax;€4'), expected);
  assert.deepEqual(read('Item\tPrice\nOil, 1 l | can\t€9\nWax\t€4'), expected);
});

test('signs beside a heading that only link back to it are not part of its name', () => {
  const names = (source: string): string[] =>
    readHtml(`<h1>Shop</h1><p>All.</p>${source}<p>One.</p>`, 'page', 'https://shop.example/').passages.map(
      ({ heading }) => heading,
    );
  for (const sign of ['¶', '#', '&#8203;', '🔗', '§']) {
    assert.deepEqual(names(`<h2 id="a">Tents <a href="#a">${sign}</a></h2>`), ['', 'Tents']);
    assert.deepEqual(names(`<h2 id="a"><a href="/guide/#a">${sign}</a> Tents</h2>`), ['', 'Tents']);
  }
  assert.deepEqual(names('<h2 id="a"><a href="#a">Tents</a> in C#</h2>'), ['', 'Tents in C#']);
});

test('lists, tables and code keep their form', () => {
  assert.deepEqual(html('<ul><li>One<li><p>Two</p><ol><li>Two a<li>Two b</ol><li>Three</ul>'), [
    '- One\n- Two\n  1. Two a\n  2. Two b\n- Three',
  ]);
  assert.deepEqual(html('<table><tr><th>Size<th>Price<tr><td>S | M<td><p>9 €</p></table>'), [
    '| Size | Price |\n| --- | --- |\n| S \\| M | 9 € |',
  ]);
  assert.deepEqual(html('<pre><code class="language-sh">npm  ci\nnpm start\n</code></pre>'), [
    '```sh\nnpm  ci\nnpm start\n```',
  ]);
  assert.deepEqual(html('<p>Run <code>npm ci</code>.'), ['Run `npm ci`.']);
});

test('the question of a list that opens answer by answer is a heading, although it is a button', () => {
  const faq = `<main><h1>FAQ</h1><h2><button aria-expanded="false">Can I return it?</button></h2><div hidden>Within 30
    days.</div><button>Share</button><h2><button>Do you ship?</button></h2><div>Yes.</div></main>`;
  assert.deepEqual(
    readHtml(faq, 'faq').passages.map(({ heading, body }) => [heading, body]),
    [
      ['Can I return it?', 'Within 30 days.'],
      ['Do you ship?', 'Yes.'],
    ],
  );
});

test('a page that is one large form is read', () => {
  const form = (inner: string): string =>
    `<body><form id="aspnetForm"><input name="s">${inner}</form></body>`;
  const hours = '<nav>Home</nav><h1>Hours</h1><p>Monday to Friday</p>';
  for (const page of [form(hours), form(`<p>Menu</p><main>${hours}</main>`)]) {
    const { title, passages } = readHtml(page, 'page');
    assert.deepEqual([title, passages.map(({ body }) => body)], ['Hours', ['Monday to Friday']]);
  }
});

test('the surroundings of a page are also recognised by role', () => {
  const page = `<div role="banner">Acme</div><div role="navigation"><div>Home</div><div>About</div></div>
    <div role="search">Find</div><p>Open daily.</p><div role="contentinfo">Imprint</div>`;
  assert.deepEqual(
    readHtml(page, 'page').passages.map(({ body }) => body),
    ['Open daily.'],
  );
});

test('an unknown role changes nothing, and a known one makes no menu a text', () => {
  const page = `<script role="constructor">track()</script><nav role="banner">Menu</nav>
    <article><nav role="banner">More</nav><p>Open daily.</p></article>`;
  assert.deepEqual(
    readHtml(page, 'page').passages.map(({ body }) => body),
    ['Open daily.'],
  );
});

test('a table cell that spans several columns or rows counts in each', () => {
  const [caption, table] = readHtml(
    `<table><caption>Rooms</caption>
      <tr><th rowspan="2">Room<th colspan="2">Price<th rowspan="2">Beds</tr>
      <tr><th>Summer<th>Winter</tr>
      <tr><td colspan="4">With breakfast</tr>
      <tr><td>Single<td>80<td>60<td rowspan="9999999999">1</tr>
      <tr><td>Attic<td colspan="2">50</tr></table>`,
    'rooms',
  ).passages[0]!.body.split('\n\n');
  assert.equal(caption, 'Rooms');
  assert.deepEqual(table?.split('\n'), [
    '| Room | Price | Price | Beds |',
    '| --- | --- | --- | --- |',
    '| Room | Summer | Winter | Beds |',
    '| With breakfast |  |  |  |',
    '| Single | 80 | 60 | 1 |',
    '| Attic | 50 | 50 | 1 |',
  ]);
  const looks = '<table><tr><td colspan="3">One</td></tr><tr><td colspan="3">Two</td></tr></table>';
  assert.equal(readHtml(looks, 'looks').passages[0]?.body, 'One\n\nTwo');
});

test('the first line of a plain text is its title, and a line on its own is a heading', () => {
  const text = `Registry office\n\nMarriage\n\nCosts 55 euros.\nBring a passport.\n\nWhat of a birth?\n
It is reported within a week.\n\n- by the hospital\n\nTown hall\n\nMarket Street 1\n\n24999 Lindenau`;
  const { title, passages } = readText(text, 'registry');
  assert.deepEqual(
    [title, ...passages.map(({ heading, anchor, body }) => [heading, anchor, body])],
    [
      'Registry office',
      ['Marriage', '', 'Costs 55 euros.\nBring a passport.'],
      [
        'What of a birth?',
        '',
        'It is reported within a week.\n\n- by the hospital\n\nTown hall\n\nMarket Street 1\n\n24999 Lindenau',
      ],
    ],
  );
  assert.equal(readText('Opens at nine.\n\nCloses at five.', 'hours').title, 'hours');
  assert.equal(readText('Opens at nine', 'hours').passages[0]?.body, 'Opens at nine');
});

test('a layout table is read as text', () => {
  assert.deepEqual(html('<table><tr><td>One.<tr><td>Two.</table>'), ['One.\n\nTwo.']);
  assert.match(html('<table><tr><td><table><tr><td>a<td>b</table><td>c</table>').join(), /a[\s\S]*b[\s\S]*c/);
});

test('links keep their targets, and unsafe ones become text', () => {
  assert.deepEqual(
    html('<p><a href="../sale?a=1">Sale</a> <a href="javascript:alert(1)">No</a> <a href="#x">Up</a>'),
    ['[Sale](https://shop.example/sale?a=1) No Up'],
  );
  assert.deepEqual(html('<p><a href="b.html">B</a>', ''), ['B']);
  assert.deepEqual(html('<p><a href="b_(c).html">B</a>', '/docs/'), ['[B](/docs/b_%28c%29.html)']);
});

test('a long list or table loses nothing', () => {
  const words = Array.from({ length: 2000 }, (_, i) => `word${i}`);
  const lists = html(`<ul>${words.map(word => `<li>${word}`).join('')}</ul>`).join('\n');
  const tables = html(
    `<table><tr><th>A<th>B${words.map(word => `<tr><td>${word}<td>x`).join('')}</table>`,
  ).join('\n');
  for (const word of words) {
    assert.ok(new RegExp(`\\b${word}\\b`).test(lists), word);
    assert.ok(new RegExp(`\\b${word}\\b`).test(tables), word);
  }
});

test('broken and endless markup is read without harm', () => {
  for (const source of [
    '<',
    '<p',
    '</main></main>text',
    '<h1>',
    '<table><td><li><pre>x',
    '<main><nav>x',
    '\0\0<p>\0',
  ])
    assert.ok(Array.isArray(html(source)));
  const started = process.cpuUsage();
  assert.throws(() => html('<div>'.repeat(200_000)), /nested too deeply/);
  html('<p>x'.repeat(100_000) + '<li>y'.repeat(100_000));
  html('<p></div>'.repeat(100_000));
  html(`<a href=x>${'['.repeat(200_000)}`);
  assert.ok(workSince(started) < 5000);
});

test('a source is quoted in plain text, whatever its format', () => {
  assert.equal(plainText('Q&amp;A: a<b&nbsp;&#8594; x&copy=1 `&amp;`'), 'Q&A: a<b → x&copy=1 &amp;');
  const cases = [
    ['Wash *by* hand, see [the guide](/x) & `npm ci`.', 'Wash by hand, see the guide & npm ci.'],
    ['- One\n- Two\n  - Three **x**', 'One Two Three x'],
    ['| a | b |\n| --- | --- |\n| c | d |', 'a b c d'],
    ['```sh\nnpm ci\n```\n\n> 2 * 3\n\nline\nbreak <b>y</b>', 'npm ci 2 * 3 line break y'],
  ];
  for (const [markdown, words] of cases) assert.equal(plainText(markdown!), words);
});

test('a text is decoded in its encoding', () => {
  const latin1 = Buffer.from('Größe', 'latin1');
  assert.equal(decodeText(Buffer.from('Größe')), 'Größe');
  assert.equal(decodeText(latin1), 'Größe');
  assert.equal(decodeText(latin1, 'iso-8859-1'), 'Größe');
  assert.equal(decodeText(latin1, 'no-such-encoding'), 'Größe');
  assert.equal(decodeText(Buffer.from('\uFEFFGröße', 'utf16le')), 'Größe');
  const unmarked = Buffer.from('Größe', 'utf16le');
  assert.equal(decodeText(unmarked), 'Größe');
  assert.equal(decodeText(Buffer.from(unmarked).swap16()), 'Größe');
  const cyrillic = Buffer.concat([
    Buffer.from('<meta charset="windows-1251"><p>'),
    Buffer.from([0xc4, 0xe0]),
  ]);
  assert.match(decodeText(cyrillic), /Да$/);
});

test('a page in single bytes that claims UTF-16 is decoded otherwise, as in browsers', () => {
  for (const said of ['utf-16', 'UTF-16LE', 'unicode', 'utf-16be'])
    assert.match(decodeText(Buffer.from(`<meta charset="${said}"><p>Größe`)), /<p>Größe$/, said);
  assert.equal(decodeText(Buffer.from('Größe', 'utf16le'), 'utf-16le'), 'Größe', 'the server knows');
});

test('one damaged letter does not damage the rest of a text', () => {
  const text = Buffer.from('Die Größe der Tür in Köln');
  for (const damaged of [
    Buffer.concat([text, Buffer.from([0xe9])]),
    Buffer.concat([Buffer.from([0xff]), text]),
    // Cut in the middle of a letter.
    Buffer.from('Die Größe der Tür: groß').subarray(0, -1),
  ])
    assert.match(decodeText(damaged), /Die Größe der Tür/);
  assert.equal(decodeText(Buffer.from('Die Größe der Tür', 'latin1')), 'Die Größe der Tür');
});

test('old line endings are recognised', async () => {
  const bytes = Buffer.from('The stork\rclatters.\r\rIt nests on roofs.');
  const { passages } = await readDocument('birds.txt', bytes, '');
  assert.deepEqual(bodies(passages), ['The stork\nclatters.\n\nIt nests on roofs.']);
});

test('a PDF is read in paragraphs, without the headers and footers of its pages', async () => {
  const pages = ['ants', 'bees', 'cats', 'dogs'].map((word, i) => [
    'Shop handbook',
    '',
    `# Chapter ${i + 1}`,
    `A first line about ${word} goes on and`,
    'ends here.',
    '',
    `More about ${word}.`,
    '',
    `Page ${i + 1} of 4`,
  ]);
  const { title, passages } = await readDocument('x.pdf', pdfOf(pages, { title: 'The handbook' }), '');
  assert.equal(title, 'The handbook');
  assert.deepEqual(passages[1], {
    heading: 'Chapter 2',
    anchor: 'page=2',
    body: 'A first line about bees goes on and ends here.\n\nMore about bees.',
  });
});

test('what a browser prints around a page is omitted, with the path of the file', async () => {
  const printed = [
    '1/26/26, 2:45 PM\tRates',
    'Dogs cost 5 euros.',
    '1/27/26, 8:00 AM: fair.',
    'file:///home/kim/rates.html 1/1',
  ];
  const read = async (lines: string[]): Promise<string[]> =>
    bodies((await readDocument('x.pdf', pdfOf([lines]), '')).passages);
  assert.deepEqual(await read(printed), ['Dogs cost 5 euros. 1/27/26, 8:00 AM: fair.']);
  assert.deepEqual(await read(['1/26/26, 2:45 PM: the fair opens.', 'See https://fair.example/']), [
    '1/26/26, 2:45 PM: the fair opens. See https://fair.example/',
  ]);
});

test('citations of a PDF without headings lead to its pages', async () => {
  const { passages } = await readDocument('x.pdf', pdfOf([['One.'], ['Two.']]), '');
  assert.deepEqual(
    passages.map(({ anchor, body }) => [anchor, body]),
    [
      ['page=1', 'One.'],
      ['page=2', 'Two.'],
    ],
  );
});

test('list items of a PDF stay items, and lines of words with their own hyphens are joined', async () => {
  const lines = [
    'Bring along:',
    '\x95 a towel',
    'of your own',
    '\x95 a cap',
    'and write an E-',
    'Mail to room A-',
    '12.',
  ];
  const { passages } = await readDocument('x.pdf', pdfOf([lines]), '');
  assert.deepEqual(bodies(passages), [
    'Bring along:\n- a towel of your own\n- a cap and write an E-Mail to room A-12.',
  ]);
});

test('a table of a PDF is read row by row, also with empty cells', async () => {
  const lines = [
    'What we lend:',
    '',
    'Article\tSize\tPrice',
    'Tent Alpha\t2 persons\t119 euros',
    'Stove | Gamma\t\t39 euros',
    'All prices are for a week and hold for as long as there are any of them.',
  ];
  assert.deepEqual(bodies((await readDocument('x.pdf', pdfOf([lines]), '')).passages), [
    `What we lend:

| Article | Size | Price |
| --- | --- | --- |
| Tent Alpha | 2 persons | 119 euros |
| Stove \\| Gamma |  | 39 euros |

All prices are for a week and hold for as long as there are any of them.`,
  ]);
});

test('list items whose bullets are apart are items, not a table', async () => {
  for (const [marks, read] of [
    ['\x95 \x95', '- Open the valve.\n- Wait until it hums, which takes a minute or two in winter.'],
    ['1. 2.', '1. Open the valve.\n2. Wait until it hums, which takes a minute or two in winter.'],
    ['a) b)', 'a) Open the valve.\nb) Wait until it hums, which takes a minute or two in winter.'],
  ] as const) {
    const [first, second] = marks.split(' ');
    const lines = [
      `${first}\tOpen the valve.`,
      `${second}\tWait until it hums, which`,
      '\ttakes a minute or two in winter.',
    ];
    assert.deepEqual(bodies((await readDocument('x.pdf', pdfOf([lines]), '')).passages), [read]);
  }
});

test('text in columns is read one column after the other, in whatever order the PDF stores it', async () => {
  const left = [
    'The north hut sleeps twelve',
    'people and has a stove. Its',
    'key hangs behind a wood-',
    'en door.',
  ];
  const right = [
    'The south hut sleeps thirty',
    'people and has a lamp. It',
    'can be booked by telephone',
    'on weekdays.',
  ];
  const read =
    'The north hut sleeps twelve people and has a stove. Its key hangs behind a wooden door.\n\n' +
    'The south hut sleeps thirty people and has a lamp. It can be booked by telephone on weekdays.';
  const rowByRow = left.map((line, i) => `${line}\t${right[i]}`);
  assert.deepEqual(bodies((await readDocument('x.pdf', pdfOf([rowByRow]), '')).passages), [read]);
});

test('text beside a paragraph of a PDF is not part of it', async () => {
  const { passages } = await readDocument('x.pdf', pdfOf([['Tent Alpha', '\t\t119 euros', 'Tent Beta']]), '');
  assert.deepEqual(bodies(passages), ['Tent Alpha\n\n119 euros\n\nTent Beta']);
});

test('a PDF without character names contains no text', async () => {
  const nameless = (text: string): string =>
    text.replace(/./g, letter => String.fromCharCode(letter === ' ' ? 3 : letter.charCodeAt(0) - 29));
  const page = ['The kraken tour costs 49 euros and', 'lasts for two hours at the most.'].map(nameless);
  // A font that was embedded without its table of characters.
  const known = '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding';
  const unknown = '/Subtype /TrueType /BaseFont /ABCDEF+Own'.padEnd(known.length);
  const pdf = Buffer.from(pdfOf([page]).toString('latin1').replace(known, unknown), 'latin1');
  await assert.rejects(readDocument('x.pdf', pdf, ''), /contains no text that can be read/);
});

test('pages of a PDF that cannot be read are named, with what to do, and the others are read', async () => {
  const garbled = 'The kraken tour costs 49 euros.'.replace(/./g, letter =>
    String.fromCharCode(letter === ' ' ? 3 : letter.charCodeAt(0) - 29),
  );
  const pages = [['Gates open at four.'], [garbled], [''], ['']].concat([['Dogs are welcome.'], [garbled]]);
  const shared = '/F1 3 0 R';
  const nameless = '/F1 << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Own >>';
  const [first, second, ...others] = pdfOf(pages).toString('latin1').split(shared);
  const withFonts = [first, shared, second, nameless, others.slice(0, -2).join(shared)].join('');
  const file = `${withFonts}${shared}${others.at(-2)}${nameless}${others.at(-1)}`;
  const image = 'BI /W 1 /H 1 /BPC 8 /CS /G ID \u0000 EI';
  // The third page shows an image; the fourth is empty.
  const pdf = Buffer.from(file.replace('stream\n\nendstream', `stream\n${image}\nendstream`), 'latin1');
  const { passages, warning } = await readDocument('x.pdf', pdf, '');
  assert.deepEqual(
    passages.map(({ anchor, body }) => [anchor, body]),
    [
      ['page=1', 'Gates open at four.'],
      ['page=5', 'Dogs are welcome.'],
    ],
  );
  assert.match(warning ?? '', /^was read in part: pages 2–3, 6 show .*text recognition/);
  assert.equal((await readDocument('x.pdf', pdfOf([['One.'], ['']]), '')).warning, undefined);
});

test('the title of a Word document is its title, whatever chapters it has', async () => {
  const chapters = ['# Arrival', 'Gates open at four.', '# Prices', 'A place costs 24 euros.'];
  const { title, passages } = await readDocument('x.docx', docxOf(['Title: Camp & more', ...chapters]), '');
  assert.equal(title, 'Camp & more');
  assert.deepEqual(
    passages.map(({ heading, body }) => [heading, body]),
    [
      ['Arrival', 'Gates open at four.'],
      ['Prices', 'A place costs 24 euros.'],
    ],
  );
  assert.equal((await readDocument('x.docx', docxOf(chapters), '')).title, 'x');
  // Where chapters are given the style of a title, they are chapters.
  const styled = await readDocument('x.docx', docxOf(['Title: A', 'One.', 'Title: B', 'Two.']), '');
  assert.deepEqual(
    styled.passages.map(({ heading }) => heading),
    ['A', 'B'],
  );
});

test('a title that a program generated is not used', async () => {
  for (const title of ['Microsoft Word - draft.doc', 'prices-2.html']) {
    const pdf = pdfOf([['Text.']], { title });
    assert.equal((await readDocument('Price list.pdf', pdf, '')).title, 'Price list');
  }
});

test('the owner reads what is wrong with a text of endlessly nested quotes', async () => {
  const text = Buffer.from(`${'>'.repeat(20_000)} words`);
  await assert.rejects(readDocument('quotes.md', text, ''), /is nested too deeply/);
});

test('a document that takes too long is given up, and the next one is read', async () => {
  const pdf = pdfOf(
    Array.from({ length: 300 }, () => Array.from({ length: 50 }, () => 'Some words in a line.')),
  );
  await assert.rejects(readInWorker({ format: 'pdf', bytes: pdf, title: 'x' }, { timeMaxMs: 1 }), {
    code: 'too-large',
    message: /took longer than 0.001 seconds/,
  });
  const { passages } = await readInWorker({ format: 'docx', bytes: docxOf(['Short.']), title: 'x' });
  assert.deepEqual(bodies(passages), ['Short.']);
});

test('a document that expands beyond the available room is given up, and the next one is read', async () => {
  const page = deflateSync(Buffer.alloc(300 * 2 ** 20, ' '));
  const pdf = Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >> endobj
4 0 obj << /Length ${page.length} /Filter /FlateDecode >> stream\n`),
    page,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>'),
  ]);
  await assert.rejects(readInWorker({ format: 'pdf', bytes: pdf, title: 'x' }, { memoryMaxMb: 64 }), {
    code: 'too-large',
    message: /needs more than 64 MiB of memory to read/,
  });
  const { passages } = await readInWorker({ format: 'docx', bytes: docxOf(['Short.']), title: 'x' });
  assert.deepEqual(bodies(passages), ['Short.']);
});

for (const [name, title, text] of [
  ['tents.md', 'Tents', `# Tents\n\n${'Wash **them** [by hand](washing.md).\n\n'.repeat(10_000)}`],
  ['tents.html', 'Tents', `<h1>Tents</h1>${'<p>Wash them by hand.</p>'.repeat(15_000)}`],
  ['tents.txt', 'tents', 'Wash them by hand.\n\n'.repeat(15_000)],
  ['twisted.md', 'Tents', `# Tents\n\nWash ${'_a*b'.repeat(8000)}`],
  ['marks.md', 'Tents', `# Tents\n\nWash ${'_a'.repeat(4000)}`],
  ['twisted.html', 'Tents', `<h1>Tents</h1><p>Wash them.</p><pre>${' '.repeat(40_000)}x</pre>`],
] as const) {
  test(`others have their turn while ${name}, a slow file, is read`, async () => {
    // What reading such a file needs is loaded then.
    await readDocument(name, Buffer.from('Short.'), 'https://shop.example/tents');
    let isRead = false;
    const reading = readDocument(name, Buffer.from(text), 'https://shop.example/tents').finally(() => {
      isRead = true;
    });
    // Without a turn of the event loop, in which the other thread could be heard, it can only have been read here.
    for (let i = 0; i < 1000; i++) await null;
    assert.equal(isRead, false);
    const document = await reading;
    assert.equal(document.title, title);
    assert.match(document.passages[0]!.body, /^Wash /);
  });
}

test('documents are read in parallel without mixing', async () => {
  const titles = await Promise.all(
    ['One', 'Two', 'Three'].map(async word => {
      const { title } = await readInWorker({
        format: 'pdf',
        bytes: pdfOf([['x']], { title: word }),
        title: 'x',
      });
      return title;
    }),
  );
  assert.deepEqual(titles, ['One', 'Two', 'Three']);
});

for (const [head, title] of [
  ['---\ntitle: Tents\ntags: [camp]\n---\n', 'Tents'],
  ['---\r\ntitle: "Tents: the \\"big\\" ones" # new\r\n---\r\n', 'Tents: the "big" ones'],
  ["---\ntitle: 'Ann''s tents'\n---\n", "Ann's tents"],
  ['---\ntitle: Tents # for now\n---\n', 'Tents'],
  ['+++\ndate = 2026-11-20\ntitle = "Tents"\n+++\n', 'Tents'],
  // None, or none on this line.
  ['---\ntitle:\nauthor: Ann\n---\n', 'file'],
  ['---\ntitle: ""\n---\n', 'file'],
  ['---\ntitle: >-\n  Tents\n---\n', 'file'],
  ['---\nsubtitle: Tents\n---\n', 'file'],
  ['', 'file'],
] as const) {
  test(`a Markdown file that begins with ${JSON.stringify(head)} has the title ${title}, and none of it is text`, () => {
    const read = readMarkdown(`${head}Of linen.`, 'file', '');
    assert.deepEqual([read.title, ...bodies(read.passages)], [title, 'Of linen.']);
  });
}

test('HTML in Markdown is read: details, tables and text, but no scripts and comments', async () => {
  const source = `# Setup

<details>
<summary>On Windows</summary>

Run \`setup.exe\`.

</details>

<table>
  <tr><th>Plan</th><th>Calls</th></tr>
  <tr><td>Team</td><td><a href="calls.md">300</a></td></tr>
</table>

<p align="center">By <b>night</b>.</p>
<!-- not for readers -->
<script>alert(1)</script>
`;
  const { title, passages } = await readDocument('setup.md', Buffer.from(source), '/docs/setup.md');
  assert.equal(title, 'Setup');
  assert.deepEqual(bodies(passages), [
    'Run `setup.exe`.',
    '| Plan | Calls |\n| --- | --- |\n| Team | [300](/docs/calls.md) |\n\nBy night.',
  ]);
  assert.equal(passages[0]?.heading, 'On Windows');
});

test('braces that MDX writes as text are text', () => {
  const source = "import { X } from './x'\n\nWrite {'{'}name{'}'} and {`a {b} c`}, not {value}.\n";
  assert.deepEqual(bodies(readMarkdown(source, 'x', '').passages), ['Write {name} and `a {b} c`, not .']);
});

describe('text that Word keeps outside of paragraphs', () => {
  const run = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const shape = (text: string): string =>
    `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${run(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`;
  const oldShape = (text: string): string =>
    `<w:pict><v:shape><v:textbox><w:txbxContent>${run(text)}</w:txbxContent></v:textbox></v:shape></w:pict>`;
  const inRun = (xml: string): string => `<w:p><w:r><w:t>Before.</w:t></w:r><w:r>${xml}</w:r></w:p>`;
  const cases: Record<string, string> = {
    'a text box with a fallback': inRun(
      `<mc:AlternateContent><mc:Choice Requires="wps">${shape('Boxed words.')}</mc:Choice><mc:Fallback>${oldShape('Boxed words.')}</mc:Fallback></mc:AlternateContent>`,
    ),
    'a text box without a fallback': inRun(
      `<mc:AlternateContent><mc:Choice Requires="wps">${shape('Boxed words.')}</mc:Choice></mc:AlternateContent>`,
    ),
    'a text box alone': inRun(shape('Boxed words.')),
    'a simple field': `<w:p><w:fldSimple w:instr=" TITLE "><w:r><w:t>Boxed words.</w:t></w:r></w:fldSimple></w:p>`,
    'a complex field': `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF secret </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Boxed words.</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  };
  for (const [what, xml] of Object.entries(cases)) {
    test(`${what} is read once`, async () => {
      const { passages } = await readDocument('box.docx', docxOf(['First.', xml, 'Last.']), '');
      const text = bodies(passages).join('\n');
      assert.equal(text.match(/Boxed words\./g)?.length, 1, text);
      assert.match(text, /First\.[\s\S]*Last\./);
      assert.doesNotMatch(text, /secret/);
    });
  }
});

test('a bound on the memory for reading refuses what needs more, and reads the rest', async t => {
  t.after(() => limitReading(undefined));
  limitReading(64);
  assert.deepEqual({ ...readingLimits() }, { workers: 1, workerMb: 64, fileMax: 8 * 2 ** 20, readAhead: 1 });
  const page = deflateSync(Buffer.alloc(200 * 2 ** 20, ' '));
  const pdf = Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >> endobj
4 0 obj << /Length ${page.length} /Filter /FlateDecode >> stream\n`),
    page,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>'),
  ]);
  await assert.rejects(readDocument('bomb.pdf', pdf, ''), /needs more than 64 MiB of memory to read/);
  const { passages } = await readDocument('short.docx', docxOf(['Short.']), '');
  assert.deepEqual(bodies(passages), ['Short.']);
});

/** A page in a font that is not embedded: the codes of its text are those of a predefined character map. */
function pdfInFont(name: string, ordering: string, codes: Buffer): Buffer {
  const content = `BT /F1 12 Tf 50 700 Td <${codes.toString('hex')}> Tj ET`;
  return Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj
5 0 obj << /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${name} /DescendantFonts [6 0 R] >> endobj
6 0 obj << /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >> endobj
7 0 obj << /Type /FontDescriptor /FontName /Song /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >> endobj
trailer << /Root 1 0 R >>`);
}

for (const [name, ordering, text, codes] of [
  ['UniGB-UCS2-H', 'GB1', '营业时间', Buffer.from('营业时间', 'utf16le').swap16()],
  ['GBK-EUC-H', 'GB1', '营业时间', Buffer.from('d3aad2b5cab1bce4', 'hex')],
  ['UniCNS-UCS2-H', 'CNS1', '營業時間', Buffer.from('營業時間', 'utf16le').swap16()],
  ['ETen-B5-H', 'CNS1', '中文', Buffer.from('a4a4a4e5', 'hex')],
  ['90ms-RKSJ-H', 'Japan1', '返金', Buffer.from('95d48be0', 'hex')],
  ['KSCms-UHC-H', 'Korea1', '환불', Buffer.from('c8afbad2', 'hex')],
] as const) {
  test(`a PDF with the predefined character map ${name} is read`, async () => {
    const { passages } = await readDocument('hours.pdf', pdfInFont(name, ordering, codes), '');
    assert.deepEqual(bodies(passages), [text]);
  });
}

test('a PDF with a character map that nobody knows is said to have text that cannot be read', async () => {
  await assert.rejects(
    readDocument('hours.pdf', pdfInFont('Own-Map-H', 'GB1', Buffer.from('0101', 'hex')), ''),
    /contains no text that can be read: its fonts name a character map that is not known/,
  );
});

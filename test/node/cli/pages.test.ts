import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { BUNDLES } from '../../../src/cli/package-root.ts';
import { renderDocument } from '../../../src/cli/pages/markdown-page.ts';
import { createPages } from '../../../src/cli/pages/pages.ts';
import { readMarkdown } from '../../../src/service/knowledge/reading/read-markdown.ts';
import { addressInFolder } from '../../../src/service/knowledge/sources/folder-paths.ts';
import { dataFolder } from './running.ts';

test('a document is a readable page with headings that a citation can link to', async () => {
  const docs = dataFolder();
  mkdirSync(join(docs, 'guide'));
  writeFileSync(join(docs, 'guide/first-steps.md'), '# First steps\n\n## On another port?\n\nSet `PORT`.\n');
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  for (const path of ['/docs/guide/first-steps', '/docs/guide/first-steps.md']) {
    const response = await pages.request(path);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    assert.match(html, /<title>First steps<\/title>/);
    assert.match(html, /<h2 id="on-another-port">On another port\?<\/h2>/);
  }
  assert.match(await (await pages.request('/docs/')).text(), /href="\/docs\/guide\/first-steps"/);
});

test('a document is found by the list and by citations, whatever name the file system allows', async () => {
  const docs = dataFolder();
  const names = [
    'FAQ: returns.md',
    '100% wool & more.md',
    'Why #1?.txt',
    'v1.2.md',
    'prices.txt.md',
    'sizes.csv',
  ];
  for (const name of names) writeFileSync(join(docs, name), 'Nine days.\n');
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  const list = await (await pages.request('/docs/')).text();
  const listed = [...list.matchAll(/<li><a href="(.+?)"/g)].map(([, href]) => href!);
  assert.equal(listed.length, names.length);
  for (const address of [...listed, ...names.map(name => `/docs/${addressInFolder(name)}`)])
    assert.match(await (await pages.request(address)).text(), /Nine days\./, address);
});

test('the list shows a page by its own title, else by its file, and never by the title of a drawing', async () => {
  const docs = dataFolder();
  const icon = '<svg><title>Menu</title></svg>';
  writeFileSync(join(docs, 'prices.html'), `<body>${icon}<h1>Prices</h1>`);
  writeFileSync(join(docs, 'tents.html'), `${icon}<title>Tents &amp; poles</title><h1>Tents</h1>`);
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  const list = await (await pages.request('/docs/')).text();
  const names = [...list.matchAll(/<bdi>(.+?)<\/bdi>/g)].map(([, name]) => name);
  assert.deepEqual(names, ['prices', 'Tents &amp; poles']);
});

test('each heading that an answer cites is on the page, whatever characters it has, and front matter is not a heading', () => {
  const source = `---
title: Tents
tags: [camp]
---

# All about tents

> ## Fees

## Fees

Five a day.

## \`pitch\` & [pole](x.md) <b>now</b>

With a hammer.

## Q&amp;A \\* more

Ask.

- ## In a list

## In a list

Here.

## Its own {#own-place}

There.
`;
  const page = renderDocument(source, 'tents');
  assert.match(page, /<title>Tents<\/title>/);
  assert.doesNotMatch(page, /camp/);
  for (const { anchor, body } of readMarkdown(source, 'tents', '/docs/tents').passages)
    assert.ok(anchor === '' || page.includes(`id="${anchor}"`), `${anchor}: ${body}`);
  assert.match(page, /id="qa--more"/);
  assert.match(page, /<h2 id="own-place">Its own<\/h2>/);
});

test('a link to a document elsewhere is unchanged', () => {
  const page = renderDocument(
    '[ours](pitch.md#now) [theirs](https://code.example/pitch/README.md) [also](//code.example/a.md#b)',
    'Links',
  );
  assert.deepEqual(
    [...page.matchAll(/<a href="([^"]*)">(?:ours|theirs|also)/g)].map(([, href]) => href),
    ['pitch#now', 'https://code.example/pitch/README.md', '//code.example/a.md#b'],
  );
});

test('the list links to every document, whatever the names of its folder and file', async () => {
  const docs = dataFolder();
  for (const folder of ['ä b', '.drafts']) mkdirSync(join(docs, folder));
  writeFileSync(join(docs, '.drafts/plan.md'), 'Hidden.');
  for (const name of ['plain.md', 'ä b/tents.txt', 'Is it #1? 100%.md', 'release 1.2.md', 'READ.MD'])
    writeFileSync(join(docs, name), 'Found.');
  const folder = relative('.', docs);
  for (const named of [docs, `${docs}/`, folder, `./${folder}`, `${folder}/../${basename(docs)}`]) {
    const pages = createPages({ agentId: 'a', docsDirs: [named] });
    const list = await (await pages.request('/docs/')).text();
    const links = [...list.matchAll(/<li><a href="([^"]+)">/g)].map(([, link]) => link!);
    assert.equal(links.length, 5);
    for (const link of links) {
      const response = await pages.request(link);
      assert.match(await response.text(), /Found/, `${link} in ${named}`);
    }
  }
});

test('the list shows the title and subject of each document, the one to begin with first', async () => {
  const docs = dataFolder();
  mkdirSync(join(docs, 'guide'));
  for (const [name, text] of [
    [
      'a10.md',
      '---\ntitle: "Zelte <b>"\n---\n\n# Other\n\n- a list\n\nWhat [tents](x.md) we **have**.  More.\n',
    ],
    ['a9.md', '# Tent 10\n\nこれはテントです。もっと。\n'],
    ['b.md', `# Tent 9\n\n${'Zürich und mehr '.repeat(600)}`],
    ['c.html', '<title>\n Returns &amp; refunds </title><p>Text</p>'],
    ['d.txt', 'Opening hours: 9 to 5.\nNot on Sundays.\n'],
    ['e.csv', 'Item,Price.\nTent,90.\n'],
    ['README.md', '# What we sell\n'],
    ['guide/tents.md', 'No title, one sentence'],
  ] as const)
    writeFileSync(join(docs, name), text);
  const list = await (await createPages({ agentId: 'a', docsDirs: [docs] }).request('/docs/')).text();
  const found = [
    ...list.matchAll(/<h2>(.*?)<\/h2>|<bdi>(.*?)<\/bdi><\/a>(?:<p dir="auto">(.*?)<\/p>)?/g),
  ].map(([, heading, title, about]) => heading ?? (about ? `${title}: ${about}` : title));
  assert.deepEqual(found, [
    'What we sell',
    'd: Opening hours: 9 to 5.',
    'e',
    'Returns &amp; refunds',
    `Tent 9: ${'Zürich und mehr '.repeat(10).trim()} …`,
    'Tent 10: これはテントです。',
    'Zelte &lt;b&gt;: What tents we have.',
    'guide',
    'tents: No title, one sentence',
  ]);
});

test('the list shows a correct title for a document whose first bytes end inside a character', async () => {
  const docs = dataFolder();
  for (const more of [0, 1, 2]) {
    const text = `# Größe ${more}\n\nFür alle.\n\n${'x'.repeat(more)}${'語'.repeat(4000)}\n`;
    writeFileSync(join(docs, `size-${more}.md`), text);
  }
  const list = await (await createPages({ agentId: 'a', docsDirs: [docs] }).request('/docs/')).text();
  for (const more of [0, 1, 2]) assert.ok(list.includes(`Größe ${more}`), list);
});

test('a folder that is temporarily missing leaves the documents of the other folders in the list', async () => {
  const docs = dataFolder();
  writeFileSync(join(docs, 'tents.md'), '# Tents');
  const pages = createPages({ agentId: 'a', docsDirs: [join(docs, 'away'), docs] });
  const list = await pages.request('/docs/');
  assert.equal(list.status, 200);
  assert.match(await list.text(), /href="\/docs\/tents"/);
});

test('people can read a document in another encoding than UTF-8 too', async () => {
  const docs = dataFolder();
  const text = 'Zelte für Köln.';
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  for (const ending of ['.md', '.txt', '.html']) {
    for (const [name, bytes] of [
      ['utf-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['windows', Buffer.from(text, 'latin1')],
      ['utf-8', Buffer.from(`\ufeff${text}`)],
    ] as const) {
      writeFileSync(join(docs, name + ending), bytes);
      const response = await pages.request(`/docs/${name}${ending}`);
      assert.match(response.headers.get('Content-Type') ?? '', /utf-8/);
      assert.ok((await response.text()).includes(text), name + ending);
    }
  }
});

test('nothing in a document runs', () => {
  const html = renderDocument(
    '# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![b](JaVaScRiPt:x) [c](data:text/html,x)\n',
    'x',
  );
  const [, head, document] = /<head>(.*)<\/head>.*<main>(.*)<\/main>/s.exec(html)!;
  for (const text of [head!, document!]) assert.doesNotMatch(text, /<script|<img|javascript:|data:text/i);
});

test('a document that nests too deeply to be parsed is shown as written', async () => {
  const docs = dataFolder();
  const text = `${'>'.repeat(20_000)} Tents`;
  writeFileSync(join(docs, 'deep.md'), text);
  const response = await createPages({ agentId: 'a', docsDirs: [docs] }).request('/docs/deep');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('Content-Type')!, /^text\/plain/);
  assert.equal(await response.text(), text);
});

test('a document of nothing but markup delays nobody, and is shown as written', async () => {
  const docs = dataFolder();
  const text = '_a'.repeat(100_000);
  writeFileSync(join(docs, 'marks.md'), text);
  writeFileSync(join(docs, 'tents.md'), '# Tents');
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  const ended: string[] = [];
  const read = async (path: string): Promise<string> => {
    const body = await (await pages.request(path)).text();
    ended.push(path);
    return body;
  };
  const [marks] = await Promise.all([read('/docs/marks'), read('/'), read('/docs/')]);
  assert.equal(marks, text);
  assert.equal(ended.at(-1), '/docs/marks');
  // Nor does it hold up whoever comes later, or is asked for again.
  assert.equal(await read('/docs/marks'), text);
  assert.match(await read('/docs/tents'), /<h1 id="tents">Tents<\/h1>/);
});

test('the documents of a ConfigMap, which are links to its current version, are pages', async () => {
  const docs = dataFolder();
  mkdirSync(join(docs, '..2026_11_01'));
  writeFileSync(join(docs, '..2026_11_01/ferry.md'), '# Ferry');
  symlinkSync('..2026_11_01', join(docs, '..data'));
  symlinkSync('..data/ferry.md', join(docs, 'ferry.md'));
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  assert.match(await (await pages.request('/docs/ferry')).text(), /<h1 id="ferry">Ferry<\/h1>/);
  assert.equal((await pages.request('/docs/..data/ferry.md')).status, 404);
});

test('no path leads out of the folders, and hidden files stay hidden', async () => {
  const docs = dataFolder();
  const secret = dataFolder();
  writeFileSync(join(secret, 'secret.md'), 'canary');
  writeFileSync(join(docs, '.hidden.md'), 'canary');
  writeFileSync(join(docs, 'secrets.json'), 'canary');
  symlinkSync(secret, join(docs, 'link'));
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  const paths = [
    '/docs/.hidden.md',
    '/docs/.hidden',
    '/docs/secrets.json',
    '/docs/link/secret.md',
    '/docs/link/secret',
    '/docs/..%2f..%2fetc/passwd',
    '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/docs/..%5csecret.md',
    '/docs/%00',
    '/docs/%ff',
    '/demo/..%2fpackage.json',
    '/chunks/..%2f..%2f..%2fpackage.json',
  ];
  for (const path of paths) {
    const response = await pages.request(path);
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get('Cache-Control'), 'no-store', 'a new version may have it in a moment');
    assert.doesNotMatch(await response.text(), /canary|dependencies/);
  }
});

test('a link to a deleted document shows a page with further links; a program gets one line', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [dataFolder()] });
  for (const path of ['/docs/gone', '/docs/gone.png', '/demo/gone.html', '/gone']) {
    const seen = await pages.request(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    assert.equal(seen.status, 404, path);
    assert.equal(seen.headers.get('Cache-Control'), 'no-store', path);
    assert.match(seen.headers.get('Content-Security-Policy')!, /default-src 'none'/);
    const html = await seen.text();
    assert.match(html, /<title>Not found<\/title>/);
    assert.match(html, /<h1>There is nothing at this address\.<\/h1>/);
    assert.match(html, /<a href="\/docs\/">/);
    const read = await pages.request(path, { headers: { Accept: '*/*' } });
    assert.deepEqual([read.status, await read.text()], [404, 'There is nothing at this address.\n'], path);
  }
});

test('a path that is not a file is not a document, and delays nothing', { timeout: 10_000 }, async t => {
  // Whoever waits for the pipe's writer is let go, before its folder is.
  t.after(() => closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)));
  const docs = dataFolder();
  const pipe = join(docs, 'pipe.md');
  execFileSync('mkfifo', [pipe]);
  mkdirSync(join(docs, 'folder.md'));
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  for (const path of ['/docs/folder.md', '/docs/pipe.md', '/docs/pipe']) {
    assert.equal((await pages.request(path)).status, 404, path);
  }
});

test('the links of the settings page work, whatever documents the agent answers from', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [dataFolder()] });
  const links = (await (await pages.request('/')).text()).matchAll(/<a href="([^"#]+)/g);
  const paths = Array.from(links, ([, path]) => path!);
  assert.ok(paths.length > 3);
  for (const path of paths) assert.equal((await pages.request(path)).status, 200, path);
  assert.match(await (await pages.request('/demo/docs/models')).text(), /<h1[^>]*>Models/);
});

test('an unchanged page is not sent again', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [dataFolder()] });
  const first = await pages.request('/');
  const etag = first.headers.get('ETag') ?? '';
  const again = await pages.request('/', { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  const other = createPages({ agentId: 'b', docsDirs: [] });
  assert.equal((await other.request('/', { headers: { 'If-None-Match': etag } })).status, 200);
});

test('a script is cached permanently under an address with its hash, and revalidated under any other', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [dataFolder()] });
  const plain = await pages.request('/agent-chat.js');
  assert.equal(plain.headers.get('Cache-Control'), 'no-cache');
  const version = plain.headers.get('X-Agent-Chat-Version');
  assert.match(version ?? '', /^\d+\.\d+\.\d+/);
  const hash = createHash('sha384')
    .update(Buffer.from(await plain.arrayBuffer()))
    .digest('hex');
  const kept = async (v: string): Promise<boolean> => {
    const response = await pages.request(`/agent-chat.js?v=${v}`);
    assert.equal(response.status, 200);
    return /immutable/.test(response.headers.get('Cache-Control') ?? '');
  };
  assert.equal(await kept(`${version}-${hash.slice(0, 12)}`), true);
  assert.equal(await kept(hash), true);
  assert.equal(await kept(`${version}-${'0'.repeat(12)}`), false);
  assert.equal(await kept(`${version}-${hash.slice(0, 4)}`), false);
  assert.equal(await kept(`${version}`), false);
});

test('a script tag without type="module" gets a script that loads the module, and no cache keeps it', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [] });
  const asked = async (mode: string): Promise<Response> =>
    pages.request('/agent-chat.js', {
      headers: { 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': mode, 'If-None-Match': await etag() },
    });
  const etag = async (): Promise<string> => (await pages.request('/agent-chat.js')).headers.get('ETag')!;
  const classic = await asked('no-cors');
  assert.equal(classic.status, 200);
  assert.equal(classic.headers.get('Cache-Control'), 'no-store');
  const code = await classic.text();
  assert.doesNotThrow(() => new Script(code), 'it has no syntax of modules');
  assert.match(code, /import\(document\.currentScript\.src\)/);
  assert.equal((await asked('cors')).status, 304, 'the module itself is as before');
  for (const { headers } of [classic, await pages.request('/agent-chat.js')])
    assert.match(headers.get('Vary') ?? '', /Sec-Fetch-Dest, Sec-Fetch-Mode/, 'a cache keeps the two apart');
});

test('a script has the best compression that the browser supports', async () => {
  const pages = createPages({ agentId: 'a', docsDirs: [] });
  const chunk = readdirSync(join(BUNDLES, 'chunks')).find(name => name.startsWith('agent-chat-window-'))!;
  const whole = readFileSync(join(BUNDLES, 'chunks', chunk));
  const asked = async (encodings: string): Promise<[string | null, Buffer, Headers]> => {
    const { headers, body } = await pages.request(`/chunks/${chunk}`, {
      headers: { 'Accept-Encoding': encodings },
    });
    return [headers.get('Content-Encoding'), Buffer.from(await new Response(body).arrayBuffer()), headers];
  };

  const [encoding, bytes, headers] = await asked('gzip, deflate, br, zstd');
  assert.equal(encoding, 'br');
  assert.deepEqual(brotliDecompressSync(bytes), whole);
  assert.ok(bytes.length <= brotliCompressSync(whole).length);
  assert.match(headers.get('Vary') ?? '', /^accept-encoding$/i);

  for (const [encodings, expected] of [
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', null],
  ] as const) {
    const [got, , others] = await asked(encodings);
    assert.equal(got, expected, encodings);
    assert.notEqual(others.get('ETag'), headers.get('ETag'));
  }
  const again = await pages.request(`/chunks/${chunk}`, {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': headers.get('ETag') ?? '' },
  });
  assert.equal(again.status, 304);
});

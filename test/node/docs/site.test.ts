import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { checkLinks } from '../../../docs/.vitepress/check-links.ts';
import { pageGroups } from '../../../docs/.vitepress/page-groups.ts';
import { createPages } from '../../../src/cli/pages/pages.ts';
import { readMarkdown } from '../../../src/service/knowledge/reading/read-markdown.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = globSync('docs/*.md', { cwd: ROOT }).map(path => basename(path, '.md'));
const pages = createPages({ agentId: 'a' });
const source = (name: string): string => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8');

test('each page of the documentation is below both addresses, and its Markdown is beside it', async () => {
  for (const name of NAMES) {
    for (const base of ['/docs/', '/demo/docs/']) {
      const response = await pages.request(base + name);
      assert.equal(response.status, 200, base + name);
      assert.match(response.headers.get('Content-Type')!, /^text\/html/);
    }
    const markdown = await pages.request(`/docs/${name}.md`);
    assert.match(markdown.headers.get('Content-Type')!, /^text\/markdown/);
    assert.equal(await markdown.text(), source(name));
  }
});

test('each heading that an answer cites is on its page of the documentation', async () => {
  let found = 0;
  for (const name of NAMES) {
    const html = await (await pages.request(`/docs/${name}`)).text();
    for (const { anchor } of readMarkdown(source(name), name, `/docs/${name}`).passages) {
      if (anchor === '' || anchor.startsWith(':~:')) continue;
      found++;
      assert.ok(html.includes(`id="${anchor}"`), `${name}#${anchor}`);
    }
  }
  assert.ok(found > 200, `${found} headings`);
});

test('the first page lists every page in the order of llms.txt, and the side navigation is on each page', async () => {
  const groups = pageGroups().flatMap(group => group.pages);
  assert.deepEqual(groups.map(({ name }) => name).sort(), NAMES.filter(name => name !== 'index').sort());
  const home = await (await pages.request('/docs/')).text();
  const main = home.slice(home.indexOf('<main'));
  const listed = [...main.matchAll(/<li[^>]*><a href="\.\/([a-z-]+)"/g)].map(([, name]) => name);
  assert.deepEqual(
    listed,
    groups.map(({ name }) => name),
  );
  const page = await (await pages.request('/docs/models')).text();
  for (const { name } of groups) assert.ok(page.includes(`href="./${name}"`), name);
});

test('the list of pages for programs leads to the Markdown of each', async () => {
  const response = await pages.request('/docs/llms.txt');
  assert.match(response.headers.get('Content-Type')!, /^text\/plain/);
  const links = [...(await response.text()).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  assert.equal(links.length, NAMES.length - 1);
  for (const link of links) assert.equal((await pages.request(`/docs/${link}`)).status, 200, link);
});

test('a page of the documentation runs no inline script, and loads nothing from elsewhere', async () => {
  for (const name of NAMES) {
    const response = await pages.request(`/docs/${name}`);
    const policy = response.headers.get('Content-Security-Policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    const html = await response.text();
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) assert.match(tag, / src="\.\//, name);
    for (const [, address] of html.matchAll(/<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]+)"/g)) {
      assert.doesNotMatch(address!, /^(?:https?:)?\/\//, name);
      if (address!.startsWith('./')) {
        const part = await pages.request(`/docs/${address!.slice(2)}`);
        assert.equal(part.status, 200, `${name}: ${address}`);
      }
    }
  }
});

test('an unchanged page of the documentation is not sent again, and a file with a hash in its name is kept', async () => {
  const first = await pages.request('/docs/models');
  const etag = first.headers.get('ETag') ?? '';
  assert.equal((await pages.request('/docs/models', { headers: { 'If-None-Match': etag } })).status, 304);
  const [, script] = /src="\.\/(assets\/app\.[^"]+)"/.exec(await first.text()) ?? [];
  const kept = await pages.request(`/docs/${script}`);
  assert.match(kept.headers.get('Cache-Control')!, /private, .*immutable/);
});

test('sources of the site and files outside of it are not served', async () => {
  for (const path of [
    '.vitepress/config.ts',
    '.built',
    '../package.json',
    '..%2fcdn%2fagent-chat.js',
    'images',
  ])
    assert.equal((await pages.request(`/docs/${path}`)).status, 404, path);
});

test('an owner’s own documents replace the documentation at /docs/, not at /demo/docs/', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-docs-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tents.md'), '# Tents');
  const own = createPages({ agentId: 'a', docsDirs: [folder] });
  assert.match(await (await own.request('/docs/')).text(), /href="\/docs\/tents"/);
  assert.equal((await own.request('/docs/models')).status, 404);
  assert.equal((await own.request('/demo/docs/models')).status, 200);
});

test('the build fails on a link to a page, a heading or a file that does not exist', t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'b.html'), '<h2 id="here">Here</h2>');
  const check = (html: string): void => {
    writeFileSync(join(folder, 'a.html'), html);
    checkLinks(folder, folder, ['a.md', 'b.md']);
  };
  check(
    '<a href="./b#here">b</a> <a href="https://shop.example/x#y">x</a> <p id="top"><a href="#top">top</a>',
  );
  for (const [link, html] of [
    ['./c', '<a href="./c">c</a>'],
    ['./b#gone', '<a href="./b#gone">b</a>'],
    ['#gone', '<a href="#gone">a</a>'],
    ['./images/gone.png', '<img src="./images/gone.png">'],
  ] as const)
    assert.throws(() => check(html), { message: `dead links:\na: ${link}` });
});

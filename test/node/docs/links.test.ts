import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { lexer, type Token, walkTokens } from 'marked';
import { headingSlug } from '../../../src/service/knowledge/reading/document.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = globSync(['*.md', 'llms.txt', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT });
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Addresses of the links and images of a page. */
function addresses(page: string): string[] {
  const found: string[] = [];
  walkTokens(lexer(readFileSync(join(ROOT, page), 'utf8')), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') found.push(String(token.href));
  });
  return found;
}

for (const page of PAGES) {
  test(`the links and commands on ${page} work`, () => {
    const lost = addresses(page)
      .filter(address => !/^(?:[a-z]+:|#|\/)/.test(address))
      .map(address => join(dirname(page), address.split('#')[0] ?? ''))
      .filter(file => !existsSync(join(ROOT, file)));
    assert.deepEqual(lost, []);

    const text = readFileSync(join(ROOT, page), 'utf8');
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    assert.deepEqual(
      named.filter(name => !(name in scripts)),
      [],
    );
  });
}

test('links between the pages of docs work under /docs/ too', () => {
  for (const page of PAGES.filter(path => path.startsWith('docs/'))) {
    const away = addresses(page)
      .filter(address => !/^(?:[a-z]+:|#)/.test(address))
      .map(address => join(dirname(page), address.split('#')[0] ?? ''))
      .filter(file => !/^docs\/.*\.(?:md|png)$/.test(file) && file !== page && file !== 'docs/');
    assert.deepEqual(away, [], page);
  }
});

test('a link to a heading finds it', () => {
  for (const page of PAGES) {
    for (const address of addresses(page)) {
      const [, file = '', fragment] = /^(?![a-z]+:)([^#]*)#(.+)$/.exec(address) ?? [];
      if (fragment === undefined) continue;
      const target = readFileSync(join(ROOT, file === '' ? page : join(dirname(page), file)), 'utf8');
      const headings = lexer(target).flatMap(token =>
        token.type === 'heading' ? [headingSlug(token.text)] : [],
      );
      assert.ok(headings.includes(fragment), `${page}: ${address}`);
    }
  }
});

test('a file that a page names exists', () => {
  const rooms = '(?:protocol|client|locales|elements|sqlite|proxy|service|cli)';
  const path = new RegExp(`\`((?:${rooms}|src|test|docs|demo|deploy|bench|scripts)/[\\w/.-]+)\``, 'g');
  for (const page of PAGES) {
    const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(path)].map(([, file]) => file!);
    const made = named.filter(file => !file.includes('node_modules'));
    const lost = made.filter(file => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, 'src', file)));
    assert.deepEqual(lost, [], page);
  }
});

test('a comment that cites the interface names a section that docs/interface.md has', () => {
  const text = readFileSync(join(ROOT, 'docs/interface.md'), 'utf8');
  const sections = new Set(Array.from(text.matchAll(/^#{2,3} (\d(?:\.\d)?)\.? /gm), ([, number]) => number!));
  let cited = 0;
  for (const path of globSync('src/**/*.ts', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    for (const [, number] of source.matchAll(/docs\/interface\.md section (\d(?:\.\d)?)/g)) {
      assert.ok(sections.has(number!), `${path} cites section ${number}`);
      cited++;
    }
  }
  assert.ok(cited > 40, 'the citations are found');
});

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { lexer, type Token, walkTokens } from 'marked';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT });
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
  test(`a reader of ${page} finds what it links to and can run what it names`, () => {
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

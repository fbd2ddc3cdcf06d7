import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedPages } from '../../../scripts/generate.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('what the documents derive from the source is up to date', () => {
  const pages = generatedPages();
  assert.ok(pages.size > 2, 'pages with generated blocks are found');
  for (const [path, fresh] of pages) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    assert.ok(text === fresh, `${path} is stale: run "npm run generate" and commit the result`);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedFiles } from '../../../scripts/generate.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('generated files and tables of the documents are up to date', () => {
  const pages = generatedFiles();
  assert.ok(pages.size > 2, 'pages with generated blocks are found');
  for (const [path, fresh] of pages) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    assert.ok(text === fresh, `${path} is stale: run "npm run generate" and commit the result`);
  }
});

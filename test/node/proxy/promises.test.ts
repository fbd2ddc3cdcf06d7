import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');

test('every promise of the security document names an existing test', () => {
  const document = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = [...document.matchAll(/^\| (.+) \| `(test\/[\w./-]+)` \| (.+) \|$/gm)];
  assert.ok(rows.length > 40, `${rows.length} promises`);
  for (const [, promise, file = '', name = ''] of rows) {
    const source = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
    assert.ok(source.includes(name), `${promise}: ${file} has no test "${name}"`);
  }
});

test('every boundary of the security document names existing test files', () => {
  const document = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const [, boundaries = ''] = /^## Boundaries$([\s\S]*?)^## /m.exec(document) ?? [];
  const rows = boundaries.split('\n').filter(line => line.startsWith('| '));
  assert.ok(rows.length > 10, `${rows.length} rows`);
  for (const row of rows.slice(1)) {
    const files = [...row.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file]) => file!);
    assert.ok(files.length > 0, row);
    for (const file of files) assert.ok(existsSync(join(ROOT, file)), file);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

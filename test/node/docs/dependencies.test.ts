import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8');
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

test('the page of dependencies describes each library', () => {
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter(
    name => !name.startsWith('@types/'),
  );
  assert.deepEqual(
    names.filter(name => !page.includes(`\`${name}\``)),
    [],
  );
});

test('every installed library has a licence that a closed product can use', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; license?: string }>;
  };
  const free = /^\(?(?:MIT|ISC|0BSD|BSD(?:-[23]-Clause)?|Apache-2\.0)(?: OR | AND Zlib|\)|$)/;
  const others = Object.entries(packages).filter(
    ([path, { dev, license }]) => path !== '' && !dev && !free.test(license ?? ''),
  );
  assert.deepEqual(others, []);
});

test('for each library of users the page says when it was last released, and what happens if it stops', () => {
  const [, table = ''] = page.split('## If a library stops\n');
  const rows = new Map(
    Array.from(
      table.split('\n## ')[0]!.matchAll(/^\| `([^`]+)` ([\d.]+) \| (?:[A-Z][a-z]+ )?(20\d\d) \| (.+) \|$/gm),
      ([, name, version, year, end]) => [name!, { version: version!, year: Number(year), end: end! }],
    ),
  );
  assert.deepEqual([...rows.keys()].sort(), Object.keys(dependencies).sort());
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  for (const [name, { version, end }] of rows) {
    const installed = packages[`node_modules/${name}`]?.version ?? '';
    assert.ok(
      `${installed}.`.startsWith(`${version}.`),
      `${name}: the page says ${version}, installed is ${installed}`,
    );
    assert.ok(end.length > 20, name);
  }
});

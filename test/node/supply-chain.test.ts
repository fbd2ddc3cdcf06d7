import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
/** Free for a closed product. */
const LICENCES = ['MIT', 'ISC', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Zlib'];
/** A change that needs more says in docs/dependencies.md what for. */
const PACKAGES_MAX = 95;
const MEGABYTES_MAX = 60;

interface LockedPackage {
  dev?: true;
  devOptional?: true;
  optional?: true;
  peer?: true;
  license?: string;
  hasInstallScript?: true;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, optional, peer }]) => path !== '' && !(dev || devOptional || optional || peer),
);

test('users install few packages, and none of them runs a script', () => {
  assert.ok(installed.length > 0 && installed.length <= PACKAGES_MAX, `${installed.length} packages`);
  assert.deepEqual(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    [],
  );
});

test('what users install is as small as the documents say', () => {
  const paths = new Set(installed.map(([path]) => path));
  const bytes = [...paths].reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0);
  assert.ok(bytes <= MEGABYTES_MAX * 1e6, `${(bytes / 1e6).toFixed(1)} MB`);
});

test('each licence is free for a closed product', () => {
  for (const [path, { license = '' }] of installed)
    assert.ok(isFree(license), `${path}: ${license || 'names no licence'}`);
});

test('of what developers install, only packages that are named in allowScripts run a script', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const scripts = Object.entries(packages)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  assert.deepEqual(
    scripts.filter(name => !(name in allowScripts)),
    [],
  );
});

/** Bytes of a package without those that are installed inside it. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

/** Of alternatives one must be free, of a combination all. */
function isFree(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  return inner.split(' OR ').some(each => each.split(' AND ').every(name => LICENCES.includes(name)));
}

import assert from 'node:assert/strict';
import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { importsOf } from '../../../scripts/pack/import-graph.ts';
import { type PackageName, packedFolder, packedManifest } from './packed.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NAMES: PackageName[] = ['agent-chat', 'agent-chat-server'];

const read = (file: string): string => readFileSync(file, 'utf8');

/** The package's own scripts and declarations, without the libraries that it brings along. */
const ownFiles = (folder: string): string[] =>
  globSync('dist/**/*.{js,d.ts}', { cwd: folder }).filter(
    file => !/^dist\/(?:cdn|docs|vendor|moved)\//.test(file),
  );

function imported(name: PackageName): { file: string; specifier: string }[] {
  const folder = packedFolder(name);
  return ownFiles(folder).flatMap(file =>
    importsOf(file, read(join(folder, file))).map(({ specifier }) => ({ file, specifier })),
  );
}

const isBare = (specifier: string): boolean => !/^(?:\.|node:)/.test(specifier);
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];

for (const name of NAMES) {
  describe(name, () => {
    test('depends on the packages that its files import, and on no other', () => {
      const { dependencies, peerDependencies = {} } = packedManifest(name);
      const needed = imported(name)
        .map(({ specifier }) => specifier)
        .filter(isBare)
        .map(packageOf);
      assert.deepEqual(
        [...new Set(needed)].filter(each => !(each in peerDependencies)).sort(),
        Object.keys(dependencies).sort(),
      );
    });

    test('has every file that another file imports', () => {
      const folder = packedFolder(name);
      const relative = imported(name).filter(({ specifier }) => specifier.startsWith('.'));
      assert.ok(relative.length > 300);
      const missing = relative.filter(
        ({ file, specifier }) =>
          !existsSync(join(folder, dirname(file), specifier.replace(/(?<!\.d)\.ts$/, '.d.ts'))),
      );
      assert.deepEqual(missing, []);
    });

    test('has maps that lead to their sources', () => {
      const folder = packedFolder(name);
      const files = ownFiles(folder);
      assert.ok(files.length > 200);
      for (const file of files) {
        const map = JSON.parse(read(join(folder, `${file}.map`))) as {
          sources: string[];
          sourcesContent?: string[];
        };
        const isThere = map.sources.every(source => existsSync(join(folder, dirname(file), source)));
        assert.ok(isThere || map.sourcesContent?.length === map.sources.length, file);
        if (file.endsWith('.d.ts')) assert.ok(isThere, file);
      }
    });

    test('runs nothing when it is installed, and has the version of the tree', () => {
      const { scripts, version } = packedManifest(name);
      assert.equal(scripts, undefined);
      assert.equal(version, (JSON.parse(read(join(ROOT, 'package.json'))) as { version: string }).version);
    });

    test('says which libraries it brings along, and under which licences', () => {
      const vendor = join(packedFolder(name), 'dist/vendor');
      const licences = read(join(vendor, 'licenses.md'));
      const named = [...licences.matchAll(/^## (\S+) - [\d.]+ \((.+)\)$/gm)];
      assert.ok(named.length >= 3);
      const free = /^\(?(?:MIT|ISC|0BSD|BSD(?:-[23]-Clause)?|Apache-2\.0|BlueOak-1\.0\.0)(?: OR | AND |\)|$)/;
      for (const [line, , licence] of named) assert.match(licence!, free, line);
    });
  });
}

test('the two packages have the entries of the tree between them', () => {
  const { exports } = JSON.parse(read(join(ROOT, 'package.json'))) as { exports: object };
  const browser = packedManifest('agent-chat').exports;
  const server = packedManifest('agent-chat-server').exports;
  for (const entry of Object.keys(exports)) assert.ok(entry in browser, entry);
  assert.deepEqual(Object.keys(server), ['./proxy', './proxy/node', './service', './package.json']);
});

test('entries that are in agent-chat-server now say so, whatever is imported from them', async () => {
  const { exports } = packedManifest('agent-chat');
  for (const entry of ['./proxy', './proxy/node', './service']) {
    const { default: script, types } = exports[entry] as { types: string; default: string };
    const file = join(packedFolder('agent-chat'), script);
    await assert.rejects(import(pathToFileURL(file).href), {
      message: `${entry.replace('.', 'agent-chat')} is in a package of its own now: install agent-chat-server and import '${entry.replace('.', 'agent-chat-server')}'.`,
    });
    const there = packedManifest('agent-chat-server').exports[entry] as { default: string };
    const names = Object.keys(
      (await import(pathToFileURL(join(packedFolder('agent-chat-server'), there.default)).href)) as object,
    );
    assert.ok(names.length > 0);
    const declared = read(join(packedFolder('agent-chat'), types));
    for (const name of names) {
      assert.match(read(file), new RegExp(`export const ${name} `), entry);
      assert.match(declared, new RegExp(`export declare const ${name}: never;`), entry);
    }
  }
});

test('front-end developers are not asked for a version of Node.js', () => {
  assert.equal(packedManifest('agent-chat').engines, undefined);
  assert.ok(packedManifest('agent-chat-server').engines);
});

interface Locked {
  dependencies?: Record<string, string>;
}

/** The package and all that is installed with it, as folders. Optional peers belong to the app. */
function installedWith(name: PackageName): string[] {
  const { packages } = JSON.parse(read(join(ROOT, 'package-lock.json'))) as {
    packages: Record<string, Locked>;
  };
  const folders = new Set([packedFolder(name)]);
  const visit = (dependencies: Record<string, string> = {}): void => {
    for (const each of Object.keys(dependencies)) {
      const path = `node_modules/${each}`;
      assert.ok(packages[path], path);
      if (folders.has(join(ROOT, path))) continue;
      folders.add(join(ROOT, path));
      visit(packages[path].dependencies);
    }
  };
  visit(packedManifest(name).dependencies);
  return [...folders];
}

/** Bytes on a disk with blocks of 4 KiB. */
function sizeOnDisk(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((sum, entry) => {
    if (/[\\/]node_modules\b/.test(entry.parentPath.slice(folder.length)) || !entry.isFile()) return sum;
    return sum + Math.ceil(lstatSync(join(entry.parentPath, entry.name)).size / 4096) * 4096;
  }, 0);
}

/** A change that needs more says in docs/dependencies.md what for. */
const LIMITS: Record<PackageName, { packages: number; mebibytes: number }> = {
  // The package itself included.
  'agent-chat': { packages: 6, mebibytes: 12 },
  'agent-chat-server': { packages: 7, mebibytes: 36 },
};

for (const name of NAMES) {
  const { packages, mebibytes } = LIMITS[name];
  test(`${name} installs ${packages} packages and ${mebibytes} MiB at most`, t => {
    const folders = installedWith(name);
    const size = folders.reduce((sum, folder) => sum + sizeOnDisk(folder), 0) / 1024 ** 2;
    t.diagnostic(`${name}: ${folders.length} packages, ${size.toFixed(1)} MiB`);
    assert.ok(folders.length <= packages, folders.join('\n'));
    assert.ok(size <= mebibytes, `${size.toFixed(1)} MiB`);
  });
}

test('the libraries that a package brings along load on their own, the proxy’s without any of them', async () => {
  const folder = packedFolder('agent-chat-server');
  for (const file of globSync('dist/vendor/*.js', { cwd: folder })) {
    const library = (await import(pathToFileURL(join(folder, file)).href)) as object;
    assert.ok(Object.keys(library).length > 0, file);
  }
  // What is imported when the proxy is, without what it loads later.
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier, isDynamic } of importsOf(file, read(join(folder, file))))
      if (!isDynamic && specifier.startsWith('.')) visit(join(dirname(file), specifier));
  };
  visit('dist/proxy/index.js');
  visit('dist/proxy/node.js');
  assert.ok(seen.size > 50);
  assert.deepEqual(
    [...seen].filter(file => file.includes('vendor')),
    [],
  );
});

test('React components run in the browser only, and every framework is an optional peer', () => {
  const folder = packedFolder('agent-chat');
  assert.match(read(join(folder, 'dist/react.js')), /^'use client';\n/);
  const { peerDependencies, peerDependenciesMeta } = packedManifest('agent-chat');
  assert.deepEqual(Object.keys(peerDependenciesMeta as object), Object.keys(peerDependencies!));
  for (const [name, meta] of Object.entries(peerDependenciesMeta as object))
    assert.deepEqual(meta, { optional: true }, name);
});

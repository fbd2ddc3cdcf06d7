import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

interface SourceFile {
  path: string;
  text: string;
  /** Files it imports: when it is loaded, later, or as types. */
  imports: string[];
  packages: string[];
}

const IMPORT = /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/g;
const LATER = /\bimport\(\s*['"]([^'"]+)['"]/g;

const sources: Map<string, SourceFile> = new Map(
  globSync('src/**/*.ts', { cwd: ROOT }).map(path => [path, read(path)]),
);

/** Room → the rooms it may know, and the packages it may load. */
const ROOMS: Record<string, { rooms: string[]; packages: RegExp }> = {
  protocol: { rooms: [], packages: /^(valibot|@valibot\/to-json-schema)$/ },
  client: { rooms: ['protocol'], packages: /^@microsoft\/fetch-event-source$/ },
  locales: { rooms: ['protocol'], packages: /^$/ },
  markdown: { rooms: ['protocol'], packages: /^$/ },
  elements: {
    rooms: ['protocol', 'client', 'locales', 'markdown'],
    packages: /^(lit(\/.*)?|papaparse)$/,
  },
  limits: { rooms: ['protocol', 'databases'], packages: /^(ipaddr\.js|rate-limiter-flexible)$/ },
  tracing: { rooms: ['protocol'], packages: /^@opentelemetry\/api$/ },
  network: { rooms: [], packages: /^(undici|node:net)$/ },
  databases: { rooms: [], packages: /^(kysely|pg|redis|node:(sqlite|fs|path))$/ },
  proxy: { rooms: ['protocol', 'tracing', 'limits', 'network', 'databases'], packages: /^/ },
  service: { rooms: ['protocol', 'tracing', 'limits', 'network', 'databases'], packages: /^/ },
  cli: { rooms: ['proxy', 'service', 'protocol', 'limits', 'network', 'databases'], packages: /^/ },
  '': {
    rooms: ['elements', 'client', 'locales', 'protocol'],
    packages: /^(lit(\/.*)?|preact|react|solid-js|svelte\/elements|vue)$/,
  },
};

test('every room imports only the rooms and packages it may use', () => {
  for (const file of sources.values()) {
    const rules = ROOMS[roomOf(file.path)];
    assert.ok(rules, `${file.path} stands in no known room`);
    for (const target of file.imports) {
      const room = roomOf(target);
      const allowed = room === roomOf(file.path) || rules.rooms.includes(room);
      assert.ok(allowed, `${file.path} must not import ${target}`);
    }
    for (const name of file.packages) {
      assert.ok(rules.packages.test(name), `${file.path} must not import the package ${name}`);
    }
  }
});

test('no imports form a cycle, neither through types nor lazy imports', () => {
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    assert.ok(!trail.includes(path), `cycle: ${[...trail, path].join(' → ')}`);
    if (done.has(path)) return;
    for (const target of sources.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
});

test('other rooms use the Markdown reader by its entries', () => {
  const entries = ['index', 'simple-markdown', 'safe-url', 'create-link', 'copy-text'].map(
    name => `src/markdown/${name}.ts`,
  );
  for (const { path, imports } of sources.values()) {
    if (roomOf(path) === 'markdown') continue;
    const others = imports.filter(target => roomOf(target) === 'markdown' && !entries.includes(target));
    assert.deepEqual(others, [], `${path} imports from the inside of src/markdown`);
  }
});

test('every renderer of an image in an answer asks whether it may load', () => {
  const image =
    /<(?:img|image|picture|source)\b|createElement(?:NS)?\([^)]*['"](?:img|image|picture|source)['"]|new Image\b|\burl\(|image-set\(|\b(?:poster|srcset)=/;
  for (const { path, text } of sources.values()) {
    if (!/^src\/(?:elements|markdown|agent-chat)\b/.test(path)) continue;
    const at = image.exec(text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, ''));
    assert.ok(!at || text.includes('allowedImageUrl('), `${path} uses ${at?.[0]} without allowedImageUrl()`);
  }
});

test('every import points at an existing file', () => {
  for (const file of sources.values()) {
    for (const target of file.imports) {
      assert.ok(sources.has(target), `${file.path} imports ${target}, which is missing`);
    }
  }
});

test('no code for browsers uses Node.js', () => {
  const entries = [...globSync('src/*.ts', { cwd: ROOT }), 'src/client/index.ts'];
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const file = sources.get(path);
    for (const name of file?.packages ?? []) assert.ok(!name.startsWith('node:'), `${path} imports ${name}`);
    for (const target of file?.imports ?? []) visit(target);
  };
  entries.filter(entry => sources.has(entry)).forEach(visit);
  assert.ok(seen.size > 0);
});

test('no source builds DOM from strings, evaluates code or silences the type check', () => {
  const forbidden =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|document\.write|createContextualFragment|DOMParser)\b|\bnew Function\b|\beval\(|@ts-(?:ignore|nocheck|expect-error)/;
  for (const { path, text } of sources.values()) {
    const at = forbidden.exec(text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, ''));
    assert.equal(at, null, `${path} uses ${at?.[0]}`);
  }
});

test('a file is one idea: none over 400 lines, the median under 100', () => {
  const lengths = [...sources.values()].map(({ path, text }) => ({
    path,
    lines: text.split('\n').length - 1,
  }));
  for (const { path, lines } of lengths) {
    const table = path.startsWith('src/locales/');
    assert.ok(table || lines <= 400, `${path} has ${lines} lines`);
  }
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  assert.ok((sorted[Math.floor(sorted.length / 2)] ?? 0) < 100);
});

test('no file under ten lines has one importer: it belongs into that one', () => {
  for (const { path, text } of sources.values()) {
    const importers = [...sources.values()].filter(({ imports }) => imports.includes(path));
    assert.ok(text.split('\n').length > 10 || importers.length !== 1, `${path}: ${importers[0]?.path}`);
  }
});

test('no room or file is a collection of unrelated things', () => {
  const drawer = /^(utils?|common|core|shared|helpers?|types|misc)$/;
  for (const path of sources.keys()) {
    for (const name of path.split('/')) {
      assert.ok(!drawer.test(basename(name, '.ts')), `${path}: give it the name of its idea`);
    }
  }
});

test('every entry of the package has a source', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  for (const [name, target] of Object.entries(exports)) {
    const path = typeof target === 'string' ? target : target.default;
    if (!path.startsWith('./dist/') || path.endsWith('.json')) continue;
    const pattern = path.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    assert.ok(globSync(pattern, { cwd: ROOT }).length > 0, `${name} has no source at ${pattern}`);
  }
});

function read(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const file: SourceFile = { path, text, imports: [], packages: [] };
  for (const [, name] of [...text.matchAll(IMPORT), ...text.matchAll(LATER)]) {
    if (name!.startsWith('.')) file.imports.push(normalize(join(dirname(path), name!)));
    else file.packages.push(name!);
  }
  return file;
}

function roomOf(path: string): string {
  const parts = path.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

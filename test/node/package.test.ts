import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANS } from '../../scripts/pack/plans.ts';

const ROOT = join(import.meta.dirname, '../..');
const { main, types, exports, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  main: string;
  types: string;
  exports: Record<string, string | { types: string; default: string }>;
  files: string[];
};

test('every entry of the package can be imported on a server, by its public name', async () => {
  for (const name of Object.keys(exports)) {
    const specifier = name.replace('.', 'agent-chat').replace('*', 'de');
    const attributes = name.endsWith('.json') ? { with: { type: 'json' } } : undefined;
    const module = (await import(specifier, attributes)) as Record<string, unknown>;
    assert.ok(Object.keys(module).length > 0, specifier);
  }
});

test('CommonJS can require every entry of the package', () => {
  const require = createRequire(import.meta.url);
  for (const name of Object.keys(exports)) {
    const specifier = name.replace('.', 'agent-chat').replace('*', 'de');
    assert.ok(Object.keys(require(specifier) as object).length > 0, specifier);
  }
});

test('a service that CommonJS requires answers', async t => {
  const { createService } = createRequire(import.meta.url)('agent-chat/service');
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-required-'));
  const service = await createService({ dataDir });
  t.after(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  const ready = await service.fetch(new Request('http://service.test/readyz'));
  assert.equal(ready.status, 200);
});

test('a tool that ignores `exports`, as Parcel does by default, finds the element', () => {
  assert.deepEqual({ types, default: main }, exports['.']);
});

test('every entry has its types', () => {
  for (const target of Object.values(exports)) {
    if (typeof target === 'string') continue;
    const types = readFileSync(join(ROOT, target.types.replace('*', 'de')), 'utf8');
    assert.match(types, /export/, target.types);
  }
});

test('links of the README in the package lead to files of the package', () => {
  const links = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
  // npm packs the licence whatever is listed.
  const packed = ['LICENSE', ...files];
  const lost = links.map(([, path]) => path!.split('/')[0]!).filter(path => !packed.includes(path));
  assert.deepEqual(lost, []);
});

test('README.md and llms.txt lead to every page of the documents, llms.txt also names every entry of the package', () => {
  // The index is the list of pages itself.
  const pages = globSync('docs/*.md', { cwd: ROOT, exclude: ['docs/index.md'] }).sort();
  for (const index of ['README.md', 'llms.txt']) {
    const text = readFileSync(join(ROOT, index), 'utf8');
    const led = new Set([...text.matchAll(/\]\((docs\/[^)#]+\.md)\)/g)].map(([, page]) => page!));
    assert.deepEqual([...led].sort(), pages, index);
  }
  const text = readFileSync(join(ROOT, 'llms.txt'), 'utf8');
  const unnamed = Object.keys(exports).filter(
    name => !text.includes(`\`${name.replace('.', PLANS.find(({ owns }) => owns(name))!.name)}\``),
  );
  assert.deepEqual(unnamed, ['./package.json']);
});

test('the package can be installed as a folder, which npm would try to build', t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const { status, stderr } = spawnSync('npm', ['run', 'prepare'], {
    cwd: folder,
    encoding: 'utf8',
    shell: true,
  });
  assert.equal(status, 0, stderr);
});

test('the examples run where npm installs them: Node.js reads no types in node_modules', () => {
  assert.deepEqual(
    readdirSync(join(ROOT, 'examples/terminal')).filter(file => !file.endsWith('.js')),
    [],
  );
});

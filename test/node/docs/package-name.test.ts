import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANS } from '../../../scripts/pack/plans.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Asks a registry for the name, which is not ours before the first release. `npx agent-chat` is explained once. */
const FROM_REGISTRY = [
  /\b(?:npm|pnpm|bun) (?:i|install|add|create|exec|dlx) (?:-\S+ )*agent-chat(?![-\w.]*\.tgz)\S*/,
  /\byarn (?:add|dlx) agent-chat\S*/,
  /\b(?:npx|bunx) (?:-\S+ )*agent-chat@\S+/,
  /\b(?:unpkg\.com|jsdelivr\.net|esm\.sh|skypack\.dev)\/\S*agent-chat\S*/,
];

test('no document or snippet installs agent-chat from a registry before the first release', () => {
  const files = globSync(
    ['*.{md,txt,html}', '{docs,deploy,demo,examples}/**/*', 'src/**/*.ts', 'integrations/**/*'],
    {
      cwd: ROOT,
      withFileTypes: true,
      exclude: ['**/node_modules/**', '**/dist/**'],
    },
  ).filter(entry => entry.isFile() && !/\.(?:png|jpe?g|webp|gif|ico|woff2)$/.test(entry.name));
  assert.ok(files.length > 100);
  const found = files.flatMap(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), 'utf8');
    return FROM_REGISTRY.flatMap(pattern => pattern.exec(text)?.[0] ?? []).map(line => `${name}: ${line}`);
  });
  assert.deepEqual(found, []);
});

test('one place says how the packages are made, with their present version', () => {
  const page = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
  const [, section] = /^## Get the packages\n([\s\S]+?)^## /m.exec(page)!;
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  for (const { name } of PLANS)
    assert.ok(section!.includes(`npm install ../agent-chat/dist/packages/${name}-${version}.tgz`), name);
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** A file and all it imports before it can run. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:import|from)\s*["'`](\.[^"'`]+)["'`]/g)) {
    withImports(join(dirname(file), path!), seen);
  }
  return seen;
}

function chunk(name: string): string {
  const found = readdirSync(join(CDN, 'chunks')).filter(file => file.startsWith(`${name}-`));
  assert.equal(found.length, 1, `one chunk called ${name}, found ${found.join(', ')}`);
  return join(CDN, 'chunks', found[0]!);
}

function bytes(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) sum += brotliCompressSync(readFileSync(file)).length;
  return sum;
}

before(() => {
  assert.ok(existsSync(join(CDN, 'agent-chat.js')), 'npm run build comes first');
});

test('the launcher is on the page after 9.25 KB (brotli); the bar is 9', () => {
  const launcher = bytes(withImports(join(CDN, 'agent-chat.js')));
  assert.ok(launcher <= 9.25 * 1024, `${launcher} bytes`);
});

/**
 * The bar is 30 KB. What is there weighs more, see docs/performance.md; this keeps it from growing until it is met.
 */
test('the first answer needs no more than it did', () => {
  const files = new Set([
    ...withImports(join(CDN, 'agent-chat.js')),
    ...withImports(chunk('agent-chat-window')),
    ...withImports(chunk('en')),
  ]);
  const answer = bytes(files);
  assert.ok(answer <= 57 * 1024, `${answer} bytes in ${[...files].join(', ')}`);
});

test('the admin panel is there after 40 KB (brotli)', () => {
  const admin = bytes(withImports(join(CDN, 'agent-chat-admin.js')));
  assert.ok(admin <= 40 * 1024, `${admin} bytes`);
});

test('no bundle carries what a visitor has no use for', () => {
  const window = readFileSync(chunk('agent-chat-window'), 'utf8');
  for (const foreign of [
    'What the agent is told before every conversation',
    'Please report this to https://github.com/markedjs',
  ]) {
    assert.ok(!window.includes(foreign), foreign);
  }
});

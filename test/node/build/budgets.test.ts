import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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

/** The chunk of this name that one of these files loads later; the admin panel's bundle has chunks of its own. */
function chunk(files: Iterable<string>, name: string): string {
  for (const file of files) {
    const found = new RegExp(`import\\(["'\`]\\./(?:chunks/)?(${name}-[\\w-]+\\.js)`).exec(
      readFileSync(file, 'utf8'),
    );
    if (found) return join(CDN, 'chunks', found[1]!);
  }
  throw new Error(`nothing loads a chunk called ${name}`);
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
  const launcher = withImports(join(CDN, 'agent-chat.js'));
  const locales = chunk(launcher, 'locale-files');
  const files = new Set([
    ...launcher,
    ...withImports(chunk(launcher, 'agent-chat-window')),
    locales,
    ...withImports(chunk([locales], 'en')),
  ]);
  const answer = bytes(files);
  assert.ok(answer <= 60 * 1024, `${answer} bytes in ${[...files].join(', ')}`);
});

test('the admin panel is there after 40 KB (brotli)', () => {
  const admin = bytes(withImports(join(CDN, 'agent-chat-admin.js')));
  assert.ok(admin <= 40 * 1024, `${admin} bytes`);
});

test('no bundle carries what a visitor has no use for', () => {
  const window = readFileSync(chunk(withImports(join(CDN, 'agent-chat.js')), 'agent-chat-window'), 'utf8');
  for (const foreign of [
    'What the agent is told before every conversation',
    'Please report this to https://github.com/markedjs',
  ]) {
    assert.ok(!window.includes(foreign), foreign);
  }
});

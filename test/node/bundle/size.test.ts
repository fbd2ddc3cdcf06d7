import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const CDN = join(import.meta.dirname, '../../../dist/cdn');
const LAUNCHER_MAX = 9 * 1024;

/** A built file and all it imports before it runs. */
function withImports(path: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*["']([^"']+\.js)["']/g)) {
    withImports(join(dirname(path), from!), seen);
  }
  return seen;
}

test('a visitor who never opens the chat downloads nine kilobytes at most', () => {
  const entry = join(CDN, 'agent-chat.js');
  assert.ok(existsSync(entry), 'there is no build; npm run build makes one');
  const files = [...withImports(entry)];
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  assert.ok(bytes <= LAUNCHER_MAX, `${bytes} bytes in ${files.length} files, brotli`);
  const text = files.map(file => readFileSync(file, 'utf8')).join('');
  assert.doesNotMatch(text, /fetch-event-source|<textarea/, 'the conversation is not in it');
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** The folder of the script-tag bundles. */
export const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** KB of 1,024 bytes, brotli, before a first answer is on the screen: the most for now; the target is in budgets.test.ts. */
export const FIRST_ANSWER_MAX = 38.1;

/** A file and all it imports before it can run. */
export function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:import|from)\s*["'`](\.[^"'`]+)["'`]/g)) {
    withImports(join(dirname(file), path!), seen);
  }
  return seen;
}

/** The chunks that a file of the widget loads later, by the names in its calls of the loader. */
export function loadedBy(file: string): string[] {
  const names = readFileSync(file, 'utf8').matchAll(/\(["'`]([a-z-]+-[a-z\d]{8}\.js)["'`]\)/g);
  return Array.from(names, ([, name]) => join(CDN, 'chunks', name!));
}

/** The chunk of this name that one of these files loads later; the admin panel's bundle has chunks of its own. */
export function chunkOf(files: Iterable<string>, name: string): string {
  for (const file of files) {
    const found = loadedBy(file).find(path => new RegExp(`/${name}-\\w{8}\\.js$`).test(path));
    if (found) return found;
  }
  throw new Error(`nothing loads a chunk called ${name}`);
}

/** All that is loaded for the launcher. */
export const launcherFiles = (): Set<string> => withImports(join(CDN, 'agent-chat.js'));

/** All that is loaded until an English answer with simple formatting is on screen. */
export function answerFiles(): Set<string> {
  const launcher = launcherFiles();
  return new Set([...launcher, ...withImports(chunkOf(launcher, 'agent-chat-window'))]);
}

/** All that is loaded until an answer with any Markdown is on screen. */
export function markdownFiles(): Set<string> {
  const answer = answerFiles();
  return new Set([...answer, ...withImports(chunkOf(answer, 'markdown'))]);
}

/** The text of all chunks of both bundles. */
export const allChunks = (): string =>
  readdirSync(join(CDN, 'chunks'))
    .map(name => readFileSync(join(CDN, 'chunks', name), 'utf8'))
    .join('');

export const textOf = (files: Iterable<string>): string =>
  Array.from(files, file => readFileSync(file, 'utf8')).join('');

/** Bytes over the network, each file compressed with brotli. */
export const compressedSize = (files: Iterable<string>): number =>
  Array.from(files, file => brotliCompressSync(readFileSync(file)).length).reduce((sum, size) => sum + size);

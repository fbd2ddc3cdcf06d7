import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ELEMENTS = join(dirname(fileURLToPath(import.meta.url)), '../src/elements');

/** Names of custom properties that are no page's business, but for those that are put together of two. */
const PRIVATE = /--_(?!given-|own-)[a-z][\w-]*/g;

const COMPOSED = /--_(?!given-|own-)[\w-]*\$\{/;

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A letter for each, the same in every file: `--_surface` is `--ac-a` or so. Pages have a `--_a` of their own, and hand it down. */
export function shortCustomProperties(): Plugin {
  const short = new Map<string, string>();
  for (const file of readdirSync(ELEMENTS, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.startsWith('admin')) continue;
    const code = readFileSync(join(ELEMENTS, file), 'utf8');
    if (COMPOSED.test(code)) throw new Error(`${file} puts a name together that has to be found whole`);
    for (const [name] of code.matchAll(PRIVATE)) {
      if (!short.has(name)) short.set(name, `--ac-${sign(short.size)}`);
    }
  }
  return {
    name: 'short-custom-properties',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/elements/') ? code.replace(PRIVATE, name => short.get(name)!) : undefined,
  };
}

/** A letter, or two where there are more names than letters. */
function sign(nth: number): string {
  const letter = SIGNS[nth % SIGNS.length]!;
  return nth < SIGNS.length ? letter : sign(Math.floor(nth / SIGNS.length) - 1) + letter;
}

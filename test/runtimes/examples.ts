import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/agent-chat-examples');

/** The code of one example in docs/runtimes.md, as a reader would copy it. */
export function exampleCode(name: string): string {
  const page = readFileSync(join(ROOT, 'docs/runtimes.md'), 'utf8');
  const blocks = [...page.matchAll(/```js\n\/\/ example: (\S+)\n([\s\S]*?)```/g)];
  const block = blocks.find(([, found]) => found === name);
  if (!block?.[2]) throw new Error(`docs/runtimes.md has no example called ${name}`);
  return block[2];
}

/** What SvelteKit and Astro read the environment with. */
const ENVIRONMENTS = {
  '$env/dynamic/private': 'export const { env } = process',
  'astro:env/server': 'export const getSecret = name => process.env[name]',
};

/** The example as a file that can be run, with this package's own sources in the package's place. */
export function exampleFile(t: TestContext, name: string): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'run-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = (file: string): string => pathToFileURL(join(ROOT, 'src/proxy', file)).href;
  let code = exampleCode(name)
    .replaceAll("'agent-chat/proxy/node'", `'${source('node.ts')}'`)
    .replaceAll("'agent-chat/proxy'", `'${source('index.ts')}'`);
  for (const [module, text] of Object.entries(ENVIRONMENTS)) {
    code = code.replace(`'${module}'`, `'data:text/javascript,${encodeURIComponent(text)}'`);
  }
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

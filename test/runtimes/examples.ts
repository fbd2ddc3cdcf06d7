import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/agent-chat-examples');

/** The code of one file in `examples/proxy/`, which docs/runtimes.md quotes. */
export function exampleCode(name: string): string {
  return readFileSync(join(ROOT, `examples/proxy/${name}.js`), 'utf8');
}

/** How SvelteKit and Astro read the environment. */
const ENVIRONMENTS = {
  '$env/dynamic/private': 'export const { env } = process',
  'astro:env/server': 'export const getSecret = name => process.env[name]',
};

/** The example as a file that runs here: imports of the package lead to this project's own sources. */
export function exampleFile(t: TestContext, name: string): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'run-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = (file: string): string => pathToFileURL(join(ROOT, 'src/proxy', file)).href;
  let code = exampleCode(name)
    .replaceAll("'agent-chat-server/proxy/node'", `'${source('node.ts')}'`)
    .replaceAll("'agent-chat-server/proxy'", `'${source('index.ts')}'`);
  for (const [module, text] of Object.entries(ENVIRONMENTS)) {
    code = code.replace(`'${module}'`, `'data:text/javascript,${encodeURIComponent(text)}'`);
  }
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { answerFiles, CDN, compressedSize, launcherFiles, markdownFiles, withImports } from './bundle.ts';
import { packedFolder } from './packed.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** How much more an app may load than a page with the script tag: its own bundler compresses less. */
const MOST = 1.15;

/** Below the project, so that the package finds its dependencies as in an app. */
const artifacts = join(ROOT, 'test/.artifacts');
mkdirSync(artifacts, { recursive: true });
const app = mkdtempSync(join(artifacts, 'npm-app-'));
const installed = join(app, 'node_modules/agent-chat');
after(() => rmSync(app, { recursive: true, force: true }));

before(() => cpSync(packedFolder('agent-chat'), installed, { recursive: true }));

/** Bundles an app whose script is this, as Vite does without any setting. */
async function bundle(name: string, script: string): Promise<Rolldown.OutputChunk[]> {
  writeFileSync(join(app, `${name}.js`), script);
  writeFileSync(
    join(app, `${name}.html`),
    `<!doctype html><script type="module" src="./${name}.js"></script>`,
  );
  const { output } = (await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(app, `${name}.html`) } },
  })) as Rolldown.RolldownOutput;
  return output.filter(file => file.type === 'chunk');
}

/** Brotli bytes of the chunks with these modules and all they import. */
function sizeOf(chunks: Rolldown.OutputChunk[], ...modules: string[]): number {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    for (const name of chunks.find(chunk => chunk.fileName === fileName)?.imports ?? []) add(name);
  };
  for (const module of modules) {
    const found = chunks.find(({ moduleIds }) => moduleIds.some(id => basename(id) === module));
    assert.ok(found, module);
    add(found.fileName);
  }
  return chunks
    .filter(({ fileName }) => files.has(fileName))
    .reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}

test('an app that bundles the package loads as much as a page with the script tag, within 15 %', async t => {
  const widget = await bundle('widget', "import 'agent-chat';");
  const panel = await bundle('panel', "import 'agent-chat/admin';");
  const sizes: [what: string, app: number, script: number][] = [
    ['the launcher', sizeOf(widget, 'agent-chat.js'), compressedSize(launcherFiles())],
    [
      'a first answer with simple formatting',
      sizeOf(widget, 'agent-chat.js', 'agent-chat-window.js'),
      compressedSize(answerFiles()),
    ],
    [
      'a first answer with any Markdown',
      sizeOf(widget, 'agent-chat.js', 'agent-chat-window.js', 'markdown.js'),
      compressedSize(markdownFiles()),
    ],
    [
      'the admin panel',
      sizeOf(panel, 'agent-chat-admin.js'),
      compressedSize(withImports(join(CDN, 'agent-chat-admin.js'))),
    ],
  ];
  const kb = (bytes: number): string => (bytes / 1024).toFixed(2);
  const lines = sizes.map(
    ([what, inApp, byScript]) =>
      `${what}, from npm: ${kb(inApp)} KB, ${((inApp / byScript - 1) * 100).toFixed(1)} % more than by script tag`,
  );
  for (const line of lines) t.diagnostic(line);
  for (const [i, [, inApp, byScript]] of sizes.entries()) assert.ok(inApp <= byScript * MOST, lines[i]);
});

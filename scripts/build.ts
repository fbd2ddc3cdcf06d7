/**
 * Builds what is published: `dist/` mirrors `src/` as JavaScript and types, `dist/cdn/` holds the script-tag
 * bundles. With `--missing` it builds only when a source is newer than the last build.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { BUNDLES } from '../vite.config.ts';
import { writeEditorData } from './editor-data.ts';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/.built');

if (!process.argv.includes('--missing') || isStale()) {
  const started = Date.now();
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  for (const project of ['browser', 'server']) {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', `tsconfig.${project}.json`], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  }
  // What the elements offer, read from their source, for editors and catalogues.
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/.bin/cem'),
      ...['analyze', '--litelement', '--quiet', '--outdir', 'dist', '--globs'],
      ...['src/elements/agent-chat/agent-chat*.ts', 'src/elements/admin/agent-chat-admin.ts'],
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  writeEditorData(join(ROOT, 'dist'));
  for (const mode of BUNDLES) await build({ root: ROOT, mode, logLevel: 'warn' });
  writeFileSync(STAMP, '');
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function isStale(): boolean {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  const inputs = ['package.json', 'vite.config.ts', 'tsconfig.json'].map(file => join(ROOT, file));
  for (const entry of readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) inputs.push(join(entry.parentPath, entry.name));
  }
  return inputs.some(file => statSync(file).mtimeMs > built);
}

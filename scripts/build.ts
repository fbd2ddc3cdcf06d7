/**
 * Builds what is published: `dist/` mirrors `src/` as JavaScript and types, `dist/cdn/` holds the script-tag
 * bundles. With `--missing` it builds only when what goes into that is newer than the last build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', `config/tsconfig.${project}.json`], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  }
  for (const file of globSync('dist/elements/**/*.js', { cwd: ROOT })) compactStyles(join(ROOT, file));
  // The elements' manifest, read from their source, for editors and catalogues.
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
  // For text in fonts of Chinese, Japanese and Korean that a PDF does not embed. The rest of pdf.js is in `unpdf`.
  cpSync(join(ROOT, 'node_modules/pdfjs-dist/cmaps'), join(ROOT, 'dist/cmaps'), { recursive: true });
  for (const mode of Object.keys(BUNDLES)) await build({ root: ROOT, mode, logLevel: 'warn' });
  writeFileSync(STAMP, '');
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Takes indentation and comments out of style sheets: an app's bundler leaves them in. Each line stays where it is, for
 * the source map.
 */
function compactStyles(file: string): void {
  const code = readFileSync(file, 'utf8');
  const compact = (text: string): string =>
    text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/.+/g, '')).replace(/^[ \t]+/gm, '');
  writeFileSync(
    file,
    code.replace(/(\bcss ?`)([^`]*)`/g, (_, tag: string, text: string) => `${tag}${compact(text)}\``),
  );
}

function isStale(): boolean {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  const inputs = globSync(
    ['package.json', 'vite.config.ts', 'tsconfig.json', 'config/*', '{build,src,scripts}/**/*.ts'],
    {
      cwd: ROOT,
    },
  );
  return inputs.some(file => statSync(join(ROOT, file)).mtimeMs > built);
}

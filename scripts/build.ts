/**
 * Builds what is published: `dist/` mirrors `src/` as JavaScript and types, `dist/cdn/` holds the script-tag
 * bundles, `dist/docs/` the documentation as a site. With `--missing` it builds only what is older than its sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { BUNDLES } from '../vite.config.ts';
import { writeEditorData } from './editor-data.ts';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/.built');
const SITE_STAMP = join(ROOT, 'dist/docs/.built');
const SOURCES = [
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'config/*',
  '{build,src}/**/*.ts',
  'scripts/{*,generate/*}.ts',
];
const SITE_SOURCES = ['package.json', 'llms.txt', 'docs/*.md', 'docs/.vitepress/**/*.{ts,css}'];

const started = Date.now();
const isAllStale = !process.argv.includes('--missing') || isStale(STAMP, SOURCES);
if (isAllStale) {
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
}
if (isAllStale || isStale(SITE_STAMP, SITE_SOURCES)) {
  const { build: buildSite } = await import('vitepress');
  await buildSite(join(ROOT, 'docs'));
  writeFileSync(SITE_STAMP, '');
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

function isStale(stamp: string, sources: string[]): boolean {
  if (!existsSync(stamp)) return true;
  const built = statSync(stamp).mtimeMs;
  return globSync(sources, { cwd: ROOT }).some(file => statSync(join(ROOT, file)).mtimeMs > built);
}

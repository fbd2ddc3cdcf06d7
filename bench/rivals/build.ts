import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Rival } from './rival.ts';

const HERE = import.meta.dirname;

/** Installs what the rivals are made of, once, and builds each page for production. */
export async function prepareRivals(rivals: Rival[]): Promise<void> {
  const installed = join(HERE, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || isNewer(join(HERE, 'package-lock.json'), installed)) {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['ci', '--prefix', HERE, ...flags], { stdio: 'inherit' });
    // npm may keep the dates of the file it read.
    writeFileSync(installed, readFileSync(installed));
  }
  for (const { id } of rivals) {
    const page = ['js', 'jsx'].map(ending => join(HERE, `pages/${id}.${ending}`)).find(existsSync)!;
    const built = join(HERE, `dist/${id}/page.js`);
    if (existsSync(built) && !isNewer(page, built) && !isNewer(installed, built)) continue;
    await build({
      root: HERE,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic' } },
      build: {
        outDir: `dist/${id}`,
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: false,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 10_000,
        cssCodeSplit: false,
        rolldownOptions: {
          input: { page },
          output: {
            entryFileNames: 'page.js',
            chunkFileNames: '[name]-[hash].js',
            assetFileNames: 'page[extname]',
          },
        },
      },
    });
  }
}

/** The version that is installed. */
export function versionOf({ package: name }: Rival): string {
  const manifest = readFileSync(join(HERE, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function isNewer(file: string, than: string): boolean {
  return statSync(file).mtimeMs > statSync(than).mtimeMs;
}

/**
 * Makes the packages that are published, `agent-chat` and `agent-chat-server`, from what `npm run build` has made:
 * `dist/packages/` has a folder and a tarball of each. With `--missing` only if they are older than what they are made of.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from './pack/plans.ts';
import { type Exports, writePackage } from './pack/write-package.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = join(ROOT, 'dist/packages');
const STAMP = join(PACKAGES, '.packed');

execFileSync(process.execPath, [join(import.meta.dirname, 'build.ts'), '--missing'], { stdio: 'inherit' });
if (!process.argv.includes('--missing') || isStale()) {
  rmSync(PACKAGES, { recursive: true, force: true });
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: Exports };
  const [browser, server] = PLANS as [(typeof PLANS)[0], (typeof PLANS)[0]];
  const entries = Object.keys(exports).filter(server.owns);
  await writePackage(ROOT, server, join(PACKAGES, server.name), undefined);
  await writePackage(ROOT, browser, join(PACKAGES, browser.name), { name: server.name, entries });
  for (const { name } of PLANS) {
    const tarball = execFileSync('npm', ['pack', `./${name}`, '--silent'], {
      cwd: PACKAGES,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim();
    const kilobytes = Math.round(statSync(join(PACKAGES, tarball)).size / 1000);
    console.log(`dist/packages/${tarball}: ${kilobytes} KB`);
  }
  writeFileSync(STAMP, '');
}

function isStale(): boolean {
  if (!existsSync(STAMP)) return true;
  const packed = statSync(STAMP).mtimeMs;
  const parts = [
    'scripts/pack/*',
    ...PLANS.flatMap(({ files }) => files.flatMap(file => [file, `${file}/**/*`])),
  ];
  return globSync(['dist/.built', 'dist/docs/.built', ...parts], { cwd: ROOT }).some(
    file => statSync(join(ROOT, file)).mtimeMs > packed,
  );
}

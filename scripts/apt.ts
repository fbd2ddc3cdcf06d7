import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PATIENCE_MS = 300_000;

/** Installs Debian packages if that is allowed: as root, with apt-get, as on a build machine. */
export function aptInstall(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${names.join(' and ')} …`);
  const run = (...args: string[]): number | null =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: PATIENCE_MS,
    }).status;
  run('update', '-q');
  return run('install', '-y', '-q', '--no-install-recommends', ...names) === 0;
}

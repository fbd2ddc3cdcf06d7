/**
 * Checks the types of all three projects. What a check found out is kept, so that the next one looks only at what has
 * changed since. Not for the build: it would not write files again that are missing.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

for (const project of ['browser', 'server', 'test']) {
  const cache = join(ROOT, `node_modules/.cache/typecheck/${project}.tsbuildinfo`);
  const args = [
    '-p',
    `config/tsconfig.${project}.json`,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    cache,
  ];
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** As installed: a copy of what is published, which finds its dependencies further up. */
export function installPackage(folder: string): void {
  const installed = join(folder, 'node_modules/agent-chat');
  rmSync(installed, { recursive: true, force: true });
  for (const part of ['dist', 'package.json']) {
    cpSync(join(ROOT, part), join(installed, part), { recursive: true });
  }
}

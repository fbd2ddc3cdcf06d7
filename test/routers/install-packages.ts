import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packedFolder } from '../node/build/packed.ts';

/** As installed: copies of what is published, which find their dependencies further up. */
export function installPackages(folder: string): void {
  for (const name of ['agent-chat', 'agent-chat-server'] as const) {
    const installed = join(folder, 'node_modules', name);
    rmSync(installed, { recursive: true, force: true });
    cpSync(packedFolder(name), installed, { recursive: true });
  }
}

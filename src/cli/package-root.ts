import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package's package.json: two up from `dist/cli` as from `src/cli`. */
export const PACKAGE_ROOT: string = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The script-tag bundles. */
export const BUNDLES: string = join(PACKAGE_ROOT, 'dist/cdn');

export function isBuilt(): boolean {
  return existsSync(join(BUNDLES, 'agent-chat.js'));
}

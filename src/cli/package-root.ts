import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: two levels above `dist/cli` and `src/cli`. */
export const PACKAGE_ROOT: string = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** This package's own documents. */
export const OUR_DOCS: string = join(PACKAGE_ROOT, 'docs');

/** The documentation site that `npm run build` makes of them. */
export const DOCS_SITE: string = join(PACKAGE_ROOT, 'dist/docs');

/** The script-tag bundles. */
export const BUNDLES: string = join(PACKAGE_ROOT, 'dist/cdn');

/** The version in package.json. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

export function isBuilt(): boolean {
  return existsSync(join(BUNDLES, 'agent-chat.js'));
}

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../../dist/packages');

export type PackageName = 'agent-chat' | 'agent-chat-server';

export interface PackedManifest {
  name: string;
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** The folder of a package as it is published. */
export function packedFolder(name: PackageName): string {
  const folder = join(PACKAGES, name);
  assert.ok(existsSync(join(PACKAGES, '.packed')), '`npm run pack` comes first');
  return folder;
}

export const packedManifest = (name: PackageName): PackedManifest =>
  JSON.parse(readFileSync(join(packedFolder(name), 'package.json'), 'utf8')) as PackedManifest;

export function packedTarball(name: PackageName): string {
  return join(PACKAGES, `${name}-${packedManifest(name).version}.tgz`);
}

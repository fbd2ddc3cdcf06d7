import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner can enter, and those above it that are missing. Not by `recursive`, which never
 * returns where the system says of a folder that is there that it is not, as it does below /proc.
 * @throws what the system says, also when a file is in the way
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      makePrivateFolder(dirname(path));
      mkdirSync(path, { mode: 0o700 });
    } else {
      // Makes nothing: it tells a folder that is there from a file.
      mkdirSync(path, { recursive: true });
    }
  }
}

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';
import { makePrivateFolder } from './private-folder.ts';

const BUSY_MS = 5000;
const SQLITE_BUSY = 5;

/** Opens a database in a folder for its owner alone. Both are made when they are missing. @throws when they cannot be */
export function openSqliteFile(folder: string, name: string): DatabaseSync {
  makePrivateFolder(folder);
  // Not imported: bundlers for runtimes without SQLite fail on its name, even where it is never reached.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const path = join(folder, name);
  keepPrivate(path);
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  switchToWal(file);
  // What has been acknowledged survives the loss of power too, not only of the process.
  file.exec('pragma synchronous = full');
  return file;
}

/** SQLite doesn't wait its timeout for this switch when another process opens the file at the same moment. */
function switchToWal(file: DatabaseSync): void {
  const until = Date.now() + BUSY_MS;
  for (;;) {
    try {
      file.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      // The low byte is the kind. A damaged file, a full disk or one that takes no writes will not mend by waiting.
      const busy = ((error as { errcode?: number }).errcode! & 0xff) === SQLITE_BUSY;
      if (!busy || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

import { chmodSync, closeSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/**
 * Makes a database readable by its owner alone, whatever folder it lies in: it holds what visitors wrote. To be called
 * before it is opened, since SQLite gives the files it puts beside it the rights that it has itself.
 */
export function keepPrivate(file: string): void {
  // Never opened when it is there: closing it would let go of the locks this process may have on it.
  tolerant(() => closeSync(openSync(file, 'wx', OWNER_ONLY)));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) takeFromOthers(path);
}

/** The same of any file that is there. */
export function takeFromOthers(path: string): void {
  tolerant(() => chmodSync(path, OWNER_ONLY));
}

/** What is not there, or is somebody else's, stays as it is; what that means for the database, SQLite says. */
function tolerant(change: () => void): void {
  try {
    change();
  } catch {}
}

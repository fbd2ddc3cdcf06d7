import { isOutOfSpace } from './database-errors.ts';
import { withTimeout } from './with-timeout.ts';

/** Whether something can be stored now. `full`: the disk is full or accepts no writes. */
export type StoreState = 'ok' | 'full' | 'unreachable';

/** Enough that a file system with a few free blocks, which a database's own small write still fits into, counts as full. */
const PROBE_BYTES = 256 * 1024;

/** The outcome of a trial write. */
export async function stateOf(write: () => Promise<unknown>): Promise<StoreState> {
  try {
    await withTimeout(write());
    return 'ok';
  } catch (error) {
    return isOutOfSpace(error) ? 'full' : 'unreachable';
  }
}

/** Writes a file into a folder and removes it. @throws what the system says, such as ENOSPC */
export async function writeProbe(folder: string): Promise<void> {
  // Not imported: the proxy also runs where there is no file system.
  const { open, rm } = process.getBuiltinModule('node:fs').promises;
  const path = `${folder}/.probe-${crypto.randomUUID()}`;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(new Uint8Array(PROBE_BYTES));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

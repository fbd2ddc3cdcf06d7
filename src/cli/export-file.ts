import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { UsageError } from './variables.ts';

/**
 * Writes a file that only its owner can read. An existing file (or the target of a link) is replaced only when the new one
 * is complete. @throws UsageError
 */
export async function exportFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const part = `${target}.part`;
  const file = createWriteStream(part, { mode: 0o600 });
  const written = finished(file)
    .then(() => rename(part, target))
    .catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written (${error.code}).`);
    });
  // Awaited below, maybe after it was rejected.
  written.catch(() => {});
  try {
    for await (const piece of pieces) {
      if (!file.write(piece)) await Promise.race([once(file, 'drain').catch(() => written), written]);
    }
    file.end();
    await written;
  } catch (error) {
    file.destroy();
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Formats values as a JSON array, one value a line. */
export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield '[';
  let before = '\n';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',\n';
  }
  yield '\n]\n';
}

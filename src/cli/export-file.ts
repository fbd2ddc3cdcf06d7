import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { UsageError } from './variables.ts';

/**
 * Writes a file that its owner alone can read. One that is there, which a link may lead to, is replaced only by one that
 * is whole. @throws UsageError
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
  // Awaited where a fault can be told, which may be after it has come.
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

/** A list of values as the text of a JSON array, a value to a line. */
export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield '[';
  let before = '\n';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',\n';
  }
  yield '\n]\n';
}

import { basename, extname } from 'node:path';
import { storable } from '../../../protocol/text.ts';
import type { ReadDocument } from './document.ts';
import { type ReadingTask, readInWorker } from './read-in-worker.ts';
import { readTextFile } from './text-file.ts';
import { Unreadable } from './unreadable.ts';

/** A new extension is a new line. */
const FORMATS: Readonly<Record<string, ReadingTask['format']>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
  '.csv': 'table',
  '.tsv': 'table',
  '.pdf': 'pdf',
  '.docx': 'docx',
};

/** Bytes of a text that is read while others wait: they hardly notice, be it as twisted as it may. */
const READ_AT_ONCE = 4 * 1024;

/** Whether a file's name says that it can be read. */
export function isReadable(path: string): boolean {
  return Object.hasOwn(FORMATS, extname(path).toLowerCase());
}

/** Reads a file whose name says that it can be. @throws Unreadable, and the signal's reason */
export async function readDocument(
  path: string,
  bytes: Uint8Array,
  url: string,
  { charset, signal }: { charset?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ReadDocument> {
  const format = FORMATS[extname(path).toLowerCase()]!;
  const file = { bytes, title: basename(path, extname(path)), url, charset };
  const isQuick = format !== 'pdf' && format !== 'docx' && bytes.length <= READ_AT_ONCE;
  const { title, passages } = isQuick
    ? readTextFile({ format, ...file })
    : await readInWorker({ format, ...file }, { signal });
  return {
    title: storable(title),
    // Files hold anything; PostgreSQL takes no NUL.
    passages: passages.map(({ heading, anchor, body }) => ({
      heading: storable(heading),
      anchor: storable(anchor),
      body: storable(body),
    })),
  };
}

/**
 * For a document that is new: whoever has it read wants to know that nothing comes of it, as of a page that a script
 * writes. One that was known and is empty now was emptied.
 * @throws Unreadable
 */
export function refuseEmpty({ passages }: ReadDocument): void {
  if (passages.length === 0) throw new Unreadable('holds no text');
}

import { isUtf8 } from 'node:buffer';
import { basename, extname } from 'node:path';
import { storable } from '../../../protocol/text.ts';
import type { ReadDocument } from './document.ts';
import { type ReadingTask, readInWorker } from './read-in-worker.ts';
import { readTextFile } from './text-file.ts';
import { Unreadable } from './unreadable.ts';

const FORMATS: Readonly<Record<string, ReadingTask['format']>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.rst': 'rst',
  '.adoc': 'asciidoc',
  '.asciidoc': 'asciidoc',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
  '.csv': 'table',
  '.tsv': 'table',
  '.pdf': 'pdf',
  '.docx': 'docx',
};

/** Bytes of a text file that is read without a worker: even hostile files of this size are read at once. */
const WORKER_FROM = 4 * 1024;

/** Whether the extension of a file is that of a readable format. */
export function isReadable(path: string): boolean {
  return Object.hasOwn(FORMATS, extname(path).toLowerCase());
}

/** Reads a file for which `isReadable` is true. @throws Unreadable; the reason of `signal` */
export async function readDocument(
  path: string,
  bytes: Uint8Array,
  url: string,
  { charset, signal }: { charset?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ReadDocument> {
  const format = FORMATS[extname(path).toLowerCase()]!;
  const file = { bytes, title: basename(path, extname(path)), url, charset };
  // Encoding detection takes long, too.
  const isQuick = !isSlow(format) && bytes.length <= WORKER_FROM && isUtf8(bytes);
  const { title, passages, warning } = isQuick
    ? readTextFile({ format, ...file })
    : await readInWorker({ format, ...file }, { signal });
  return {
    title: storable(title),
    // PostgreSQL stores no NUL characters.
    passages: passages.map(({ heading, anchor, body }) => ({
      heading: storable(heading),
      anchor: storable(anchor),
      body: storable(body),
    })),
    warning,
  };
}

/** Formats whose libraries read files of any size in a worker. */
function isSlow(format: ReadingTask['format']): format is 'pdf' | 'docx' | 'asciidoc' {
  return format === 'pdf' || format === 'docx' || format === 'asciidoc';
}

/**
 * Reports a new document without text, such as a page that a script renders. Do not call it for a document that is in the
 * index: its author has emptied it.
 * @throws Unreadable
 */
export function refuseEmpty({ passages }: ReadDocument): void {
  if (passages.length === 0) throw new Unreadable('no-text', 'contains no text');
}

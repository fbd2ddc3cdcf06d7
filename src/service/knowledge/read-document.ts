import { basename, extname } from 'node:path';
import { storable } from '../../protocol/text.ts';
import { decodeText } from './decode-text.ts';
import type { ReadDocument } from './document.ts';
import { readApart } from './read-apart.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';
import { Unreadable } from './unreadable.ts';

type Reader = (
  bytes: Uint8Array,
  title: string,
  url: string,
  charset?: string,
) => ReadDocument | Promise<ReadDocument>;

/** A new format is a new line. The large libraries are loaded, in a thread apart, by the first document that needs them. */
const READERS: Readonly<Record<string, Reader>> = {
  '.md': (bytes, title, url, charset) => readMarkdown(decodeText(bytes, charset), title, url),
  '.markdown': (bytes, title, url, charset) => readMarkdown(decodeText(bytes, charset), title, url),
  '.html': (bytes, title, url, charset) => readHtml(decodeText(bytes, charset), title, url),
  '.htm': (bytes, title, url, charset) => readHtml(decodeText(bytes, charset), title, url),
  '.txt': (bytes, title, _url, charset) => readText(decodeText(bytes, charset), title),
  '.pdf': (bytes, title) => readApart({ format: 'pdf', bytes, title }),
  '.docx': (bytes, title) => readApart({ format: 'docx', bytes, title }),
};

/** Whether a file's name says that it can be read. */
export function isReadable(path: string): boolean {
  return Object.hasOwn(READERS, extname(path).toLowerCase());
}

/** @throws Unreadable */
export async function readDocument(
  path: string,
  bytes: Uint8Array,
  url: string,
  charset?: string,
): Promise<ReadDocument> {
  const extension = extname(path).toLowerCase();
  const reader = READERS[extension];
  if (!reader) throw new Unreadable(`is of a format that can not be read (${extension || 'no extension'})`);
  const { title, passages } = await reader(bytes, basename(path, extname(path)), url, charset);
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

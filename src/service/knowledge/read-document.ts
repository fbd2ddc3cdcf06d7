import { basename, extname } from 'node:path';
import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';

type Reader = (bytes: Uint8Array, title: string, url: string) => ReadDocument | Promise<ReadDocument>;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A new format is a new line. The large libraries are loaded by the first document that needs them. */
const READERS: Readonly<Record<string, Reader>> = {
  '.md': (bytes, title, url) => readMarkdown(decode(bytes), title, url),
  '.markdown': (bytes, title, url) => readMarkdown(decode(bytes), title, url),
  '.html': (bytes, title) => readHtml(decode(bytes), title),
  '.htm': (bytes, title) => readHtml(decode(bytes), title),
  '.txt': (bytes, title) => readText(decode(bytes), title),
};

/** Whether a file's name says that it can be read. */
export function isReadable(path: string): boolean {
  return Object.hasOwn(READERS, extname(path).toLowerCase());
}

/** @throws whatever the format's library finds wrong with the file. */
export async function readDocument(path: string, bytes: Uint8Array, url: string): Promise<ReadDocument> {
  const extension = extname(path).toLowerCase();
  const reader = READERS[extension];
  if (!reader) throw new Error(`no reader for ${extension || 'files without an extension'}`);
  return await reader(bytes, basename(path, extname(path)), url);
}

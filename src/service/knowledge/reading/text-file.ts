import { decodeDocument } from './decode-text.ts';
import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readRst } from './read-rst.ts';
import { readTable } from './read-table.ts';
import { readText } from './read-text.ts';

export type TextFormat = 'markdown' | 'rst' | 'html' | 'text' | 'table';

/** A file in a text format. */
export interface TextFile {
  format: TextFormat;
  bytes: Uint8Array;
  /** Title if the document declares none. */
  title: string;
  /** Public address, which its links are relative to; may be empty. */
  url?: string;
  /** Encoding that the server declares. */
  charset?: string | undefined;
}

/** @throws Unreadable */
export function readTextFile({ format, bytes, title, url = '', charset }: TextFile): ReadDocument {
  // Old editors end lines with a carriage return.
  const text = decodeDocument(bytes, charset).replace(/\r\n?/g, '\n');
  if (format === 'markdown') return readMarkdown(text, title, url);
  if (format === 'rst') return readRst(text, title, url);
  if (format === 'table') return readTable(text, title);
  return format === 'html' ? readHtml(text, title, url) : readText(text, title);
}

import { decodeText } from './decode-text.ts';
import type { ReadDocument } from './document.ts';
import { isLegible } from './legible.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readTable } from './read-table.ts';
import { readText } from './read-text.ts';
import { Unreadable } from './unreadable.ts';

export type TextFormat = 'markdown' | 'html' | 'text' | 'table';

/** A file of a format that is text. */
export interface TextFile {
  format: TextFormat;
  bytes: Uint8Array;
  /** For a document that has none of its own. */
  title: string;
  /** Where it is, which its links depend on; empty where nobody can go. */
  url?: string;
  /** What its server says it is written in. */
  charset?: string | undefined;
}

/** @throws Unreadable */
export function readTextFile({ format, bytes, title, url = '', charset }: TextFile): ReadDocument {
  // A lone carriage return ends a line as well, as old editors write it.
  const text = decodeText(bytes, charset).replace(/\r\n?/g, '\n');
  if (!isLegible(text)) throw new Unreadable('holds no text');
  if (format === 'markdown') return readMarkdown(text, title, url);
  if (format === 'table') return readTable(text, title);
  return format === 'html' ? readHtml(text, title, url) : readText(text, title);
}

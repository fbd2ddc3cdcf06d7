import { decodeText } from './decode-text.ts';
import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';
import { Unreadable } from './unreadable.ts';

export type TextFormat = 'markdown' | 'html' | 'text';

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

/** Characters that show what a file is. */
const SHOWN_WITHIN = 64 * 1024;
/** A picture or a program has more of them than this; a stray one stands in many a text. */
const CONTROLS_MAX = 0.08;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g;

/** @throws Unreadable */
export function readTextFile({ format, bytes, title, url = '', charset }: TextFile): ReadDocument {
  // A lone carriage return ends a line as well, as old editors write it.
  const text = decodeText(bytes, charset).replace(/\r\n?/g, '\n');
  const beginning = text.slice(0, SHOWN_WITHIN);
  if ((beginning.match(CONTROLS)?.length ?? 0) > CONTROLS_MAX * beginning.length)
    throw new Unreadable('holds no text');
  if (format === 'markdown') return readMarkdown(text, title, url);
  return format === 'html' ? readHtml(text, title, url) : readText(text, title);
}

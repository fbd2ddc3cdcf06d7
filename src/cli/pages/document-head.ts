import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { decodeText } from '../../service/index.ts';
import { cutFrontMatter, withoutHeadingId } from '../../service/knowledge/reading/markdown-extensions.ts';

/** What a list says of a document. */
export interface DocumentHead {
  title: string;
  /** Its first sentence, which may be none. */
  about: string;
}

/** Bytes in which a title and a first sentence stand, if there are any. */
const HEAD_BYTES = 4096;
const ABOUT_MAX = 160;

/** Lines with which no paragraph begins: headings, lists, tables, quotes, code, images, HTML, rules. */
const NO_PARAGRAPH = /^\s*(?:[#>|<`~*+=-]|!\[|\d+[.)]\s|$)/;
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Title and first sentence of a file, as far as its first lines tell. */
export async function readHead(file: string): Promise<DocumentHead> {
  const ending = extname(file);
  const named = basename(file, ending);
  const text = await firstLines(file).catch(() => '');
  switch (ending.toLowerCase()) {
    case '.md':
    case '.markdown': {
      const { title, rest } = cutFrontMatter(text);
      return {
        title: title ?? (plain(withoutHeadingId(/^#\s+(.+)$/m.exec(rest)?.[1] ?? '')) || named),
        about: firstSentence(rest),
      };
    }
    case '.csv':
    case '.tsv':
      return { title: named, about: '' };
    case '.html':
    case '.htm':
      return { title: titleOfPage(text) || named, about: '' };
    default:
      return { title: named, about: firstSentence(text) };
  }
}

async function firstLines(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, HEAD_BYTES, 0);
    return decodeText(bytes.subarray(0, bytesRead < HEAD_BYTES ? bytesRead : endOfLetter(bytes)));
  } finally {
    await handle.close();
  }
}

/** A letter of UTF-8 that is cut apart would make the whole look like another encoding. */
function endOfLetter(bytes: Uint8Array): number {
  const start = bytes.findLastIndex(byte => (byte & 0xc0) !== 0x80);
  return start < 0 || bytes[start]! < 0x80 ? bytes.length : start;
}

function firstSentence(text: string): string {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex(line => !NO_PARAGRAPH.test(line));
  if (start < 0) return '';
  const length = lines.slice(start).findIndex(line => NO_PARAGRAPH.test(line));
  const paragraph = plain(lines.slice(start, length < 0 ? undefined : start + length).join(' '));
  const sentence = /^.*?(?:[.!?؟](?=\s|$)|[。！？।])/.exec(paragraph)?.[0] ?? paragraph;
  return sentence.length > ABOUT_MAX ? `${sentence.slice(0, ABOUT_MAX).replace(/\s+\S*$/, '')} …` : sentence;
}

function titleOfPage(text: string): string {
  const withoutDrawings = text.replace(/<svg\b[\s\S]*?<\/svg>/gi, '');
  const title = /<title[^>]*>([^<]+)/i.exec(withoutDrawings)?.[1] ?? '';
  return title
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof SIGNS) => SIGNS[name])
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

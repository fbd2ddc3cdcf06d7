import { open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { decodeText } from '../../service/index.ts';
import { cutFrontMatter, withoutHeadingId } from '../../service/knowledge/reading/markdown-extensions.ts';

export interface ListedDocument extends DocumentHead {
  /** Relative to its folder, without the ending of Markdown files. */
  path: string;
}

export interface ListedGroup {
  /** Empty for documents at the top. */
  heading: string;
  documents: ListedDocument[];
}

/** If there are more files, the list shows their names and reads none. */
const READ_MAX = 500;
/** File names that come first in their folder. */
const FIRST = /^(?:index|readme|start|getting-started)$/i;
const collator = new Intl.Collator(undefined, { numeric: true });

/** All documents in the folders whose file names end in one of `endings`. */
export async function listDocuments(
  folders: readonly string[],
  endings: readonly string[],
): Promise<ListedGroup[]> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const path of await filesIn(folder)) {
      const address = path.replace(/\.md$/, '');
      if (endings.includes(extname(path).toLowerCase()) && !files.has(address))
        files.set(address, join(folder, path));
    }
  }
  const rest = await Promise.all(
    Array.from(files, async ([path, file]) => ({
      path,
      ...(files.size > READ_MAX ? { title: path, about: '' } : await readHead(file)),
    })),
  );
  const byFolder = Map.groupBy(rest.sort(inOrder), ({ path }) => dirname(path).replace(/^\.$/, ''));
  const groups = [...byFolder].map(([heading, documents]) => ({ heading, documents }));
  return groups.sort((a, b) => collator.compare(a.heading, b.heading));
}

function inOrder(a: ListedDocument, b: ListedDocument): number {
  const rank = ({ path }: ListedDocument): number =>
    FIRST.test(path.slice(path.lastIndexOf('/') + 1)) ? 0 : 1;
  return rank(a) - rank(b) || collator.compare(a.title, b.title);
}

async function filesIn(folder: string, inner = ''): Promise<string[]> {
  // A folder may be missing while it is replaced, or not readable.
  const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter(entry => !entry.name.startsWith('.'))
    .map(async entry => {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) return await filesIn(folder, path);
      return entry.isFile() ? [path] : [];
    });
  return (await Promise.all(paths)).flat();
}

/** What the list shows of a document. */
export interface DocumentHead {
  title: string;
  /** Its first sentence; may be empty. */
  about: string;
}

/** Bytes that are searched for the title and the first sentence. */
const HEAD_BYTES = 4096;
const ABOUT_MAX = 160;

/** Lines that do not begin a paragraph: headings, lists, tables, quotes, code, images, HTML, rules. */
const NO_PARAGRAPH = /^\s*(?:[#>|<`~*+=-]|!\[|\d+[.)]\s|$)/;
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Reads the title and the first sentence from the beginning of a file. */
async function readHead(file: string): Promise<DocumentHead> {
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
    return decodeText(bytes.subarray(0, bytesRead < HEAD_BYTES ? bytesRead : lastCharacterEnd(bytes)));
  } finally {
    await handle.close();
  }
}

/** The end of the last complete UTF-8 character: half a character would look like another encoding. */
function lastCharacterEnd(bytes: Uint8Array): number {
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

/** Text without Markdown syntax. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';

/** Questions and answers: `[qanda]` lists. */
const QUESTION = /<li>\s*<p><em>([\s\S]*?)<\/em><\/p>([\s\S]*?)<\/li>/g;
const QUESTION_LIST = /<div class="qlist qanda">[\s\S]*?<\/ol>\s*<\/div>/g;

/** Notes, tips and warnings are tables with an icon. */
const ADMONITION =
  /<table>\s*<tr>\s*<td class="icon">[\s\S]*?<\/td>\s*<td class="content">([\s\S]*?)<\/td>\s*<\/tr>\s*<\/table>/g;

/**
 * Reads AsciiDoc. Files that it includes are left out: only the reader of a folder decides which files are read. Relative
 * links are resolved against `baseUrl`.
 */
export async function readAsciiDoc(
  source: string,
  fallbackTitle: string,
  baseUrl: string,
): Promise<ReadDocument> {
  const { convert } = await import('@asciidoctor/core');
  const html = await convert(source.replace(/^include::.*$/gm, ''), {
    safe: 'secure',
    attributes: { showtitle: true, 'toc!': '', 'sectanchors!': '', 'source-highlighter!': '' },
  });
  return readHtml(simplified(String(html)), fallbackTitle, baseUrl);
}

function simplified(html: string): string {
  return html
    .replace(ADMONITION, '<p>$1</p>')
    .replace(QUESTION_LIST, list =>
      list
        .replace(QUESTION, '<details><summary>$1</summary>$2</details>')
        .replace(/<\/?(?:ol|div)\b[^>]*>/g, ''),
    );
}

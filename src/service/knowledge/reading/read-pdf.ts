import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf';
import { PassageCollector, type ReadDocument } from './document.ts';
import { isLegible } from './legible.ts';
import { withLiteralStars } from './literal-stars.ts';
import { blocksOf } from './pdf-lines.ts';
import { Unreadable } from './unreadable.ts';

const PAGES_MAX = 5000;
/** What programs write where nobody gave a title. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|html?|indd|pages|tex|dvi|qxd))$/i;

/** Reads the text of a PDF. A passage leads to its page. @throws Unreadable */
export async function readPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => {
    const { name } = error as Error;
    throw new Unreadable(
      name === 'PasswordException' ? 'is protected by a password' : 'is damaged, or no PDF',
    );
  });
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable(`has more than ${PAGES_MAX} pages`);
    const { items } = await extractTextItems(pdf);
    const collector = new PassageCollector();
    for (const [i, blocks] of blocksOf(items).entries()) {
      collector.place(`page=${i + 1}`);
      for (const { level, text } of blocks) {
        if (level > 0) collector.heading(level, text, `page=${i + 1}`);
        else collector.block(withLiteralStars(text));
      }
    }
    const document = collector.finish(fallbackTitle, await titleOf(pdf));
    if (document.passages.length === 0) throw new Unreadable('holds no text, only images');
    // Fonts may be embedded without a table that says which letters they draw.
    if (!isLegible(document.passages.map(({ body }) => body).join(' ')))
      throw new Unreadable('holds no text that can be read, only shapes of letters');
    return document;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function titleOf(pdf: Parameters<typeof getMeta>[0]): Promise<string | undefined> {
  const { info } = await getMeta(pdf).catch(() => ({ info: {} as Record<string, unknown> }));
  const title = typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : '';
  return title === '' || NO_TITLE.test(title) ? undefined : title;
}

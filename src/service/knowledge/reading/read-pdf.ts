import { join } from 'node:path';
import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf';
import { isLegible } from './decode-text.ts';
import { PassageCollector, type ReadDocument } from './document.ts';
import { blocksOf } from './pdf-lines.ts';
import { escapeStars } from './plain-text.ts';
import { Unreadable } from './unreadable.ts';

/** The predefined character maps, as the build copies them. A path: pdf.js reads no `file:` URL. */
const CMAPS = join(import.meta.dirname, '../../../../dist/cmaps/');
const PAGES_MAX = 5000;
/** Pages that are examined for text in fonts that cannot be read. */
const SHOWN_PAGES = 3;
/** `OPS.showText` of pdf.js. */
const SHOW_TEXT = 44;
/** Titles that programs write when the author gave none. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|html?|indd|pages|tex|dvi|qxd))$/i;

/** Reads the text of a PDF. The anchor of a passage is its page. @throws Unreadable */
export async function readPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, cMapUrl: CMAPS, cMapPacked: true }).catch(
    (error: unknown) => {
      const { name } = error as Error;
      throw new Unreadable(
        name === 'PasswordException' ? 'is protected by a password' : 'is damaged, or not a PDF',
      );
    },
  );
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable(`has more than ${PAGES_MAX} pages`);
    const { items } = await extractTextItems(pdf);
    const collector = new PassageCollector();
    for (const [i, blocks] of blocksOf(items).entries()) {
      collector.setAnchor(`page=${i + 1}`);
      for (const { level, text } of blocks) {
        if (level > 0) collector.heading(level, text, `page=${i + 1}`);
        else collector.block(escapeStars(text));
      }
    }
    const document = collector.finish(fallbackTitle, await titleOf(pdf));
    if (document.passages.length === 0)
      throw new Unreadable(
        (await showsText(pdf))
          ? 'contains no text that can be read: its fonts name a character map that is not known'
          : 'contains no text, only images',
      );
    // Fonts may be embedded without a map from glyphs to characters.
    if (!isLegible(document.passages.map(({ body }) => body).join(' ')))
      throw new Unreadable('contains no text that can be read: its fonts have no character map');
    return document;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Whether the first pages show text, though none of it could be read. */
async function showsText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<boolean> {
  for (let number = 1; number <= Math.min(pdf.numPages, SHOWN_PAGES); number++) {
    const page = await pdf.getPage(number);
    const operators = await page.getOperatorList().catch(() => undefined);
    if (operators?.fnArray.includes(SHOW_TEXT)) return true;
  }
  return false;
}

async function titleOf(pdf: Parameters<typeof getMeta>[0]): Promise<string | undefined> {
  const { info } = await getMeta(pdf).catch(() => ({ info: {} as Record<string, unknown> }));
  const title = typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : '';
  return title === '' || NO_TITLE.test(title) ? undefined : title;
}

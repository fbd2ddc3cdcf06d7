import mammoth from 'mammoth';
import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';
import { Unreadable } from './unreadable.ts';
import { unpackedSize } from './zip-size.ts';

/** A file that unpacks to more is not a text somebody wrote. */
const UNPACKED_MAX = 300 * 1024 * 1024;

const TITLE = /<h1 class="title">(.*?)<\/h1>/gs;

/** Reads the text of a Word document with its headings, lists and tables. @throws Unreadable */
export async function readDocx(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const size = unpackedSize(bytes);
  if (size === undefined) throw new Unreadable('is damaged, or no Word document');
  if (size > UNPACKED_MAX) throw new Unreadable(`unpacks to more than ${UNPACKED_MAX} bytes`);
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      {
        externalFileAccess: false,
        styleMap: ["p[style-name='Title'] => h1.title:fresh"],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return readHtml(titled(value), fallbackTitle);
  } catch {
    throw new Unreadable('is damaged, or no Word document');
  }
}

/** The one paragraph of the style Title is the document's, and no chapter beside the others; several are chapters. */
function titled(html: string): string {
  if (html.match(TITLE)?.length !== 1) return html;
  return html.replace(TITLE, (_, words: string) => `<title>${words.replace(/<[^>]*>/g, '')}</title>`);
}

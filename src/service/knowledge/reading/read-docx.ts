import mammoth from 'mammoth';
import type { ReadDocument } from './document.ts';
import { readHtml } from './read-html.ts';
import { Unreadable } from './unreadable.ts';
import { unpackedSize } from './zip-size.ts';

/** A file that unpacks to more is not a text somebody wrote. */
const UNPACKED_MAX = 300 * 1024 * 1024;

const DAMAGED = 'is damaged, or no Word document';
/** What Word's files were before they were packed, and still are where a password protects them. */
const OLD_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const TITLE = /<h1 class="title">(.*?)<\/h1>/gs;

/** Reads the text of a Word document with its headings, lists and tables. @throws Unreadable */
export async function readDocx(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (OLD_FILE.equals(buffer.subarray(0, OLD_FILE.length))) {
    throw new Unreadable(
      buffer.includes(ENCRYPTED) ? 'is protected by a password' : 'is an older Word document (.doc)',
    );
  }
  const size = unpackedSize(bytes);
  if (size === undefined) throw new Unreadable(DAMAGED);
  if (size > UNPACKED_MAX) throw new Unreadable(`unpacks to more than ${UNPACKED_MAX} bytes`);
  const { value } = await mammoth
    .convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        styleMap: ["p[style-name='Title'] => h1.title:fresh"],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(() => {
      throw new Unreadable(DAMAGED);
    });
  return readHtml(titled(value), fallbackTitle);
}

/** The one paragraph of the style Title is the document's, and no chapter beside the others; several are chapters. */
function titled(html: string): string {
  if (html.match(TITLE)?.length !== 1) return html;
  return html.replace(TITLE, (_, words: string) => `<title>${words.replace(/<[^>]*>/g, '')}</title>`);
}

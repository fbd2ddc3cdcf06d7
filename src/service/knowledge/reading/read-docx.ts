import mammoth from 'mammoth';
import type { ReadDocument } from './document.ts';
import { withTextBoxes } from './docx-text-boxes.ts';
import { readHtml } from './read-html.ts';
import { Unreadable } from './unreadable.ts';

/** A larger file is an attack, and no document. */
const UNPACKED_MAX = 300 * 1024 * 1024;

const DAMAGED = 'is damaged, or not a Word document';
/** Beginning of OLE files: documents of Word 97 to 2003, and any that are encrypted. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const ZIP_END = 0x06054b50;
const ZIP_ENTRY = 0x02014b50;
const ZIP_END_LENGTH = 22;
const ZIP_ENTRY_LENGTH = 46;
const ZIP_COMMENT_MAX = 0xffff;

const TITLE = /<h1 class="title">(.*?)<\/h1>/gs;

/** Reads the text of a Word document with its headings, lists and tables. @throws Unreadable */
export async function readDocx(bytes: Uint8Array, fallbackTitle: string): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (OLE.equals(buffer.subarray(0, OLE.length))) {
    throw buffer.includes(ENCRYPTED)
      ? new Unreadable('password', 'is protected by a password')
      : new Unreadable('format', 'is an older Word document (.doc)');
  }
  const size = unpackedSize(bytes);
  if (size === undefined) throw new Unreadable('damaged', DAMAGED);
  if (size > UNPACKED_MAX) throw new Unreadable('too-large', `unpacks to more than ${UNPACKED_MAX} bytes`);
  const { value } = await withTextBoxes(buffer)
    .then(readable =>
      mammoth.convertToHtml(
        { buffer: readable },
        {
          externalFileAccess: false,
          styleMap: ["p[style-name='Title'] => h1.title:fresh"],
          convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        },
      ),
    )
    .catch(() => {
      throw new Unreadable('damaged', DAMAGED);
    });
  return readHtml(withTitle(value), fallbackTitle);
}

/** A single paragraph of the style Title is the title of the document; several are headings of chapters. */
function withTitle(html: string): string {
  if (html.match(TITLE)?.length !== 1) return html;
  return html.replace(TITLE, (_, words: string) => `<title>${words.replace(/<[^>]*>/g, '')}</title>`);
}

/** The unpacked size of a ZIP file in bytes, as its directory declares it; undefined if it is not a ZIP file. */
function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  let at = view.getUint32(end + 16, true);
  let size = 0;
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + ZIP_ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ZIP_ENTRY) return undefined;
    size += view.getUint32(at + 24, true);
    at +=
      ZIP_ENTRY_LENGTH +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return size;
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - ZIP_END_LENGTH - ZIP_COMMENT_MAX);
  for (let at = view.byteLength - ZIP_END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) === ZIP_END) return at;
  }
  return undefined;
}

/** Line ends of the classic Mac OS. In other files, lines can end in CR LF or LF, also mixed. */
const OLD_MAC = /^[^\r\n]*\r(?!\n)/;

/** A first line that tells Excel the delimiter, before the headings. */
const EXCEL_HINT = /^"?sep=.?"?\r?\n/i;

export interface FileText {
  /** Without a byte order mark. */
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/** Decodes a file as UTF-8 or UTF-16, or else as Windows-1252, which spreadsheets on Windows write. */
export function fileText(bytes: Uint8Array): FileText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  try {
    return decoded(bytes, 'utf-8');
  } catch {
    return decoded(bytes, 'windows-1252');
  }
}

/** A workbook or an image has a NUL among its first bytes, a text does not. */
export function isText(text: string): boolean {
  return !text.includes('\0');
}

/**
 * A CSV file from its headings on, and its line end, which the parser is told because a wrong guess would lose rows.
 */
export function csvText(text: string): { csv: string; newline: '\r' | '\n' } {
  const csv = text.replace(EXCEL_HINT, '');
  return { csv, newline: OLD_MAC.test(csv) ? '\r' : '\n' };
}

/** Only UTF-8 can be distinguished reliably from other encodings. */
function decoded(bytes: Uint8Array, encoding: FileText['encoding']): FileText {
  return { text: new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes), encoding };
}

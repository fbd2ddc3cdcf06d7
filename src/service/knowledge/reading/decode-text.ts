const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Where a page says its encoding, it says so early. */
const DECLARATION_WITHIN = 2048;
const WIDE_WITHIN = 1000;
const DECLARED = /<(?:meta\b[^>]*\bcharset\s*=\s*["']?|\?xml[^>]*\bencoding\s*=\s*["'])([\w.:-]+)/i;

/**
 * The text of a file, in whichever encoding it is: as its first bytes mark it or its noughts show it, as the server or the
 * page itself says, else UTF-8, and what is not UTF-8 is taken for the encoding that was usual before it.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  for (const [encoding, mark] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return new TextDecoder(encoding).decode(bytes);
  }
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const declared = charset ?? declaredIn(bytes);
  try {
    if (declared) return new TextDecoder(declared).decode(bytes);
  } catch {
    // An encoding nobody knows; the bytes may still tell.
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyRight(text) ? text : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** One letter cut in two, or one of another file, is no reason to misread the others: by chance hardly two bytes fit. */
function isMostlyRight(text: string): boolean {
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return foreign - wrong > wrong;
}

/** Latin letters of two bytes without a mark: one byte of most is nought, and the other of hardly any. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, WIDE_WITHIN);
  const noughts = [0, 0];
  for (const [i, byte] of start.entries()) if (byte === 0) noughts[i % 2]!++;
  const [first, second] = noughts.map(count => count / (start.length / 2)) as [number, number];
  if (second > 0.6 && first < 0.05) return 'utf-16le';
  return first > 0.6 && second < 0.05 ? 'utf-16be' : undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const name = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_WITHIN)))?.[1];
  // Could the name be read so, the page is in no encoding of two bytes (HTML, 13.2.3.2).
  return name && /^(?:utf-?16|unicode|ucs-2|iso-10646-ucs-2)/i.test(name) ? 'utf-8' : name;
}

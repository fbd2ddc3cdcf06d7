const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Where a page says its encoding, it says so early. */
const DECLARATION_WITHIN = 2048;
const DECLARED = /<(?:meta\b[^>]*\bcharset\s*=\s*["']?|\?xml[^>]*\bencoding\s*=\s*["'])([\w.:-]+)/i;

/**
 * The text of a file, in whichever encoding it is: as its first bytes mark it, as the server or the page itself says,
 * else UTF-8, and what is not UTF-8 is taken for the encoding that was usual before it.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  for (const [encoding, mark] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return new TextDecoder(encoding).decode(bytes);
  }
  const declared = charset ?? declaredIn(bytes);
  try {
    if (declared) return new TextDecoder(declared).decode(bytes);
  } catch {
    // An encoding nobody knows; the bytes may still tell.
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function declaredIn(bytes: Uint8Array): string | undefined {
  return DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_WITHIN)))?.[1];
}

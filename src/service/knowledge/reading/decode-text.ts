/** Byte order marks. */
const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Bytes at the beginning in which a page declares its encoding. */
const DECLARATION_WITHIN = 2048;
const UTF16_SAMPLE = 1000;
const DECLARED = /<(?:meta\b[^>]*\bcharset\s*=\s*["']?|\?xml[^>]*\bencoding\s*=\s*["'])([\w.:-]+)/i;
/** Characters that `isLegible` examines. */
const LEGIBLE_SAMPLE = 64 * 1024;
/** Share of control characters that text may have. */
const CONTROLS_MAX = 0.08;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g;

/**
 * Decodes a text file. The encoding is, in this order, that of the byte order mark, UTF-16 by its zero bytes, the one that
 * the server or the page declares, UTF-8, or else Windows-1252.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  for (const [encoding, mark] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return new TextDecoder(encoding).decode(bytes);
  }
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const declared = charset ?? declaredIn(bytes);
  try {
    if (declared) return new TextDecoder(declared).decode(bytes);
  } catch {
    // An unknown encoding: detect it instead.
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyUtf8(text) ? text : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether it is text, and not an image, a program, or glyph codes of a font without a character map. */
export function isLegible(text: string): boolean {
  const sample = text.slice(0, LEGIBLE_SAMPLE);
  return (sample.match(CONTROLS)?.length ?? 0) <= CONTROLS_MAX * sample.length;
}

/** Tolerates a few invalid bytes: sequences of several bytes are hardly ever valid by chance. */
function isMostlyUtf8(text: string): boolean {
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  const nonAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return nonAscii - invalid > invalid;
}

/** Detects UTF-16 without a mark, for mostly Latin text: one byte of most characters is zero, the other hardly ever. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, UTF16_SAMPLE);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]!++;
  const [even, odd] = zeros.map(count => count / (sample.length / 2)) as [number, number];
  if (odd > 0.6 && even < 0.05) return 'utf-16le';
  return even > 0.6 && odd < 0.05 ? 'utf-16be' : undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const name = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_WITHIN)))?.[1];
  // A declaration readable as ASCII cannot be in UTF-16 (HTML, 13.2.3.2).
  return name && /^(?:utf-?16|unicode|ucs-2|iso-10646-ucs-2)/i.test(name) ? 'utf-8' : name;
}

import { createRequire } from 'node:module';
import type { detect } from 'jschardet';
import { Unreadable } from './unreadable.ts';

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
/** Bytes that encoding detection examines: lines with characters outside of ASCII. */
const DETECTION_SAMPLE = 4096;
/** The detector's names of encodings that `TextDecoder` knows under another name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['CP932', 'shift_jis'],
  ['CP949', 'euc-kr'],
  ['MacRoman', 'macintosh'],
  ['MacCyrillic', 'x-mac-cyrillic'],
]);
/** Escape sequences of ISO-2022-JP, whose bytes are all in ASCII. */
const ISO_2022_JP = '\x1b$';
/** Encodings that the detector takes for one another in text of a single case, the most common first. */
const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'];
/** The most frequent letters of Russian, Ukrainian and Bulgarian: two thirds of their texts. */
const FREQUENT_CYRILLIC = /[оаеинтсрвлк]/giu;
const FREQUENT_MIN = 0.5;
const FREQUENT_LEAD = 0.2;
/** Accented Latin letters side by side, which no language has. */
const ACCENTED_RUN = /[\u00c0-\u024f]{4,}/g;
/** Share of letters outside of ASCII that text in a Latin script may have. Wrongly decoded text has more. */
const LATIN_MAX = 0.4;
const LETTERS_MIN = 8;
/** Valid sequences for each invalid one that are too many for chance. */
const MANY_VALID = 4;
/** Scripts of the two-byte sequences of UTF-8, without ASCII. */
const SCRIPTS = [
  /[\u00c0-\u024f]/,
  /[\u0250-\u02ff]/,
  /[\u0370-\u03ff]/,
  /[\u0400-\u052f]/,
  /[\u0530-\u07ff]/,
];
/** Characters that `isLegible` examines. */
const LEGIBLE_SAMPLE = 64 * 1024;
/** Share of control characters that text may have. */
const CONTROLS_MAX = 0.08;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g;

/**
 * Decodes a text file. The encoding is, in this order, that of the byte order mark, UTF-16 by its zero bytes, the one that
 * the server or the page declares, UTF-8, or else the one that a detector finds. Never throws: text that cannot be decoded is
 * garbled.
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
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes(ISO_2022_JP) ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyUtf8(text) ? text : new TextDecoder(detectEncoding(bytes)).decode(bytes);
  }
}

/** Decodes a text file, as `decodeText`. @throws Unreadable when the text is garbled, because its encoding is unknown */
export function decodeDocument(bytes: Uint8Array, charset?: string): string {
  const text = decodeText(bytes, charset);
  if (!isLegible(text)) throw new Unreadable('no-text', 'contains no text');
  if (isGarbled(text))
    throw new Unreadable('encoding', 'has an encoding that cannot be detected; save it as UTF-8');
  return text;
}

/** The detector is large and slow, so it is loaded for the first file that needs it. */
let detector: typeof detect | undefined;

function detectEncoding(bytes: Uint8Array): string {
  const require = createRequire(import.meta.url);
  detector ??= (require('jschardet') as { detect: typeof detect }).detect;
  const sample = withoutTags(sampleOf(bytes));
  const { encoding } = detector(sample);
  const name = ALIASES.get(encoding ?? '') ?? encoding ?? 'windows-1252';
  // ISO 8859 has control characters where the Windows encodings have letters and quotes.
  const isWindows = sample.some(byte => byte >= 0x80 && byte < 0xa0);
  const found = isWindows && name === 'ISO-8859-2' ? 'windows-1250' : knownEncoding(name);
  const isLatinGarble = hasAccentedRuns(new TextDecoder(found).decode(sample));
  return CYRILLIC.includes(found) || isLatinGarble ? likelierCyrillic(sample, found) : found;
}

function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'windows-1252';
  }
}

/** The Cyrillic encoding that gives the most frequent letters, if it is clearly better than the one that was found. */
function likelierCyrillic(sample: Uint8Array, found: string): string {
  const shareIn = (encoding: string): number => {
    const text = new TextDecoder(encoding).decode(sample);
    const foreign = text.match(/[^\0-\u007f]/gu)?.length ?? 0;
    return (text.match(FREQUENT_CYRILLIC)?.length ?? 0) / Math.max(1, foreign);
  };
  const shares = CYRILLIC.map(shareIn);
  const most = Math.max(...shares);
  const isClear = most >= FREQUENT_MIN && most >= shareIn(found) + FREQUENT_LEAD;
  return isClear ? CYRILLIC[shares.indexOf(most)]! : found;
}

/** Whether most accented Latin letters stand side by side, as where another script is decoded as Latin. */
function hasAccentedRuns(text: string): boolean {
  const inRuns = text.match(ACCENTED_RUN)?.join('').length ?? 0;
  return inRuns > (text.match(/[\u00c0-\u024f]/g)?.length ?? 0) / 2;
}

/** Tags say nothing about the language. No character of several bytes contains `<` or `>`. */
function withoutTags(sample: Buffer): Buffer {
  return Buffer.from(sample.toString('latin1').replace(/<[^<>]*>/g, ' '), 'latin1');
}

/** The first lines with bytes outside of ASCII. */
function sampleOf(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < DETECTION_SAMPLE; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, Math.min(end < 0 ? bytes.length : end + 1, start + DETECTION_SAMPLE));
    start += line.length;
    if (!line.some(byte => byte >= 0x80)) continue;
    lines.push(line);
    length += line.length;
  }
  return Buffer.concat(lines);
}

/**
 * Whether text was decoded with a wrong encoding: with C1 control characters, mostly replacement characters, or as accented
 * Latin letters in the place of another script.
 */
function isGarbled(text: string): boolean {
  const sample = text.slice(0, LEGIBLE_SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const accented = sample.match(/[\u00c0-\u024f]/g)?.length ?? 0;
  const invalid = sample.match(/[\u0080-\u009f\ufffd]/g)?.length ?? 0;
  const foreign = sample.match(/[^\0-\u007f]/gu)?.length ?? 0;
  return (
    (invalid > 0 && invalid >= foreign / 2) ||
    (letters >= LETTERS_MIN && accented > LATIN_MAX * letters) ||
    hasAccentedRuns(sample)
  );
}

/** Whether it is text, and not an image, a program, or glyph codes of a font without a character map. */
export function isLegible(text: string): boolean {
  const sample = text.slice(0, LEGIBLE_SAMPLE);
  return (sample.match(CONTROLS)?.length ?? 0) <= CONTROLS_MAX * sample.length;
}

/**
 * Tolerates a few invalid bytes: sequences of several bytes are hardly ever valid by chance. In a short text of another
 * encoding some are, as letters of several scripts.
 */
function isMostlyUtf8(text: string): boolean {
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  const valid = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - invalid;
  if (valid <= invalid) return false;
  return valid > MANY_VALID * invalid || SCRIPTS.filter(script => script.test(text)).length <= 1;
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

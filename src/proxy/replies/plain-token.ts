import type { KeyScanner } from './key-scanner.ts';

const encoder = new TextEncoder();
const HEAD = encoder.encode('data: {"type":"token","content":"');
const TAIL = encoder.encode('"}\n\n');
/** The characters that may follow a backslash. `\/` and `\uXXXX` are left to the JSON parser. */
const ESCAPES = new Set(encoder.encode('"\\bfnrt'));

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;
/** Stands for any character that cannot be in a key. */
const NO_KEY = 0;

/**
 * Where the token event that begins at `from` ends, if it is complete and exactly as the interface writes it: such an
 * event can go on unchanged, without being decoded, parsed and serialized again. 0 for any other.
 * @param scanner looks for the key
 * @param eventBytes the longest event
 */
export function plainTokenEnd(
  bytes: Uint8Array,
  from: number,
  scanner: KeyScanner,
  eventBytes: number,
): number {
  if (!startsWith(bytes, from, HEAD)) return 0;
  const last = Math.min(bytes.length, from + eventBytes) - TAIL.length;
  let matched = scanner.matched;
  let at = from + HEAD.length;
  while (at <= last) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      if (!scanner.harmless(matched) || !startsWith(bytes, at, TAIL)) return 0;
      scanner.matched = matched;
      return at + TAIL.length;
    }
    if (byte < 0x20 || byte === DELETE) return 0;
    let code = byte;
    let length = 1;
    if (byte >= 0x80) {
      length = characterLength(bytes, at);
      if (length === 0) return 0;
      code = NO_KEY;
    } else if (byte === BACKSLASH) {
      code = bytes[at + 1]!;
      if (!ESCAPES.has(code)) return 0;
      if (code !== QUOTE && code !== BACKSLASH) code = NO_KEY;
      length = 2;
    }
    matched = scanner.step(matched, code);
    if (scanner.isKey(matched)) return 0;
    at += length;
  }
  return 0;
}

function startsWith(bytes: Uint8Array, from: number, start: Uint8Array): boolean {
  if (from + start.length > bytes.length) return false;
  for (let i = 0; i < start.length; i++) if (bytes[from + i] !== start[i]) return false;
  return true;
}

/** Bytes of the character beyond ASCII that begins here; 0 where it is ill-formed, a control, or cut off. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1]!;
  // Controls of Latin-1, longer forms than needed, surrogates, and what lies beyond Unicode.
  if (lead === 0xc2 && second < 0xa0) return 0;
  if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return 0;
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0;
  return length;
}

import { stringify } from './json.ts';
import { MESSAGE_MAX } from './limits.ts';

/** Counts Unicode code points: most emoji count as one, a letter with a combining accent as two. */
export function countCharacters(text: string): number {
  // Each surrogate pair is two code units and one character.
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '_').length;
}

const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/** Whether a text is invisible: only white space, zero-width and control characters. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Whether a text is a valid message, sections 4.1 rule 3 and 7: not blank and at most 2000 characters. */
export function isMessage(text: unknown): boolean {
  return typeof text === 'string' && !isBlank(text) && countCharacters(text) <= MESSAGE_MAX;
}

/** Replaces what no database or UTF-8 stream can represent (lone surrogates, NUL) with U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(stringify(value)).length;
}

/** A typo of one letter: two letters swapped, one letter more or less, or one wrong letter. */
export type LetterFault = 'swapped' | 'more' | 'wrong';

/** The typo by which two words differ, if it is a single one and not in the first letter, which is rarely wrong. */
export function oneLetterApart(a: string, b: string): LetterFault | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return undefined;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  if (from === 0) return undefined;
  const rest = (word: string, skipped: number): string => word.slice(from + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1) ? 'more' : undefined;
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  if (swapped && rest(short, 2) === rest(long, 2)) return 'swapped';
  return rest(short, 1) === rest(long, 1) ? 'wrong' : undefined;
}

/** The commas of all languages: Latin, Arabic "،", Chinese and Japanese "，" and "、". */
const COMMAS = /[,،，、]/u;

/** The words or phrases of an entry of word groups: "refund, money back". */
export function wordGroup(entry: string): string[] {
  return entry
    .split(COMMAS)
    .map(word => word.trim())
    .filter(word => word !== '');
}

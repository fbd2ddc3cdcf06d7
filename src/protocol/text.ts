import { MESSAGE_MAX } from './limits.ts';

/** What counts as a character: a Unicode code point, so an emoji is one and an accent composed of two is two. */
export function countCharacters(text: string): number {
  // Each surrogate pair is two code units and one character.
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '_').length;
}

const NOTHING_TO_SEE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/** True when a reader would see nothing: white space, zero-width and control characters alone. */
export function isBlank(text: string): boolean {
  return NOTHING_TO_SEE.test(text);
}

/** Whether it can be asked, sections 4.1 rule 3 and 7: text with something to see in it, and not too much. */
export function isMessage(text: unknown): boolean {
  return typeof text === 'string' && !isBlank(text) && countCharacters(text) <= MESSAGE_MAX;
}

/** Replaces what no database or UTF-8 stream can carry (lone surrogates, NUL) with U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** What counts as a character: a Unicode code point, so an emoji is one and an accent composed of two is two. */
export function countCharacters(text: string): number {
  let count = text.length;
  // Each surrogate pair is two code units and one character.
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        i++;
      }
    }
  }
  return count;
}

const NOTHING_TO_SEE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/** True when a reader would see nothing: white space, zero-width and control characters alone. */
export function isBlank(text: string): boolean {
  return NOTHING_TO_SEE.test(text);
}

/** Replaces what no database or UTF-8 stream can carry (lone surrogates, NUL) with U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Says only where a word may be parted at the end of a line. */
const SOFT_HYPHEN = '\u00ad';
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu;

/** The words of a text, lower case and in one Unicode form, in order. */
export function wordsOf(text: string): string[] {
  return (
    text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replaceAll(SOFT_HYPHEN, '').match(WORD) ?? []
  );
}

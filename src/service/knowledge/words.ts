const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu;

/** The words of a text, lower case and in one Unicode form, in order. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
}

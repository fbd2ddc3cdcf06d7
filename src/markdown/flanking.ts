const SPACE = /\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Characters of Chinese, Japanese and Korean: their scripts, the wide punctuation and symbols that these share, and
 * ideographic variation selectors.
 */
const CJK =
  /(?!\p{Emoji_Presentation})[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\p{sc=Yi}\p{sc=Tangut}\p{sc=Nushu}\p{sc=Khitan_Small_Script}\u20a9\u2329\u232a\u2630-\u2637\u268a-\u268f\u2ff0-\u303e\u3099-\u309c\u30a0\u30fb\u30fc\u3190-\u319f\u31c0-\u31ef\u3220-\u3247\u3250-\u33ff\u4dc0-\u4dff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffee\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}]|[\u{e0100}-\u{e01ef}]/u;
/** Quotation marks with the variation selector for their fullwidth form. */
const WIDE_QUOTE = /[‘’“”]\ufe01/u;

/** Longer runs are text. */
const MAX_RUN = 16;

/**
 * Whether a delimiter run can open or close emphasis, by CommonMark's rules with the amendment for Chinese, Japanese and
 * Korean: their punctuation counts as letters, as there are no spaces around it.
 * https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 * https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md
 * @param before the character before the run, with its variation selector; empty at the start
 * @param after the character after the run; empty at the end
 */
export function flanking(run: string, before: string, after: string): { opens: boolean; closes: boolean } {
  const char = run[0]!;
  // A single tilde mostly means "about": 9:00~18:00, (~$4).
  if (char === '~' ? run.length !== 2 : run.length > MAX_RUN) return { opens: false, closes: false };
  const spaceBefore = before === '' || SPACE.test(before);
  const spaceAfter = after === '' || SPACE.test(after);
  const punctuationBefore = PUNCTUATION.test(before);
  const punctuationAfter = PUNCTUATION.test(after);
  const cjkBefore = CJK.test(before) || WIDE_QUOTE.test(before);
  const cjkAfter = CJK.test(after);
  const left =
    !spaceAfter && (!punctuationAfter || cjkAfter || spaceBefore || punctuationBefore || cjkBefore);
  const right =
    !spaceBefore && (!punctuationBefore || cjkBefore || spaceAfter || punctuationAfter || cjkAfter);
  if (char !== '_') return { opens: left, closes: right };
  // Between letters, an underscore is part of a name: snake_case.
  return {
    opens: left && (!right || punctuationBefore),
    closes: right && (!left || punctuationAfter),
  };
}

/** The last character of a text, with its variation selector if it has one. */
export function lastCharacter(text: string): string {
  return /[\s\S][\ufe00-\ufe0e]?$/u.exec(text)?.[0] ?? '';
}

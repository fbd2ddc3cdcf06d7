/** What follows each opening delimiter: at most 2,000 characters of TeX without a backtick, and the closing delimiter. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  // Prices stay text: no space or closing punctuation at the start, no letter or digit behind, no `**`.
  $: /(?![\s),;:!?\]}]|\.\s)((?:[{^]\*\*|\\[^`\n]|[*~](?![*~])|[^\\$`\s*~]|[^\S\n](?!\$)){0,2000})(\$(?![\dA-Za-z\u00c0-\u02af\u0370-\u052f]))?/y,
  $$: /(?![$),;:!?\]}]|\.\s)((?:[{^]\*\*|\\[^`]|[*~](?![*~])|[^\\$`*~]|\$(?!\$)){0,2000})(\$\$)?/y,
  '\\(': /((?:\\[^()`]|[^\\`]){0,2000})(\\\))?/y,
  '\\[': /(?!\\\\)((?:\\[^[\]`]|[^\\`]){0,2000})(\\\])?/y,
};

/**
 * The start of an incomplete formula that is very unlikely to be a price, such as `$x` and `$10^`. After any other
 * dollar sign, the text is formatted as usual until the formula is complete, because "**$5k** a year" starts like
 * `$5x*y$`.
 */
const LIKELY = /\\|\$(?:\$|$|[A-Za-z\\({[]|\d[\d.,]*[A-Za-z]?[\\^_])/y;

/** A line of a paragraph that opens a formula of several lines. */
const OPENING = /^(\$\$)(?=\s*$|[A-Za-z\\({])|^\\\[/;

/** A letter or digit before `$`, as in `5$` or `US$`. CJK is left out: it has no space before a formula. */
const WORD_END = /[\dA-Za-z\u00c0-\u02af\u0370-\u052f]$/;

export interface Formula {
  /** The source without its delimiters; undefined if only more text can show whether this is a formula. */
  tex: string | undefined;
  display: boolean;
  end: number;
  /** Whether an incomplete formula is shown as one already. */
  isLikely: boolean;
}

/**
 * The formula that starts at `at`: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
 * @param before the character before `at`
 * @param isPartial whether more text will follow
 * @param isOpen whether the next text continues directly, without white space
 */
export function readFormula(
  text: string,
  at: number,
  before: string,
  isPartial: boolean,
  isOpen: boolean,
): Formula | undefined {
  const two = text.slice(at, at + 2);
  const opening = two in PATTERNS ? two : text[at]!;
  const pattern = PATTERNS[opening];
  if (!pattern || (opening === '$' && WORD_END.test(before))) return undefined;
  pattern.lastIndex = at + opening.length;
  const found = pattern.exec(text);
  if (!found) return undefined;
  const end = pattern.lastIndex;
  const [, tex = '', closing] = found;
  const display = opening === '$$' || opening === '\\[';
  LIKELY.lastIndex = at;
  const isLikely = LIKELY.test(text);
  // More text may close the formula, or put a digit after its closing dollar sign.
  const isUndecided =
    isPartial && (closing ? closing === '$' && isOpen : true) && /^\\?$/.test(text.slice(end, end + 2));
  if (isUndecided) return { tex: undefined, display, end: text.length, isLikely };
  return closing && tex.trim() ? { tex, display, end, isLikely } : undefined;
}

/**
 * Finds out whether a formula of several lines is still open after this line. If so, the next line belongs to it,
 * whatever that line starts with.
 * @param closing the delimiter that closes the formula open before this line; empty if none is open
 * @returns the delimiter that closes the formula open after this line; empty if none is open
 */
export function closingAfter(line: string, closing: string): string {
  const opening = closing ? undefined : OPENING.exec(line);
  if (!closing && !opening) return '';
  const expected = closing || opening![1] || '\\]';
  return line.includes(expected, opening?.[0].length) ? '' : expected;
}

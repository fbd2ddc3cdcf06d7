/** What follows each opening delimiter: at most 2,000 characters of TeX without a backtick, and the closing delimiter. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  // As in Pandoc, so that prices stay text: no white space inside the dollar signs, and no digit after them.
  $: /(?!\s)((?:\\[^`\n]|[^\\$`\s]|[^\S\n](?!\$)){0,2000})(\$(?!\d))?/y,
  $$: /(?!\$)((?:\\[^`]|[^\\$`]|\$(?!\$)){0,2000})(\$\$)?/y,
  '\\(': /((?:\\[^()`]|[^\\`]){0,2000})(\\\))?/y,
  '\\[': /(?!\\\\)((?:\\[^[\]`]|[^\\`]){0,2000})(\\\])?/y,
};

/**
 * The start of an incomplete formula that is hardly anything else, such as `$x` and `$10^`. Other dollar signs are prices
 * until it is complete, because "**$5k** a year" starts like `$5x*y$`.
 */
const LIKELY = /\\|\$(?:\$|$|[A-Za-z\\({[]|\d[\d.,]*[A-Za-z]?[\\^_])/y;

/** A line of a paragraph that opens a formula of several lines. */
const OPENING = /^(\$\$)(?=\s*$|[A-Za-z\\({])|^\\\[/;

export interface Formula {
  /** The source without its delimiters; undefined if only more text can show whether this is a formula. */
  tex: string | undefined;
  display: boolean;
  end: number;
  isLikely: boolean;
}

/**
 * The formula that starts at `at`: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
 * @param isOpen whether more text may follow directly
 */
export function readFormula(
  text: string,
  at: number,
  isPartial: boolean,
  isOpen: boolean,
): Formula | undefined {
  const two = text.slice(at, at + 2);
  const opening = two in PATTERNS ? two : text[at]!;
  const pattern = PATTERNS[opening];
  if (!pattern) return undefined;
  pattern.lastIndex = at + opening.length;
  const found = pattern.exec(text);
  if (!found) return undefined;
  const end = pattern.lastIndex;
  const [, tex = '', closing] = found;
  const display = opening === '$$' || opening === '\\[';
  LIKELY.lastIndex = at;
  const isLikely = LIKELY.test(text);
  const isUndecided =
    isPartial && (closing ? closing === '$' && isOpen : true) && /^\\?$/.test(text.slice(end, end + 2));
  if (isUndecided) return { tex: undefined, display, end: text.length, isLikely };
  return closing && tex.trim() ? { tex, display, end, isLikely } : undefined;
}

/**
 * Whether the line after this one continues a formula of several lines, whatever it starts with.
 * @param closing the delimiter that the formula of the previous lines ends with; empty if there is none
 * @returns the delimiter that the formula ends with, empty if none is open
 */
export function closingAfter(line: string, closing: string): string {
  const opening = closing ? undefined : OPENING.exec(line);
  if (!closing && !opening) return '';
  const expected = closing || opening![1] || '\\]';
  return line.includes(expected, opening?.[0].length) ? '' : expected;
}

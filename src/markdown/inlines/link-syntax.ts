import { unescapeText } from './entities.ts';

/** Where a link leads, unescaped. */
export interface LinkDestination {
  href: string;
  title: string;
}

/**
 * What was read at one place of a text, and where it ends. `undefined`: there is no match. `'incomplete'`: more text may
 * complete a match; if the text is complete, there is none.
 */
export type ParseResult<T> = { value: T; end: number } | 'incomplete' | undefined;

/** Parentheses in a destination may be nested this deep. */
const MAX_DEPTH = 32;

const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y;
const INCOMPLETE_LABEL = /\[(?:[^[\]\\]|\\[\s\S]){0,999}\\?$/y;
const ANGLED = /<((?:[^<>\n\\]|\\.)*)>/y;
const INCOMPLETE_ANGLED = /<(?:[^<>\n\\]|\\.)*\\?$/y;
const TITLE =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()\\]*(?:\\[\s\S][^()\\]*)*\)/y;
const GAP = /[ \t]*\n?[ \t]*/y;
const LINE_END = /[ \t]*(?:\n|$)/y;

/** Matches a sticky pattern at one place. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `[label]` */
export function readLabel(text: string, at: number): ParseResult<string> {
  const found = matchAt(LABEL, text, at);
  if (found) return { value: found[1]!, end: LABEL.lastIndex };
  return matchAt(INCOMPLETE_LABEL, text, at) ? 'incomplete' : undefined;
}

/** `(destination "title")` */
export function readLinkTail(text: string, at: number): ParseResult<LinkDestination> {
  const destination = readDestination(text, skip(GAP, text, at + 1));
  if (typeof destination !== 'object') return destination;
  let next = skip(GAP, text, destination.end);
  let title = '';
  if (next > destination.end && text[next] !== ')') {
    const found = readTitle(text, next);
    if (typeof found !== 'object') return found;
    title = found.value;
    next = skip(GAP, text, found.end);
  }
  if (next === text.length) return 'incomplete';
  return text[next] === ')' ? { value: { href: destination.value, title }, end: next + 1 } : undefined;
}

/** `[label]: destination "title"` at the start of a paragraph's text, up to the end of its line. */
export function readDefinition(
  text: string,
  isComplete: boolean,
): ParseResult<LinkDestination & { label: string }> {
  const label = readLabel(text, 0);
  if (typeof label !== 'object') return label;
  const colon = label.end;
  if (colon === text.length) return 'incomplete';
  if (text[colon] !== ':' || label.value.trim() === '') return undefined;
  const start = skip(GAP, text, colon + 1);
  if (start === text.length) return 'incomplete';
  const destination = readDestination(text, start);
  if (typeof destination !== 'object') return destination;
  if (destination.end === start) return undefined;
  const value = { label: label.value, href: destination.value, title: '' };
  const lineEnd = skip(LINE_END, text, destination.end);
  const next = skip(GAP, text, destination.end);
  // A title may follow, also on the next line.
  if (next === text.length && !isComplete) return 'incomplete';
  const title = next > destination.end ? readTitle(text, next) : undefined;
  if (title === 'incomplete' && !isComplete) return title;
  if (typeof title === 'object') {
    const end = skip(LINE_END, text, title.end);
    if (end === text.length && text[end - 1] !== '\n' && !isComplete) return 'incomplete';
    if (end > 0) return { value: { ...value, title: title.value }, end };
  }
  return lineEnd > 0 ? { value, end: lineEnd } : undefined;
}

function readDestination(text: string, at: number): ParseResult<string> {
  if (text[at] === '<') {
    const found = matchAt(ANGLED, text, at);
    if (found) return { value: unescapeText(found[1]!), end: ANGLED.lastIndex };
    return matchAt(INCOMPLETE_ANGLED, text, at) ? 'incomplete' : undefined;
  }
  let depth = 0;
  let end = at;
  for (; end < text.length && depth <= MAX_DEPTH; end++) {
    const char = text[end]!;
    if (char <= ' ' || char === '\x7f') break;
    if (char === '\\' && end + 1 < text.length && text[end + 1]! > ' ') end++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth < 0) break;
  }
  if (depth > 0) return end === text.length ? 'incomplete' : undefined;
  return { value: unescapeText(text.slice(at, end)), end };
}

function readTitle(text: string, at: number): ParseResult<string> {
  const found = matchAt(TITLE, text, at);
  if (found) return { value: unescapeText(found[0].slice(1, -1)), end: TITLE.lastIndex };
  return at === text.length || /["'(]/.test(text[at]!) ? 'incomplete' : undefined;
}

/** The end of a match at one place; 0 if there is none. */
function skip(pattern: RegExp, text: string, at: number): number {
  return matchAt(pattern, text, at) ? pattern.lastIndex : 0;
}

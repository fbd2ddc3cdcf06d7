import { unescapeText } from './entities.ts';

/** Where a link leads. */
export interface Target {
  href: string;
  title: string;
}

/**
 * What stands at one place of a text, and where it ends. `undefined`: it doesn't; `'open'`: it may, if more text comes.
 * Of text that is whole, `'open'` means that it doesn't either.
 */
export type Reading<T> = { value: T; end: number } | 'open' | undefined;

/** Parentheses deeper than this are none of a target. */
const MAX_DEPTH = 32;

const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y;
const OPEN_LABEL = /\[(?:[^[\]\\]|\\[\s\S]){0,999}\\?$/y;
const ANGLED = /<((?:[^<>\n\\]|\\.)*)>/y;
const OPEN_ANGLED = /<(?:[^<>\n\\]|\\.)*\\?$/y;
const TITLE =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()\\]*(?:\\[\s\S][^()\\]*)*\)/y;
const GAP = /[ \t]*\n?[ \t]*/y;
const LINE_END = /[ \t]*(?:\n|$)/y;

/** What a sticky pattern finds at one place. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `[label]` */
export function readLabel(text: string, at: number): Reading<string> {
  const found = matchAt(LABEL, text, at);
  if (found) return { value: found[1]!, end: LABEL.lastIndex };
  return matchAt(OPEN_LABEL, text, at) ? 'open' : undefined;
}

/** `(target "title")` */
export function readLinkTail(text: string, at: number): Reading<Target> {
  const target = readTarget(text, pass(GAP, text, at + 1));
  if (typeof target !== 'object') return target;
  let next = pass(GAP, text, target.end);
  let title = '';
  if (next > target.end && text[next] !== ')') {
    const found = readTitle(text, next);
    if (typeof found !== 'object') return found;
    title = found.value;
    next = pass(GAP, text, found.end);
  }
  if (next === text.length) return 'open';
  return text[next] === ')' ? { value: { href: target.value, title }, end: next + 1 } : undefined;
}

/** `[label]: target "title"` at the start of a paragraph's text, up to the end of its line. */
export function readDefinition(text: string, whole: boolean): Reading<Target & { label: string }> {
  const label = readLabel(text, 0);
  if (typeof label !== 'object') return label;
  const colon = label.end;
  if (colon === text.length) return 'open';
  if (text[colon] !== ':' || label.value.trim() === '') return undefined;
  const start = pass(GAP, text, colon + 1);
  if (start === text.length) return 'open';
  const target = readTarget(text, start);
  if (typeof target !== 'object') return target;
  if (target.end === start) return undefined;
  const value = { label: label.value, href: target.value, title: '' };
  const lineEnd = pass(LINE_END, text, target.end);
  const next = pass(GAP, text, target.end);
  // A title may follow, also on the next line.
  if (next === text.length && !whole) return 'open';
  const title = next > target.end ? readTitle(text, next) : undefined;
  if (title === 'open' && !whole) return title;
  if (typeof title === 'object') {
    const end = pass(LINE_END, text, title.end);
    if (end === text.length && text[end - 1] !== '\n' && !whole) return 'open';
    if (end > 0) return { value: { ...value, title: title.value }, end };
  }
  return lineEnd > 0 ? { value, end: lineEnd } : undefined;
}

function readTarget(text: string, at: number): Reading<string> {
  if (text[at] === '<') {
    const found = matchAt(ANGLED, text, at);
    if (found) return { value: unescapeText(found[1]!), end: ANGLED.lastIndex };
    return matchAt(OPEN_ANGLED, text, at) ? 'open' : undefined;
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
  if (depth > 0) return end === text.length ? 'open' : undefined;
  return { value: unescapeText(text.slice(at, end)), end };
}

function readTitle(text: string, at: number): Reading<string> {
  const found = matchAt(TITLE, text, at);
  if (found) return { value: unescapeText(found[0].slice(1, -1)), end: TITLE.lastIndex };
  return at === text.length || /["'(]/.test(text[at]!) ? 'open' : undefined;
}

/** Where a pattern that starts here ends; 0 where it does not start. */
function pass(pattern: RegExp, text: string, at: number): number {
  return matchAt(pattern, text, at) ? pattern.lastIndex : 0;
}

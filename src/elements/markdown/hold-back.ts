import { completeInline } from './complete-inline.ts';

/** Markers of quotes, list items and their indentation at the start of a line. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** Starts of lines that may still become something else: heading, list, fence, rule, definition, task. */
const UNDECIDED = /^(?:#{1,6}|[-*_=+ \t]+|\d{1,9}[.)]?|`{3,}[^`]*|~{3,}.*|\[[ xX]?\]?[ \t]*|\[[^\]]*\]:.*)$/;

const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** How long a line with a pipe in its middle may wait to become the head of a table, in UTF-16 units. */
const MAX_TABLE_HEAD = 200;

/**
 * What of a growing block can be shown now: text up to the first syntax that is not decided yet, with emphasis and
 * code that are still open closed at its end, so that no marker is ever seen and no link half.
 */
export function holdBack(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  const rest = line.slice(CONTAINERS.exec(line)![0].length);
  const previousStart = lineStart === 0 ? 0 : source.lastIndexOf('\n', lineStart - 2) + 1;
  const previous = source.slice(previousStart, Math.max(0, lineStart - 1));
  if (mayHeadTable(previous) && /^[ \t>|:-]*$/.test(line) && !isInTable(source, previousStart)) {
    return completeLeaf(source.slice(0, previousStart));
  }
  if (rest === '' || UNDECIDED.test(rest) || mayHeadTable(rest))
    return completeLeaf(source.slice(0, lineStart));
  return completeLeaf(source);
}

/** The part of a growing code block that is certainly code: not a closing fence still being written. */
export function holdBackFence(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1;
  return /^[ \t>]*(?:`+|~+)?[ \t]*$/.test(source.slice(lineStart)) ? source.slice(0, lineStart) : source;
}

function mayHeadTable(line: string): boolean {
  if (!line.includes('|')) return false;
  return (
    /^[ \t>]*\|/.test(line) ||
    (line.length < MAX_TABLE_HEAD && line.replace(/`[^`]*`|\\\|/g, '').includes('|'))
  );
}

function isInTable(source: string, lineStart: number): boolean {
  for (let end = lineStart - 1; end > 0; ) {
    const start = source.lastIndexOf('\n', end - 1) + 1;
    const line = source.slice(start, end);
    if (DELIMITER_ROW.test(line)) return true;
    if (!line.includes('|')) return false;
    end = start - 1;
  }
  return DELIMITER_ROW.test(source.slice(lineStart).split('\n', 1)[0]!);
}

/** Completes the last paragraph-like run of lines of `source`. */
function completeLeaf(source: string): string {
  let start = source.lastIndexOf('\n', source.length - 1) + 1;
  let text = source.slice(start);
  let prefix = CONTAINERS.exec(text)![0];
  while (start > 0 && prefix.trim() === '' && text.trim() !== '') {
    const before = source.lastIndexOf('\n', start - 2) + 1;
    const line = source.slice(before, start - 1);
    if (line.trim() === '' || /^ {0,3}#{1,6}[ \t]/.test(line)) break;
    start = before;
    text = line;
    prefix = CONTAINERS.exec(line)![0];
  }
  start += prefix.length;
  const leaf = source.slice(start);
  const heading = /^#{1,6}[ \t]/.test(leaf);
  return source.slice(0, start) + completeInline(heading ? leaf.replace(/[ \t]+#*[ \t]*$/, '') : leaf);
}

import type { ChatMessage } from '../../../client/index.ts';
import { textOf } from '../../../protocol/message.ts';

/** UTF-16 units of an answer that are read, and characters of it that are shown: more than fit into a line. */
const READ = 600;
const SHOWN = 120;

/** Markdown that is not words, in the order in which it is removed. `$1` is what remains of it. */
const SYNTAX: readonly [syntax: RegExp, rest: string][] = [
  // Fences of code, rules, and the line below a table's head.
  [/^ *(?:```|~~~).*$/gm, ''],
  [/^[ |:=*_-]+$/gm, ''],
  // Headings, quotes and items.
  [/^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])(?:\s+|$))+/gm, ''],
  // Images and links.
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  // References to sources.
  [/ ?\[\d{1,3}(?:, ?\d{1,3})*\]/g, ''],
  [/`+([^`]*)`+/g, '$1'],
  [/(^|[^\\*])\*{1,3}([^\s*](?:.*?[^\s\\])?)\*{1,3}/gm, '$1$2'],
  [/~~(\S(?:.*?\S)?)~~/g, '$1'],
  [/(^|[^\p{L}\p{N}])_{1,3}(\S(?:.*?\S)?)_{1,3}(?![\p{L}\p{N}])/gu, '$1$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/\s*\|\s*/g, ' '],
];

/** The first words of the last answer, without Markdown. Empty if there is none. */
export function excerptOf(messages: readonly ChatMessage[]): string {
  const answer = messages.findLast(({ role, parts }) => role === 'assistant' && textOf(parts).trim());
  let words = answer ? textOf(answer.parts).slice(0, READ) : '';
  for (const [syntax, rest] of SYNTAX) words = words.replace(syntax, rest);
  return [...words.replace(/\s+/g, ' ').trim()].slice(0, SHOWN).join('');
}

import type { ChatMessage } from '../../../client/index.ts';
import { isTextPart, textOf } from '../../../protocol/message.ts';

/** Languages with a script of their own: the letters of this script, and all letters that they use. */
const SCRIPTS: readonly (readonly [language: string, own: RegExp, all: RegExp])[] = [
  [
    'ja',
    /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ],
  ['ko', /\p{Script=Hangul}/gu, /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu, /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu, /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu, /\p{Script=Hebrew}/gu],
];

/**
 * Least number and share of `own` letters, because Chinese texts contain Japanese names, and least share of `all`
 * letters, because formulas contain Greek ones.
 */
const LETTERS = 4;
const OWN_SHARE = 0.2;
const SHARE = 0.5;
/** UTF-16 units that are read; more of a text changes nothing. */
const READ = 1000;

/** The language of a message, from its service or from its script; empty if it is not known. */
export function languageOfMessage({ parts }: ChatMessage): string {
  for (const part of parts) if (isTextPart(part) && typeof part.language === 'string') return part.language;
  const text = textOf(parts).slice(0, READ);
  const letters = count(text, /\p{L}/gu);
  const found = SCRIPTS.find(
    ([, own, all]) =>
      count(text, own) >= Math.max(LETTERS, letters * OWN_SHARE) && count(text, all) > letters * SHARE,
  );
  return found?.[0] ?? '';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

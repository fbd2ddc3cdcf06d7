import { FUNCTION_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** Least count of function words, least share of all words, and least ratio to those of the next language. */
const COUNT = 6;
const SHARE = 0.25;
const LEAD = 1.6;

/** Letters that a text must contain, because a related language has no list, as Bulgarian beside Russian. */
const REQUIRED: Readonly<Record<string, RegExp>> = {
  ru: /[ыэ]/u,
  uk: /[їє]/u,
  cs: /[ěřů]/u,
  nl: /ij/u,
  pt: /[ãõ]/u,
};

/** Languages that share most words with a language that has no list, as Indonesian with Malay. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['id']);

/** Characters that are read; more of a text changes nothing. */
const READ = 2000;

/**
 * The language tag of a text if its function words leave no doubt, otherwise undefined. For uses that nobody
 * corrects, such as the voice of a screen reader.
 */
export function certainLanguageOf(text: string): string | undefined {
  const start = text.slice(0, READ);
  const words = wordsOf(start);
  const counts = Object.entries(FUNCTION_WORDS)
    .map(([language, own]): [string, number] => [language, words.filter(word => own.has(word)).length])
    .sort((a, b) => b[1] - a[1]);
  const [[language, count] = ['', 0], [, next] = ['', 0]] = counts;
  const isCertain = count >= COUNT && count >= words.length * SHARE && count >= next * LEAD;
  if (!isCertain || AMBIGUOUS.has(language)) return undefined;
  const required = REQUIRED[language];
  return !required || required.test(start.normalize('NFC').toLowerCase()) ? language : undefined;
}

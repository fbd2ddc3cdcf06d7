import { FUNCTION_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** Function words that leave no doubt: their number, their share of all words, and how often the next language's fit in. */
const COUNT = 6;
const SHARE = 0.25;
const LEAD = 1.6;

/** Letters without which a text is in a related language that has no list of its own, such as Bulgarian, Slovak, Afrikaans or Galician. */
const REQUIRED: Readonly<Record<string, RegExp>> = {
  ru: /[ыэ]/u,
  uk: /[їє]/u,
  cs: /[ěřů]/u,
  nl: /ij/u,
  pt: /[ãõ]/u,
};

/** Languages that share most of their words with one that has no list, as Indonesian with Malay. */
const NEVER: ReadonlySet<string> = new Set(['id']);

/** Characters that are read; more of a text changes nothing. */
const READ = 2000;

/**
 * The language of a text, as a language tag, where its function words leave no doubt; undefined otherwise. For what relies
 * on it without a person to correct it, such as the voice of a screen reader.
 */
export function certainLanguageOf(text: string): string | undefined {
  const start = text.slice(0, READ);
  const words = wordsOf(start);
  const counts = Object.entries(FUNCTION_WORDS)
    .map(([language, own]): [string, number] => [language, words.filter(word => own.has(word)).length])
    .sort((a, b) => b[1] - a[1]);
  const [[language, count] = ['', 0], [, next] = ['', 0]] = counts;
  const isCertain = count >= COUNT && count >= words.length * SHARE && count >= next * LEAD;
  if (!isCertain || NEVER.has(language)) return undefined;
  const required = REQUIRED[language];
  return !required || required.test(start.normalize('NFC').toLowerCase()) ? language : undefined;
}

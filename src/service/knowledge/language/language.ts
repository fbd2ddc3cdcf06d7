import { STOP_WORDS, TOPICS_ELSEWHERE } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** Letters and signs that no other of the languages in Latin letters has; "für" alone may be in any. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  de: /[äß]/,
  es: /[ñ¿¡]/,
  fr: /[œîû]/,
  pl: /[ąćęłńśźż]/,
  pt: /[ãõ]/,
  tr: /[ğış]/,
};

/** Languages that are known by their letters; one word in Chinese characters may be of either language that has them. */
const SCRIPTS: readonly (readonly [languages: readonly string[], letters: RegExp])[] = [
  [['ja'], /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  [['zh', 'ja'], /^[^\p{Script=Han}]*\p{Script=Han}{1,6}[^\p{Script=Han}]*$/u],
  [['zh'], /\p{Script=Han}/u],
  [['ko'], /\p{Script=Hangul}/u],
  [['ar'], /\p{Script=Arabic}/u],
  [['he'], /\p{Script=Hebrew}/u],
  [['hi'], /\p{Script=Devanagari}/u],
];

/** Characters that a language is told from; a longer text says no more about it. */
const TELLING_LENGTH = 600;

/** Each small word with the languages it is one of. */
const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly string[]> = byWord();

/**
 * The languages whose small words the text uses most, its letters counting as one: several where they share those words,
 * else those its letters belong to. None for a text that tells nothing, such as a table of prices.
 */
export function languagesOf(text: string): readonly string[] {
  const start = text.slice(0, TELLING_LENGTH);
  const counts = new Map<string, number>();
  const add = (language: string): unknown => counts.set(language, (counts.get(language) ?? 0) + 1);
  for (const word of wordsOf(start)) LANGUAGES_OF_WORD.get(word)?.forEach(add);
  const letters = start.normalize('NFC').toLowerCase();
  for (const [language, own] of Object.entries(LETTERS)) if (own.test(letters)) add(language);
  const most = Math.max(...counts.values());
  if (counts.size > 0) return Object.keys(STOP_WORDS).filter(language => counts.get(language) === most);
  return SCRIPTS.find(([, own]) => own.test(letters))?.[0] ?? [];
}

function byWord(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [language, words] of Object.entries(STOP_WORDS)) {
    for (const word of words) {
      if (!TOPICS_ELSEWHERE.has(word)) all.set(word, [...(all.get(word) ?? []), language]);
    }
  }
  return all;
}

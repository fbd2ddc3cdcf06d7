import { FUNCTION_WORDS, SPOKEN_FUNCTION_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** Letters that no other of the languages with Latin letters has, as far as one letter can tell. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  cs: /[ěřů]/,
  de: /[äß]/,
  es: /[ñ¿¡]/,
  fr: /[œîû]/,
  hu: /[őű]/,
  pl: /[ąćęłńśźż]/,
  pt: /[ãõ]/,
  ro: /[țșţ]/,
  sv: /å/,
  tr: /[ğış]/,
};

/** Languages known by their script; a word in Chinese characters may be Chinese or Japanese. */
const SCRIPTS: readonly (readonly [languages: readonly string[], letters: RegExp])[] = [
  [['ja'], /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  [['zh', 'ja'], /^[^\p{Script=Han}]*\p{Script=Han}{1,6}[^\p{Script=Han}]*$/u],
  [['zh'], /\p{Script=Han}/u],
  [['ko'], /\p{Script=Hangul}/u],
  [['ar'], /\p{Script=Arabic}/u],
  [['he'], /\p{Script=Hebrew}/u],
  [['hi'], /\p{Script=Devanagari}/u],
  [['ru'], /\p{Script=Cyrillic}/u],
  [['el'], /\p{Script=Greek}/u],
  [['th'], /\p{Script=Thai}/u],
];

/** Characters that are read to detect a language; more of a text changes nothing. */
const DETECTED_LENGTH = 600;

/**
 * How many words more a text has of a language that the chat does not speak: in a short text, "a" and "hat" may as well be
 * Hungarian.
 */
const OTHERS_LEAD = 2;

const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly string[]> = byWord();

/**
 * The languages whose function words a text has most of, with its letters counting as one word. Several where they share
 * those words; those of its script where it has none; none for a text that does not tell, such as a table of prices.
 */
export function languagesOf(text: string): readonly string[] {
  const start = text.slice(0, DETECTED_LENGTH);
  const counts = new Map<string, number>();
  const add = (language: string): unknown => counts.set(language, (counts.get(language) ?? 0) + 1);
  for (const word of wordsOf(start)) LANGUAGES_OF_WORD.get(word)?.forEach(add);
  const letters = start.normalize('NFC').toLowerCase();
  for (const [language, own] of Object.entries(LETTERS)) if (own.test(letters)) add(language);
  for (const language of counts.keys())
    if (!(language in SPOKEN_FUNCTION_WORDS)) counts.set(language, counts.get(language)! - OTHERS_LEAD);
  const most = Math.max(0, ...counts.values());
  if (most > 0) return Object.keys(FUNCTION_WORDS).filter(language => counts.get(language) === most);
  return SCRIPTS.find(([, own]) => own.test(letters))?.[0] ?? [];
}

function byWord(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [language, words] of Object.entries(FUNCTION_WORDS))
    for (const word of words) all.set(word, [...(all.get(word) ?? []), language]);
  return all;
}

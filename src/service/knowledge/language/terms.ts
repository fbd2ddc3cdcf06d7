import { languagesOf } from './language.ts';
import { stem } from './stem.ts';
import { FUNCTION_WORDS, UNSPACED_STOP_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

// Scripts without spaces between words, with the signs they share, such as the long "ー" of カード; and what may stand
// between them: "PayPayが", "19時".
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]+/u;
const RUNS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source}).)+`, 'gu');
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
/** Japanese endings and function words; words with a topic are rarely written in these signs alone. */
const SMALL = /^\p{Script=Hiragana}+$/u;
/** Many a Japanese noun is one character: 駅, 犬, 車. */
const CHARACTER = /^\p{Script=Han}$/u;
const TERM_MAX = 40;

/** What French and Italian leave of a small word before a vowel: "l'abonnement", "d'essai", "dell'olio". */
const ELIDED =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|[dns]ell|dall|all|sull|un|quest|quell|quant|com|dov|cos|anch)'(?=\p{L})/u;
/** "E-book", "check-in", "wi-fi": as often as not people write one word. */
const HYPHENATED = /(?<![\p{L}\p{N}\-‐‑])(\p{L}{1,5})[-‐‑](\p{L}{2,})(?![\p{L}\p{N}\-‐‑])/gu;

/** The language a passage's words are stemmed in; undefined where its text does not tell. */
export function passageLanguage(text: string): string | undefined {
  return languagesOf(text)[0];
}

/** The terms a text is indexed under: the stem of each word, and of two short ones with a hyphen between them as one. */
export function termsOf(text: string, language: string | undefined): string[] {
  const terms = termsInOrder(text, language);
  for (const [, first, second] of text.matchAll(HYPHENATED))
    terms.push(...termsInOrder(`${first}${second}`, language));
  return terms;
}

/** The stem of each word of a text, in order. */
export function termsInOrder(text: string, language: string | undefined): string[] {
  return wordsInOrder(text)
    .map(word => termOf(word, language))
    .filter(term => term !== '');
}

/** Each word of a text without what it is contracted with, in order. */
export function wordsInOrder(text: string): string[] {
  return wordsOf(text).flatMap(parts);
}

/** The words a question may be about, in order. Where it has nothing but function words, those are none. */
export function topicWords(question: string): string[] {
  const languages = languagesOf(question);
  const isFunctionWord = (word: string): boolean =>
    languages.some(language => FUNCTION_WORDS[language]?.has(word));
  const words = wordsOf(question)
    .filter(word => !isFunctionWord(word))
    .flatMap(parts)
    .filter(word => !isFunctionWord(word) && termOf(word, undefined) !== '');
  const telling = words.filter(word => !isSmallSign(word));
  // Unless it has nothing else.
  return telling.length > 0 ? telling : words.filter(word => !UNSPACED_STOP_WORDS.has(word));
}

/** What a word is indexed under; empty for a single letter. */
export function termOf(word: string, language: string | undefined): string {
  const term = stem(word, UNSPACED.test(word) ? undefined : language);
  return term.length > 1 || /[\p{N}\p{Script=Han}]/u.test(term) ? term.slice(0, TERM_MAX) : '';
}

function isSmallSign(word: string): boolean {
  return SMALL.test(word) || UNSPACED_STOP_WORDS.has(word);
}

/** A word without what it is contracted with. Where no spaces part words, a dictionary does. */
function parts(word: string): string[] {
  const bare = word.replace(ELIDED, '');
  if (!UNSPACED.test(bare)) return [bare];
  return bare.match(RUNS)!.flatMap(run => (UNSPACED.test(run) ? segments(run).map(withoutEnding) : [run]));
}

/** A Japanese word changes in the small signs around it: 払い, 払えます and お支払い. */
function withoutEnding(part: string): string {
  return part
    .replace(/^[おご](?=\p{Script=Han})/u, '')
    .replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, '');
}

/** The words in a run of characters without spaces, as a dictionary has them. */
function segments(run: string): string[] {
  const all = [...SEGMENTER.segment(run)].map(part => part.segment);
  const words: string[] = [];
  let unknown = '';
  for (const segment of [...all, '']) {
    // Characters side by side that are no function words: one the dictionary does not know, such as 退货 or 届き.
    const goesOn = unknown !== '' || !SMALL.test(segment);
    if (segment.length === 1 && goesOn && !UNSPACED_STOP_WORDS.has(segment)) {
      unknown += segment;
      continue;
    }
    if (unknown.length > 1 || CHARACTER.test(unknown)) words.push(unknown);
    unknown = '';
    if (segment.length > 1) words.push(segment);
  }
  // Words of one sign are mostly function words, unless there is nothing else.
  return words.length > 0 ? words : all;
}

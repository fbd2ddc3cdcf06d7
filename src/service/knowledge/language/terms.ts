import { shownTerms } from './display-terms.ts';
import { languagesOf } from './language.ts';
import { stem } from './stem.ts';
import { STOP_WORDS, TOPICS_ELSEWHERE, UNSPACED_STOP_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

const ALL_STOP_WORDS: ReadonlySet<string> = new Set(Object.values(STOP_WORDS).flatMap(words => [...words]));
// Scripts written without spaces between words, with the signs they share, such as the long "ー" of カード; and what else
// may stand between them: "PayPayが", "19時".
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]+/u;
const RUNS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source}).)+`, 'gu');
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
/** Japanese endings and small words, and the questions' own: words with a topic are rarely written so. */
const SMALL = /^\p{Script=Hiragana}+$/u;
/** Many a noun of Japanese is one character: 駅, 犬, 車. */
const CHARACTER = /^\p{Script=Han}$/u;
const TERM_MAX = 40;

/** What French and Italian leave of a small word before a vowel: "l'abonnement", "d'essai", "dell'olio". */
const ELIDED =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|[dns]ell|dall|all|sull|un|quest|quell|quant|com|dov|cos|anch)'(?=\p{L})/u;

/** "E-book", "check-in", "wi-fi": as often as not people write one word. */
const HYPHENATED = /(?<![\p{L}\p{N}\-‐‑])(\p{L}{1,5})[-‐‑](\p{L}{2,})(?![\p{L}\p{N}\-‐‑])/gu;

/**
 * The terms of a text that is indexed: each word's stem, and that of two short ones with a hyphen between them as one.
 * Where no spaces part words, a dictionary does.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) addTerms(terms, withoutElided(word));
  for (const [, first, second] of text.matchAll(HYPHENATED)) {
    for (const word of wordsOf(`${first}${second}`)) addTerms(terms, word);
  }
  terms.push(...shownTerms(text).map(stem));
  return terms;
}

/** "What time is yoga?" is about yoga, and not about opening times. */
const WHEN = /(?<!\p{L})(?:what time|quelle heure|wie ?viel uhr|qu[eé] horas?|che ora|hoe laat)(?!\p{L})/giu;

/** The terms a question is about: without words that carry no topic, and each once. */
export function topicTerms(question: string): string[] {
  const languages = languagesOf(question);
  const isSmall = (word: string): boolean =>
    TOPICS_ELSEWHERE.has(word)
      ? languages.some(language => STOP_WORDS[language]?.has(word))
      : ALL_STOP_WORDS.has(word);
  const topicsIn = (text: string): string[] =>
    wordsOf(text)
      .filter(word => !isSmall(word))
      .map(withoutElided)
      .filter(word => !isSmall(word));
  const rest = topicsIn(question.replace(WHEN, ' '));
  const words = rest.length > 0 ? rest : topicsIn(question);
  const terms: string[] = [];
  for (const word of words) addTerms(terms, word, mayBeTopic);
  // Unless it has nothing else.
  if (terms.length === 0)
    for (const word of words) addTerms(terms, word, part => !UNSPACED_STOP_WORDS.has(part));
  return [...new Set(terms)];
}

function withoutElided(word: string): string {
  return word.replace(ELIDED, '');
}

function mayBeTopic(part: string): boolean {
  return !SMALL.test(part) && !UNSPACED_STOP_WORDS.has(part);
}

function addTerms(terms: string[], word: string, wanted: (part: string) => boolean = () => true): void {
  for (const run of UNSPACED.test(word) ? word.match(RUNS)! : [word]) {
    if (UNSPACED.test(run)) {
      terms.push(...partsOf(run).map(withoutEnding).filter(wanted));
      continue;
    }
    const term = stem(run);
    if (term.length > 1 || /\p{N}/u.test(term)) terms.push(term.slice(0, TERM_MAX));
  }
}

/** What changes a Japanese word is written in small signs around it: 払い, 払えます and お支払い. */
function withoutEnding(part: string): string {
  return part
    .replace(/^[おご](?=\p{Script=Han})/u, '')
    .replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, '');
}

/** The words in a run of characters without spaces, as a dictionary has them. */
function partsOf(run: string): string[] {
  const segments = [...SEGMENTER.segment(run)].map(part => part.segment);
  const parts: string[] = [];
  let unknown = '';
  for (const segment of [...segments, '']) {
    // Characters side by side that are no small words: one the dictionary does not know, such as 退货 or 届き.
    const goesOn = unknown !== '' || !SMALL.test(segment);
    if (segment.length === 1 && goesOn && !UNSPACED_STOP_WORDS.has(segment)) {
      unknown += segment;
      continue;
    }
    if (unknown.length > 1 || CHARACTER.test(unknown)) parts.push(unknown);
    unknown = '';
    if (segment.length > 1) parts.push(segment);
  }
  // Words of one sign are mostly small ones, unless there is nothing else.
  return parts.length > 0 ? parts : segments;
}

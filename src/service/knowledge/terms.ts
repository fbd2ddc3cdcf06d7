import { languageOf } from './language.ts';
import { stem } from './stem.ts';
import { STOP_WORDS, TOPICS_ELSEWHERE, UNSPACED_STOP_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

const ALL_STOP_WORDS: ReadonlySet<string> = new Set(Object.values(STOP_WORDS).flatMap(words => [...words]));
// Scripts written without spaces between words, with the signs they share, such as the long "ー" of カード.
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]+/gu;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
/** Japanese endings and small words, and the questions' own: words with a topic are rarely written so. */
const SMALL = /^\p{Script=Hiragana}+$/u;
const TERM_MAX = 40;

/** "E-book", "check-in", "wi-fi": as often as not people write one word. */
const HYPHENATED = /(?<![\p{L}\p{N}\-‐‑])(\p{L}{1,5})[-‐‑](\p{L}{2,})(?![\p{L}\p{N}\-‐‑])/gu;

/**
 * The terms of a text that is indexed: each word's stem, and that of two short ones with a hyphen between them as one.
 * Where no spaces part words, a dictionary does.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) addTerms(terms, word);
  for (const [, first, second] of text.matchAll(HYPHENATED)) {
    for (const word of wordsOf(`${first}${second}`)) addTerms(terms, word);
  }
  return terms;
}

/** The terms a question is about: without words that carry no topic, and each once. */
export function topicTerms(question: string): string[] {
  const small = STOP_WORDS[languageOf(question) ?? ''];
  const words = wordsOf(question).filter(
    word => !(TOPICS_ELSEWHERE.has(word) ? small : ALL_STOP_WORDS)?.has(word),
  );
  const terms: string[] = [];
  for (const word of words) addTerms(terms, word, mayBeTopic);
  // Unless it has nothing else.
  if (terms.length === 0) for (const word of words) addTerms(terms, word);
  return [...new Set(terms)];
}

function mayBeTopic(part: string): boolean {
  return !SMALL.test(part) && !UNSPACED_STOP_WORDS.has(part);
}

function addTerms(terms: string[], word: string, wanted: (part: string) => boolean = () => true): void {
  const unspaced = word.match(UNSPACED);
  if (!unspaced) {
    const term = stem(word);
    if (term.length > 1 || /\p{N}/u.test(term)) terms.push(term.slice(0, TERM_MAX));
    return;
  }
  for (const run of unspaced) terms.push(...partsOf(run).map(withoutEnding).filter(wanted));
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
    if (unknown.length > 1) parts.push(unknown);
    unknown = '';
    if (segment.length > 1) parts.push(segment);
  }
  // Words of one character are mostly small ones, unless there is nothing else.
  return parts.length > 0 ? parts : segments;
}

import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';

const ALL_STOP_WORDS: ReadonlySet<string> = new Set(Object.values(STOP_WORDS).flatMap(words => [...words]));
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu;
// Scripts written without spaces between words.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
const TERM_MAX = 40;

/** The words of a text, lower case and in one Unicode form, in order. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
}

/** The terms of a text that is indexed: each word's stem. Where no spaces part words, a dictionary does. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) addTerms(terms, word);
  return terms;
}

/** The terms a question is about: without words that carry no topic, and each once. */
export function topicTerms(question: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(question)) if (!ALL_STOP_WORDS.has(word)) addTerms(terms, word);
  return [...new Set(terms)];
}

/** The language whose small words the text uses most; undefined when it uses none. */
export function languageOf(text: string): string | undefined {
  let best: string | undefined;
  let most = 0;
  const words = wordsOf(text);
  for (const [language, stopWords] of Object.entries(STOP_WORDS)) {
    const count = words.filter(word => stopWords.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

function addTerms(terms: string[], word: string): void {
  const unspaced = word.match(UNSPACED);
  if (!unspaced) {
    const term = stem(word);
    if (term.length > 1 || /\p{N}/u.test(term)) terms.push(term.slice(0, TERM_MAX));
    return;
  }
  for (const run of unspaced) {
    const parts = [...SEGMENTER.segment(run)].map(part => part.segment);
    // Words of one character are mostly small ones, unless there is nothing else.
    const long = parts.filter(part => part.length > 1);
    terms.push(...(long.length > 0 ? long : parts));
  }
}

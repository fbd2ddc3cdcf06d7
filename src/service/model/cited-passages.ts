import type { Cited } from '../answerers/citations.ts';
import type { Term } from '../answerers/excerpt.ts';
import type { FoundPassage } from '../knowledge/index/passage-store.ts';
import { topicWords } from '../knowledge/language/terms.ts';

const MARK = /\[(\d+(?:, \d+)*)\]/g;
/** Characters before a mark that are read as the marked text, at most. */
const MARKED_LENGTH = 300;

/**
 * Pairs each passage that an answer cites with the words before its marks, so that the quote is the part that
 * the answer used.
 * @param used the passages of the marks `[1]`, `[2]` and so on
 */
export function citedPassages(answer: string, used: readonly FoundPassage[]): Cited[] {
  const marked = textsBeforeMarks(answer);
  return used.map((passage, i) => ({
    passage,
    held: toTerms(topicWords((marked.get(i + 1) ?? []).join('\n'))),
  }));
}

/** Turns words into terms of equal weight. */
export function toTerms(words: readonly string[]): Term[] {
  return [...new Set(words)].map(word => ({ words: [word], terms: [], synonyms: [], weight: 1 }));
}

/** For each number, the texts before its marks: from the previous mark on, within one line. */
function textsBeforeMarks(answer: string): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  let start = 0;
  let text = '';
  for (const { 0: mark, 1: numbers = '', index } of answer.matchAll(MARK)) {
    const between = answer
      .slice(Math.max(start, index - MARKED_LENGTH), index)
      .split('\n')
      .at(-1)!
      .trim();
    // Marks side by side are about the same text.
    if (between !== '') text = between;
    for (const number of numbers.split(', ').map(Number))
      texts.set(number, [...(texts.get(number) ?? []), text]);
    start = index + mark.length;
  }
  return texts;
}

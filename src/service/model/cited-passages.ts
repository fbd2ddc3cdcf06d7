import type { Cited } from '../answerers/citations.ts';
import type { Term } from '../answerers/excerpt.ts';
import type { FoundPassage } from '../knowledge/index/passage-store.ts';
import { topicWords } from '../knowledge/language/terms.ts';

const MARK = /\[(\d+(?:, \d+)*)\]/g;
/** Characters before a mark that it may be about. */
const MARKED_LENGTH = 300;

/**
 * The passages that an answer cites, with the words of the sentences that it marks, so that the part that it used is
 * quoted.
 * @param used the passages of the marks `[1]`, `[2]` and so on
 */
export function citedPassages(answer: string, used: readonly FoundPassage[]): Cited[] {
  const marked = textsBeforeMarks(answer);
  return used.map((passage, i) => ({
    passage,
    held: toTerms(topicWords((marked.get(i + 1) ?? []).join('\n'))),
  }));
}

/** Equally important terms. */
export function toTerms(words: readonly string[]): Term[] {
  return [...new Set(words)].map(word => ({ words: [word], terms: [], synonyms: [], weight: 1 }));
}

/** For each number, the texts that its marks follow: each from the mark before, in one paragraph. */
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

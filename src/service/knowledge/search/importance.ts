import { wordsInOrder } from '../language/terms.ts';

const SENTENCE_ENDS = /(?<=[.!?:;…]["”’)]*)\s+/u;
const WRITTEN_WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’‐‑-]*/gu;
const CAPITAL = /^\p{Lu}/u;
const DIGIT = /\p{N}/u;
/** How much a word in lower case counts, compared with the capitalised names and nouns of the same sentence. */
const LOWER_CASE_SHARE = 0.7;

/**
 * How much each term says what the question is about. Names, and in German nouns, say more about it than verbs do, so a
 * sentence with capitals inside gives part of the weight of its words in lower case to the others: "Wann wurde der Markt
 * in Newcastle eröffnet?" The total of a sentence does not change.
 */
export function importanceOf(
  question: string,
  terms: readonly { words: readonly string[]; weight: number }[],
): number[] {
  const importance = terms.map(({ weight }) => weight);
  for (const sentence of question.split(SENTENCE_ENDS)) {
    // The first word of a sentence is capitalised anyway.
    const inside = (sentence.match(WRITTEN_WORD) ?? []).slice(1).filter(word => !DIGIT.test(word));
    const capital = new Set(inside.filter(word => CAPITAL.test(word)).flatMap(wordsInOrder));
    const lower = new Set(inside.filter(word => !CAPITAL.test(word)).flatMap(wordsInOrder));
    const all = new Set(wordsInOrder(sentence));
    const has = (words: ReadonlySet<string>, i: number): boolean =>
      terms[i]!.words.some(word => words.has(word));
    const own = [...terms.keys()].filter(i => has(all, i));
    if (!own.some(i => has(capital, i))) continue;
    const shares = own.map(i => importance[i]! * (has(lower, i) && !has(capital, i) ? LOWER_CASE_SHARE : 1));
    const scale = sum(own.map(i => importance[i]!)) / Math.max(sum(shares), Number.EPSILON);
    for (const [n, i] of own.entries()) importance[i] = shares[n]! * scale;
  }
  return importance;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

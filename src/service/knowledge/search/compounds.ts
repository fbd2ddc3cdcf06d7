import type { PassageStore } from '../index/passage-store.ts';
import { termOf } from '../language/terms.ts';

/** Letters of each half: "credit" and "card". */
const HALF_MIN = 4;
/** Scripts whose compounds are written without a space. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Hangul}]+$/u;
/** Words that are looked at: few visitors write more. */
const WORDS_MAX = 6;

type Language = string | undefined;

/** For words side by side, the term of the documents that they are as one word: "time sheet" is "timesheet". */
export async function joinedTerms(
  store: PassageStore,
  agentId: string,
  words: readonly string[],
  language: Language,
): Promise<Map<string, string>> {
  const joined = new Map<string, readonly [string, string]>();
  for (const [i, second] of words.entries()) {
    const first = words[i - 1];
    if (first !== undefined && LETTERS.test(first + second))
      joined.set(termOf(first + second, language), [first, second]);
  }
  const known = await store.frequencies(agentId, [...joined.keys()]);
  const found = new Map<string, string>();
  for (const [term, pair] of joined) if (known.get(term)) for (const word of pair) found.set(word, term);
  return found;
}

/** For words that the documents do not contain, the two terms of theirs that they are compounds of. */
export async function partsOf(
  store: PassageStore,
  agentId: string,
  unknown: readonly string[],
  language: Language,
): Promise<Map<string, readonly string[]>> {
  const words = unknown.filter(word => LETTERS.test(word)).slice(0, WORDS_MAX);
  const known = await store.frequencies(
    agentId,
    words.flatMap(word => splits(word, language).flat()),
  );
  const found = new Map<string, readonly string[]>();
  for (const word of words) {
    const parts = splits(word, language).find(both => both.every(part => known.get(part)));
    if (parts) found.set(word, parts);
  }
  return found;
}

function splits(word: string, language: Language): [string, string][] {
  const all: [string, string][] = [];
  for (let at = HALF_MIN; at <= word.length - HALF_MIN; at++)
    all.push([termOf(word.slice(0, at), language), termOf(word.slice(at), language)]);
  return all;
}

import type { PassageStore } from '../index/passage-store.ts';

/** Letters of each half: "credit" and "card". */
const HALF_MIN = 4;
/** What may stand between two nouns that have grown together: "Geburtstagsfeier". */
const JOINTS = ['', 's'];
/** What the stemmer takes off the first of two words: "time" and "sheet". */
const TAKEN_OFF = ['', 'e', 's'];
const LETTERS = /^(?:[a-zæœø]+|[\u1100-\u11ff]+)$/;
/** Words looked at: few visitors write more. */
const WORDS_MAX = 6;
/** Letters of a noun that others end with, and of what stands before a short or a long one: "Verwalter" is no "Alter". */
const HEAD_MIN = 5;
const LONG_HEAD = 7;
const BEFORE_MIN = 5;
const BEFORE_LONG_MIN = 3;
const HEADED_MAX = 8;

/** For words side by side, those of the documents that they are as one: "rasen" and "mahen" are "rasenmahen". */
export async function joinedWords(
  store: PassageStore,
  agentId: string,
  terms: readonly string[],
): Promise<Map<string, string>> {
  const joined = new Map<string, readonly [string, string]>();
  for (const [i, second] of terms.entries()) {
    const first = terms[i - 1];
    if (first === undefined || !LETTERS.test(first + second)) continue;
    for (const letter of TAKEN_OFF) joined.set(first + letter + second, [first, second]);
  }
  const known = await store.frequencies(agentId, [...joined.keys()]);
  const found = new Map<string, string>();
  for (const [term, pair] of joined) if (known.get(term)) for (const word of pair) found.set(word, term);
  return found;
}

/** For nouns, those of the documents that are a kind of it, in languages that write both as one: "Alter" and "Mindestalter". */
export async function headedWords(
  store: PassageStore,
  agentId: string,
  terms: readonly string[],
): Promise<Map<string, string[]>> {
  const heads = terms.filter(term => LETTERS.test(term) && term.length >= HEAD_MIN).slice(0, WORDS_MAX);
  const alike = await store.termsTo(agentId, heads);
  alike.sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
  const found = new Map<string, string[]>();
  for (const head of heads) {
    const before = head.length >= LONG_HEAD ? BEFORE_LONG_MIN : BEFORE_MIN;
    const kinds = alike
      .map(({ term }) => term)
      .filter(term => term.endsWith(head) && term.length - head.length >= before);
    if (kinds.length > 0) found.set(head, kinds.slice(0, HEADED_MAX));
  }
  return found;
}

/** For words the documents don't hold, the two of theirs they have grown together from. */
export async function partsOf(
  store: PassageStore,
  agentId: string,
  unknown: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const words = unknown.filter(word => LETTERS.test(word)).slice(0, WORDS_MAX);
  const known = await store.frequencies(
    agentId,
    words.flatMap(word => splits(word).flat()),
  );
  const found = new Map<string, readonly string[]>();
  for (const word of words) {
    const parts = splits(word).find(both => both.every(part => known.get(part)));
    if (parts) found.set(word, parts);
  }
  return found;
}

function splits(word: string): [string, string][] {
  const all: [string, string][] = [];
  for (let at = HALF_MIN; at <= word.length - HALF_MIN; at++) {
    for (const joint of JOINTS) {
      const first = word.slice(0, at);
      if (first.endsWith(joint)) all.push([first.slice(0, at - joint.length), word.slice(at)]);
    }
  }
  return all;
}

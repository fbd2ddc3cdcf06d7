import type { PassageStore } from './passage-store.ts';

/** Shorter words are too often another word: "form" and "from". */
const SWAPPED_MIN = 5;
/** Of the longer of the two: "plan" and "plane". */
const LETTER_MORE_MIN = 6;
/** "train" and "trail". */
const WRONG_LETTER_MIN = 7;
/** A question with more unknown words than this is not about the agent's documents. */
const TERMS_MAX = 6;

/** For each term that the agent's documents don't hold, the term of theirs it may be a typo of: of several the most frequent. */
export async function typosFor(
  store: PassageStore,
  agentId: string,
  unknown: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const typed of unknown.filter(mayBeTypo).slice(0, TERMS_MAX)) {
    const alike = await store.termsLike(agentId, typed);
    const [meant] = alike
      .filter(({ term }) => isTypo(typed, term))
      .sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
    if (meant) found.set(typed, meant.term);
  }
  return found;
}

/** Numbers are never another number, and where letters are syllables or words, one more is another word. */
function mayBeTypo(term: string): boolean {
  return term.length >= SWAPPED_MIN && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term);
}

/** Whether the first is the second with a letter too many, too few or wrong, or two letters that changed places. */
export function isTypo(typed: string, term: string): boolean {
  const [short, long] = typed.length < term.length ? [typed, term] : [term, typed];
  if (typed === term || long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  // The first letter is rarely wrong.
  if (from === 0) return false;
  const rest = (word: string, skipped: number): string => word.slice(from + skipped);
  if (short.length < long.length) return long.length >= LETTER_MORE_MIN && rest(short, 0) === rest(long, 1);
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  if (swapped && long.length >= SWAPPED_MIN && rest(short, 2) === rest(long, 2)) return true;
  return long.length >= WRONG_LETTER_MIN && rest(short, 1) === rest(long, 1);
}

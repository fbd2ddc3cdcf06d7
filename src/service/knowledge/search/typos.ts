import { type LetterFault, oneLetterApart } from '../../../protocol/text.ts';
import type { PassageStore } from '../index/passage-store.ts';

/** Letters of the longer of the two words; shorter ones are too often another: "form" and "from", "plan" and "plane". */
const LEAST: Readonly<Record<LetterFault, number>> = { swapped: 5, more: 6, wrong: 7 };
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
export function mayBeTypo(term: string): boolean {
  return (
    term.length >= LEAST.swapped && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term)
  );
}

/** Whether the first is the second with a letter too many, too few or wrong, or two letters that changed places. */
export function isTypo(typed: string, term: string): boolean {
  const fault = oneLetterApart(typed, term);
  return fault !== undefined && Math.max(typed.length, term.length) >= LEAST[fault];
}

import type { FoundPassage, PassageStore } from '../index/passage-store.ts';
import type { CountedTerm } from '../index/passage-terms.ts';
import { candidatesFor } from './candidates.ts';
import { type Asked, queryTerms } from './query-terms.ts';

/** Occurrences of terms that are ranked together. Keeps words that are in most passages out of the ranking. */
const REACH = 4000;
/** The usual constant of reciprocal rank fusion: the first ranks of a list differ little. */
const FUSION = 60;

/**
 * Passages with any word of a question, in the order of their full-text score, in any language. A wider search than
 * `findPassages`, for a reader that recognizes the answer.
 */
export async function rankedPassages(
  store: PassageStore,
  agentId: string,
  asked: Asked,
  carried: readonly string[] = [],
): Promise<FoundPassage[]> {
  const known = (await queryTerms(store, agentId, asked, carried))
    .flatMap(({ indexed }) => indexed)
    .map(([term, passages]): CountedTerm => ({ term, passages }))
    .sort((a, b) => a.passages - b.passages);
  if (known.length === 0) return [];
  let reach = 0;
  const needed = known.filter(({ passages }, i) => {
    reach += passages;
    return i === 0 || reach <= REACH;
  });
  return await candidatesFor(store, agentId, needed, known);
}

/** Merges rankings by reciprocal rank fusion: what is near the top of several comes first. */
export function fuse(rankings: readonly (readonly FoundPassage[])[]): FoundPassage[] {
  const scores = new Map<number, { passage: FoundPassage; score: number }>();
  for (const ranking of rankings) {
    for (const [rank, passage] of ranking.entries()) {
      const entry = scores.get(passage.id) ?? { passage, score: 0 };
      entry.score += 1 / (FUSION + rank + 1);
      scores.set(passage.id, entry);
    }
  }
  return [...scores.values()].sort((a, b) => b.score - a.score).map(({ passage }) => passage);
}

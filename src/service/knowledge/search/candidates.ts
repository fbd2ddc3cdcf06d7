import type { PassageQuery } from '../../storage/engine.ts';
import type { FoundPassage, PassageStore } from '../index/passage-store.ts';
import type { CountedTerm } from '../index/passage-terms.ts';

/** Occurrences that may be ranked without narrowing the search down first: some 10 ms. */
const REACH = 4000;
/** Occurrences the engine may count through to rank those that hold several terms. */
const RANKABLE = 12_000;
const LIMIT = 40;
/** Where few passages are in question, more of them are rated: engines differ in which of them they rank first. */
const FEW = 1000;
const LIMIT_OF_FEW = 100;
/** Of terms this common, what the engine comes to first is as good as the next. */
const LIMIT_UNRANKED = 60;
/** More terms narrow nothing down any further, and take longer. */
const TERMS_MAX = 4;

/**
 * Passages that may answer a question, in a time that hardly grows with the number of documents. `needed` are the
 * terms of which an answer holds at least one; `known` all that occur, the rarest first.
 *
 * Terms that stand in thousands of passages are not looked up one by one. The passages that hold all of them come
 * first, then those that lack one; of terms too common for any ranking, those that have one in their heading.
 */
export async function candidatesFor(
  store: PassageStore,
  agentId: string,
  needed: readonly CountedTerm[],
  known: readonly CountedTerm[],
): Promise<FoundPassage[]> {
  const found = new Map<number, FoundPassage>();
  const add = async (query: PassageQuery): Promise<void> => {
    for (const passage of await store.search(agentId, query)) found.set(passage.id, passage);
  };
  const narrowing = known.slice(0, TERMS_MAX);
  const terms = namesOf(narrowing);
  if (reach(needed) <= REACH) {
    const limit = reach(needed) <= FEW ? LIMIT_OF_FEW : LIMIT;
    await add({ terms: namesOf(needed), atLeast: 1, ranked: true, limit });
    // A long one that holds all of it may be ranked below short ones that hold one word.
    if (found.size === limit) await add({ terms, atLeast: terms.length, ranked: true, limit: LIMIT });
    return [...found.values()];
  }
  const ranked = reach(narrowing) <= RANKABLE;
  const limit = ranked ? LIMIT : LIMIT_UNRANKED;
  const fewest = Math.min(terms.length, Math.max(1, terms.length - 1, 2));
  for (let atLeast = terms.length; atLeast >= fewest; atLeast--) {
    if (!ranked) await add({ terms, atLeast, inHeading: true, ranked, limit });
    if (found.size < limit) await add({ terms, atLeast, ranked, limit });
    if (found.size >= limit) break;
  }
  if (found.size === 0 && terms.length > 3) await add({ terms, atLeast: 2, ranked, limit });
  return [...found.values()];
}

function reach(terms: readonly CountedTerm[]): number {
  return terms.reduce((total, { passages }) => total + passages, 0);
}

function namesOf(terms: readonly CountedTerm[]): string[] {
  return terms.map(({ term }) => term);
}

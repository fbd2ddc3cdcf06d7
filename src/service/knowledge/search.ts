import { type CountedTerm, candidatesFor } from './candidates.ts';
import { type FoundPassage, type PassageStore, TOTAL } from './passage-store.ts';
import { termsOf } from './terms.ts';

export interface Hit {
  passage: FoundPassage;
  /** Share of the question's weight that the passage holds, 0 to 1. */
  coverage: number;
  score: number;
}

/** A passage answers when it holds at least this share of what the question asks for, rare words weighing more. */
export const COVERAGE_MIN = 0.6;
const CARRIED_WEIGHT = 0.5;
/** Longer questions than a visitor can write have no more topics than this. */
const TERMS_MAX = 60;

/**
 * The passages that answer a question, best first: those that hold most of its words, by weight and by number.
 * `carried` are the words an earlier question gives to a follow-up; they count less, and a passage must hold
 * most of the follow-up's own words as well.
 */
export async function findPassages(
  store: PassageStore,
  agentId: string,
  own: readonly string[],
  carried: readonly string[] = [],
): Promise<Hit[]> {
  const ownTerms = own.slice(0, TERMS_MAX);
  const carriedTerms = carried.filter(term => !own.includes(term)).slice(0, TERMS_MAX);
  const all = [...ownTerms, ...carriedTerms];
  const frequencies = await store.frequencies(agentId, all);
  const total = frequencies.get(TOTAL) ?? 0;
  if (total === 0 || all.length === 0) return [];

  // A word that occurs nowhere weighs as much as one that occurs once: it may be a way of putting it.
  const weigh = (term: string): number =>
    Math.log(1 + total / (Math.max(1, frequencies.get(term) ?? 0) + 0.5));
  const weights = new Map(ownTerms.map(term => [term, weigh(term)]));
  for (const term of carriedTerms) weights.set(term, weigh(term) * CARRIED_WEIGHT);

  const known = all
    .map(term => ({ term, passages: frequencies.get(term) ?? 0 }))
    .filter(({ passages }) => passages > 0)
    .sort((a, b) => a.passages - b.passages);
  const candidates = await candidatesFor(store, agentId, needed(known, weights, sum(weights, all)), known);
  const hits = candidates.map(passage => rate(passage, weights, ownTerms, all));
  return hits.filter(hit => hit !== undefined).sort((a, b) => b.score - a.score);
}

/**
 * The fewest, rarest terms of which any passage with enough coverage must hold at least one: the others together
 * weigh too little. Keeps a word that stands in every passage from being looked up in all of them.
 */
function needed(
  known: readonly CountedTerm[],
  weights: ReadonlyMap<string, number>,
  all: number,
): CountedTerm[] {
  const heaviestFirst = [...known].sort((a, b) => weights.get(b.term)! - weights.get(a.term)!);
  let left = known.reduce((total, { term }) => total + weights.get(term)!, 0);
  const chosen: CountedTerm[] = [];
  for (const counted of heaviestFirst) {
    if (left < COVERAGE_MIN * all) break;
    chosen.push(counted);
    left -= weights.get(counted.term)!;
  }
  return chosen;
}

function rate(
  passage: FoundPassage,
  weights: ReadonlyMap<string, number>,
  own: readonly string[],
  all: readonly string[],
): Hit | undefined {
  const headings = new Set(termsOf(`${passage.title} ${passage.heading}`));
  const counts = new Map<string, number>();
  const body = termsOf(passage.body);
  for (const term of body) counts.set(term, (counts.get(term) ?? 0) + 1);
  const holds = (term: string): boolean => headings.has(term) || counts.has(term);

  const coverage = sum(weights, all.filter(holds)) / sum(weights, all);
  const ownWeight = sum(weights, own);
  const ownCoverage = ownWeight === 0 ? 1 : sum(weights, own.filter(holds)) / ownWeight;
  const ownCount = own.length === 0 ? 1 : own.filter(holds).length / own.length;
  if (coverage < COVERAGE_MIN || ownCoverage < COVERAGE_MIN || ownCount <= 0.5) return undefined;

  let score = 0;
  for (const [term, weight] of weights) {
    const count = counts.get(term) ?? 0;
    // Repetition helps less and less, and long passages repeat more; as in BM25.
    const inBody = count / (count + 0.5 + body.length / 150);
    score += weight * ((headings.has(term) ? 1.2 : 0) + inBody);
  }
  return { passage, coverage, score: score * coverage };
}

function sum(weights: ReadonlyMap<string, number>, terms: readonly string[]): number {
  return terms.reduce((total, term) => total + (weights.get(term) ?? 0), 0);
}

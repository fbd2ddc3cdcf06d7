import type { FoundPassage, PassageStore } from '../index/passage-store.ts';
import type { CountedTerm } from '../index/passage-terms.ts';
import { languagesOf } from '../language/language.ts';
import { candidatesFor } from './candidates.ts';
import { type Asked, type QueryTerm, queryTerms } from './query-terms.ts';
import { type Rated, rate, weightOf } from './relevance.ts';

/** What a candidate has of the question at least, by weight: less never reaches a threshold. */
const CANDIDATE_SHARE = 0.25;
/** What a passage has of a follow-up's own words at least, by weight, besides something of the question before. */
const OWN_SHARE = 0.5;

/**
 * The passages that have something of what is asked, the most relevant first. `carried` are words of earlier questions
 * that a follow-up leaves out; they count less, and a passage must have most of the follow-up's own words as well. A
 * passage in another language than the question's is left out where one in its own has as much.
 */
export async function findPassages(
  store: PassageStore,
  agentId: string,
  asked: Asked,
  carried: readonly string[] = [],
): Promise<Rated[]> {
  const terms = await queryTerms(store, agentId, asked, carried);
  const known = terms
    .flatMap(({ indexed }) => indexed.slice(0, 1))
    .map(([term, passages]): CountedTerm => ({ term, passages }))
    .sort((a, b) => a.passages - b.passages);
  if (known.length === 0) return [];
  const candidates = withoutCopies(await candidatesFor(store, agentId, rarestOf(terms), known));
  const own = candidates.filter(passage => !isForeign(passage, asked.languages));
  const rated = rate(terms, own);
  const foreign =
    own.length < candidates.length
      ? rate(terms, candidates).filter(({ passage }) => !own.includes(passage))
      : [];
  const most = Math.max(0, ...rated.map(({ held }) => weightOf(held)));
  return [...rated, ...foreign.filter(({ held }) => weightOf(held) > most)]
    .filter(({ held }) => hasOwn(terms, held))
    .sort((a, b) => b.relevance - a.relevance);
}

function hasOwn(terms: readonly QueryTerm[], held: readonly QueryTerm[]): boolean {
  const ownWeight = (some: readonly QueryTerm[]): number => weightOf(some.filter(({ own }) => own));
  if (terms.every(({ own }) => own)) return true;
  const hasCarried = held.some(({ own }) => !own);
  return hasCarried && ownWeight(held) >= OWN_SHARE * ownWeight(terms);
}

/** A page under several addresses, and a copied file, have the same passage more than once. */
function withoutCopies(passages: readonly FoundPassage[]): FoundPassage[] {
  return [...new Map(passages.map(passage => [`${passage.heading}\n${passage.body}`, passage])).values()];
}

function isForeign({ title, heading, body }: FoundPassage, languages: readonly string[]): boolean {
  if (languages.length === 0) return false;
  const own = languagesOf(`${title}\n${heading}\n${body}`);
  return own.length > 0 && !own.some(language => languages.includes(language));
}

/**
 * The fewest, rarest terms of which a relevant passage has at least one: the others together weigh too little. Keeps a
 * word that is in every passage from being looked up in all of them.
 */
function rarestOf(terms: readonly QueryTerm[]): CountedTerm[] {
  const known = terms.filter(({ indexed }) => indexed.length > 0).sort((a, b) => b.weight - a.weight);
  const least = CANDIDATE_SHARE * weightOf(terms);
  let left = weightOf(known);
  const chosen = new Map<string, number>();
  for (const { weight, indexed } of known) {
    if (chosen.size > 0 && left < least) break;
    for (const [term, count] of indexed) chosen.set(term, count);
    left -= weight;
  }
  return [...chosen].map(([term, passages]) => ({ term, passages }));
}

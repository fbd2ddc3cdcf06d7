import type { FoundPassage, PassageStore } from '../index/passage-store.ts';
import type { CountedTerm } from '../index/passage-terms.ts';
import { languagesOf } from '../language/language.ts';
import { termsOf, topicTerms } from '../language/terms.ts';
import { candidatesFor } from './candidates.ts';
import { type Asked, type Concept, conceptsOf } from './concepts.ts';
import {
  asksForAddress,
  withoutOtherAddresses,
  withoutStreets,
  withToldAddresses,
} from './postal-address.ts';

export interface Hit {
  passage: FoundPassage;
  score: number;
  /** Those of the question's concepts that the passage holds. */
  held: readonly Concept[];
}

/** Of what a question asks for, the share that a passage holds at least, rare words weighing more. */
interface Leasts {
  short: number;
  /** Of a question of `LONG_QUESTION` topics: who says much, tells something of the circumstances too. */
  long: number;
  /** Where the question says all words of its heading: about that it asks, whatever else it says. */
  named: number;
  /** Of the words of its own that tell something, by number. */
  count: number;
  /** Whether it must hold one elsewhere than in its document's title, which stands over all sections alike. */
  besidesTitle?: boolean;
}

const LONG_QUESTION = 3;
/** A passage that answers. */
const ANSWERS: Leasts = { short: 0.6, long: 0.5, named: 0.4, count: 0.5 };
/** One about something that is asked for, which may answer. */
export const RELATED: Leasts = { short: 0.3, long: 0.2, named: 0.2, count: 0.2, besidesTitle: true };
/** What another word for the same counts, next to the word itself. */
const OTHER_WORD = 0.7;
/** What they count all together where the word itself is missing, however many there are. */
const ONLY_OTHERS = 0.85;
/** What it counts that a word stands in a passage's heading or its document's title, next to being said in it. */
const IN_HEADING = 1.2;
const IN_TITLE = 0.7;
/** The part of it that counts whatever else the heading is about; the rest, as far as the question says the heading. */
const LEAST_OF_HEADING = 0.4;
const SAME_WORD = 0.15;

/**
 * The passages that answer a question, best first: those that hold most of its words, by weight and by number.
 * `carried` are the words an earlier question gives to a follow-up; they count less, and a passage must hold
 * most of the follow-up's own words as well. One in another language is left out where one in the question's own holds as
 * much: words such as names stand in all of them.
 */
export async function findPassages(
  store: PassageStore,
  agentId: string,
  asked: Asked,
  carried: readonly string[],
  leasts: Leasts = ANSWERS,
): Promise<Hit[]> {
  const { words, languages } = asked;
  const concepts = await conceptsOf(store, agentId, asked, carried);
  if (concepts.length === 0) return [];
  const known = concepts
    .filter(({ passages }) => passages.size > 0)
    .map(concept => mostTelling(concept))
    .sort((a, b) => a.passages - b.passages);
  const candidates = await candidatesFor(store, agentId, needed(concepts, leasts), known);
  const said = new Set([...words, ...concepts.filter(({ own }) => own).map(({ term }) => term)]);
  const hits = candidates
    .map(passage => rate(passage, concepts, said, leasts))
    .filter(hit => hit !== undefined);
  const best = (
    asked.inAnyLanguage ? hits.filter(hit => isForeign(hit, languages)) : withoutTranslations(hits, languages)
  ).sort((a, b) => b.score - a.score || a.passage.position - b.passage.position);
  return withoutCopies(best);
}

/** A page that is listed under several addresses, and a file that was copied, say the same more than once. */
function withoutCopies(hits: readonly Hit[]): Hit[] {
  const said = new Set<string>();
  return hits.filter(({ passage: { heading, body } }) => {
    const before = said.size;
    return said.add(`${heading}\n${body}`).size > before;
  });
}

/** Whether it is in a language that is none of these. */
function isForeign({ passage: { title, heading, body } }: Hit, languages: readonly string[]): boolean {
  const own = languagesOf(`${title}\n${heading}\n${body}`);
  return own.length > 0 && !own.some(language => languages.includes(language));
}

function withoutTranslations(hits: readonly Hit[], languages: readonly string[]): Hit[] {
  const foreign = new Set(languages.length === 0 ? [] : hits.filter(hit => isForeign(hit, languages)));
  const most = Math.max(...hits.map(hit => (foreign.has(hit) ? 0 : weightOf(hit.held))));
  return hits.filter(hit => !foreign.has(hit) || weightOf(hit.held) > most);
}

function mostTelling({ term, passages }: Concept): CountedTerm {
  const word = passages.has(term) ? term : [...passages.keys()][0]!;
  return { term: word, passages: passages.get(word)! };
}

/**
 * The fewest, rarest terms of which any passage with enough coverage must hold at least one: the others together
 * weigh too little. Keeps a word that stands in every passage from being looked up in all of them.
 */
function needed(concepts: readonly Concept[], { named }: Leasts): CountedTerm[] {
  const all = weightOf(concepts);
  const known = concepts.filter(({ passages }) => passages.size > 0).sort((a, b) => b.weight - a.weight);
  let left = weightOf(known);
  const chosen = new Map<string, number>();
  for (const { weight, passages } of known) {
    if (left < named * all) break;
    for (const [term, count] of passages) chosen.set(term, count);
    left -= weight;
  }
  return [...chosen].map(([term, passages]) => ({ term, passages }));
}

function rate(
  passage: FoundPassage,
  concepts: readonly Concept[],
  words: ReadonlySet<string>,
  leasts: Leasts,
): Hit | undefined {
  const isForAddress = asksForAddress(concepts);
  const title = new Set(termsOf(isForAddress ? withoutStreets(passage.title) : passage.title));
  const head = isForAddress ? withoutOtherAddresses(passage.heading) : passage.heading;
  // A passage at the top of its document stands under the title alone.
  const heading = head === '' ? title : new Set(termsOf(head));
  const counts = new Map<string, number>();
  const body = termsOf(isForAddress ? withToldAddresses(passage.body) : passage.body);
  for (const term of body) counts.set(term, (counts.get(term) ?? 0) + 1);

  const held = concepts.filter(({ term, others }) =>
    [term, ...others].some(word => heading.has(word) || title.has(word) || counts.has(word)),
  );
  const isOwn = ({ own }: Concept): boolean => own;
  const isTelling = ({ isLittle }: Concept): boolean => !isLittle;
  const coverage = weightOf(held) / weightOf(concepts);
  const own = concepts.filter(isOwn);
  const ownHeld = held.filter(isOwn);
  const ownCoverage = own.length === 0 ? 1 : weightOf(ownHeld) / weightOf(own);
  const topics = topicTerms(passage.heading.split(' › ').at(-1) || passage.title);
  const isNamed = passage.heading !== '' && saidShare(topics, ownHeld) === 1;
  const unnamed = own.length >= LONG_QUESTION ? leasts.long : leasts.short;
  const least = isNamed ? leasts.named : unnamed;
  if (coverage < least || ownCoverage < least) return undefined;
  if (ownHeld.filter(isTelling).length < leasts.count * own.filter(isTelling).length) return undefined;
  const saysItself = ({ term, others }: Concept): boolean =>
    [term, ...others].some(word => heading.has(word) || counts.has(word));
  if (leasts.besidesTitle && !held.some(saysItself)) return undefined;

  const inHeading = IN_HEADING * (LEAST_OF_HEADING + (1 - LEAST_OF_HEADING) * saidShare(topics, held));
  let score = 0;
  for (const { term, others, weight } of held) {
    let count = counts.get(term) ?? 0;
    for (const word of others) count += OTHER_WORD * (counts.get(word) ?? 0);
    // Repetition helps less and less, and long passages repeat more; as in BM25.
    const inBody =
      (count / (count + 0.5 + body.length / 150)) *
      (counts.has(term) || others.length === 0 ? 1 : ONLY_OTHERS);
    const standsIn = (place: ReadonlySet<string>): number =>
      place.has(term) ? 1 : others.some(word => place.has(word)) ? OTHER_WORD : 0;
    score += weight * (Math.max(inHeading * standsIn(heading), IN_TITLE * standsIn(title)) + inBody);
  }
  const sameWords = [...heading].filter(word => words.has(word)).length;
  return { passage, score: score * coverage * (1 + SAME_WORD * sameWords), held };
}

/** How much of a heading a question says. */
function saidShare(topics: readonly string[], held: readonly Concept[]): number {
  const said = new Set(held.flatMap(({ term, others }) => [term, ...others]));
  return topics.filter(term => said.has(term)).length / Math.max(1, topics.length);
}

/** What some concepts weigh together. */
export function weightOf(concepts: readonly Concept[]): number {
  return concepts.reduce((total, { weight }) => total + weight, 0);
}

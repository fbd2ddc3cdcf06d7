import type { PassageStore } from '../index/passage-store.ts';
import { TOTAL } from '../index/passage-terms.ts';
import { abroadOf } from '../language/countries.ts';
import { inflectionsOf, mayGrow } from '../language/inflections.ts';
import { isWeak } from '../language/stop-words.ts';
import { alternativesOf } from '../language/synonyms.ts';
import { translationsOf } from '../language/translations.ts';
import { headedWords, joinedWords, partsOf } from '../language/word-stats.ts';
import { typosFor } from './typos.ts';

/** What one word of a question stands for. */
export interface Concept {
  /** As the question has it, or as the documents do where the question's is a typo. */
  term: string;
  /** Other terms that say the same and occur in the agent's passages. */
  others: readonly string[];
  /** How much it tells passages apart: rare ones tell more. */
  weight: number;
  /** Whether it tells little. */
  isLittle: boolean;
  /** Whether the question itself says it, rather than one before. */
  own: boolean;
  /** In how many passages its term and the others occur, as far as they do. */
  passages: ReadonlyMap<string, number>;
}

/** What is asked for. */
export interface Asked {
  /** The terms of its topics. */
  own: readonly string[];
  /** All words of the question, the small ones too: of two headings that hold what is asked for, the one that also says
   * it the same way is meant. */
  words: readonly string[];
  /** Those the question may be in; none where it tells none. */
  languages: readonly string[];
  /** Whether it is looked for in other languages than these, as far as visitors ask for it everywhere. */
  inAnyLanguage?: boolean;
}

const CARRIED_WEIGHT = 0.5;
const WEAK_WEIGHT = 0.4;
/** "For 2 nights" says how many; what costs €2 is something else. */
const COUNT = /^\d{1,2}$/;
/** "Error 429" is asked for by its number, where there is one of it. */
const EXACT = /\p{N}{3}/u;
const EXACT_WEIGHT = 3;
/** Passages that hold a word of which it is worth to look at all words for its kinds. */
const RARE = 5;
/** Longer questions than a visitor can write have no more topics than this. */
const TERMS_MAX = 60;

/** What a question asks for, weighed by the agent's documents; empty where there are none. */
export async function conceptsOf(
  store: PassageStore,
  agentId: string,
  asked: Asked,
  carried: readonly string[],
): Promise<Concept[]> {
  const { own, languages, inAnyLanguage } = asked;
  let frequencies: Map<string, number> | undefined;
  const withOthers = (term: string): string[] => [
    term,
    ...alternativesOf(term),
    ...(inAnyLanguage ? translationsOf(term) : []),
    // What is said of a country itself goes before what is said of all.
    ...(frequencies?.get(term) ? [] : abroadOf(term)),
  ];
  const typed = [
    ...own.slice(0, TERMS_MAX),
    ...carried.filter(term => !own.includes(term)).slice(0, TERMS_MAX),
  ];
  frequencies = await store.frequencies(agentId, [...new Set(typed.flatMap(withOthers))]);
  const total = frequencies.get(TOTAL) ?? 0;
  if (total === 0) return [];
  const forms = await inflectionsOf(store, agentId, typed, languages);
  for (const [term, whole] of await joinedWords(store, agentId, own.slice(0, TERMS_MAX)))
    forms.set(term, [...(forms.get(term) ?? []), whole]);
  const rare = own.slice(0, TERMS_MAX).filter(term => (frequencies.get(term) ?? 0) <= RARE);
  if (mayGrow(languages))
    for (const [term, kinds] of await headedWords(store, agentId, rare))
      forms.set(term, [...(forms.get(term) ?? []), ...kinds]);
  const unknown = typed.filter(
    term => !forms.has(term) && !withOthers(term).some(word => frequencies.get(word)),
  );
  const meant = await typosFor(store, agentId, unknown);
  const parts = await partsOf(
    store,
    agentId,
    unknown.filter(term => !meant.has(term)),
  );
  if (parts.size > 0) {
    const parted = (term: string): readonly string[] => parts.get(term) ?? [term];
    return conceptsOf(store, agentId, { ...asked, own: own.flatMap(parted) }, carried.flatMap(parted));
  }
  const more = [...[...meant.values()].flatMap(withOthers), ...[...forms.values()].flat()];
  for (const [word, count] of await store.frequencies(agentId, more)) frequencies.set(word, count);
  // "2+2" is about nothing.
  if (typed.every(word => COUNT.test(word))) return [];
  return typed.map((word, i) => {
    const term = meant.get(word) ?? word;
    const passages = new Map(
      [...withOthers(term), ...(forms.get(word) ?? [])]
        .map(word => [word, frequencies.get(word) ?? 0] as const)
        .filter(([, count]) => count > 0),
    );
    // A word that occurs nowhere weighs as much as one that occurs once: the documents may say nothing of it.
    const count = passages.get(term) ?? Math.max(1, ...passages.values());
    const isOwn = i < Math.min(own.length, TERMS_MAX);
    const isLittle = isWeak(term) || COUNT.test(term);
    const isExact = EXACT.test(term) && passages.size > 0;
    const telling = isLittle ? WEAK_WEIGHT : isExact ? EXACT_WEIGHT : 1;
    const weight = Math.log(1 + total / (count + 0.5)) * (isOwn ? 1 : CARRIED_WEIGHT) * telling;
    return {
      isLittle,
      term,
      others: [...passages.keys()].filter(word => word !== term),
      weight,
      own: isOwn,
      passages,
    };
  });
}

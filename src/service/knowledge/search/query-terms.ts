import type { PassageStore } from '../index/passage-store.ts';
import { TOTAL } from '../index/passage-terms.ts';
import { COMMON_WORDS } from '../language/stop-words.ts';
import { termOf, wordsInOrder } from '../language/terms.ts';
import { wordsOf } from '../language/words.ts';
import { joinedTerms, partsOf } from './compounds.ts';
import { importanceOf } from './importance.ts';
import { type Phrase, synonymsOf } from './synonyms.ts';
import { typosFor } from './typos.ts';

/** A word that a question asks for. */
export interface QueryTerm {
  /** The word as it is asked; empty where only its parts or what it is a typo of are in the documents. */
  words: readonly string[];
  /** Terms of the documents that say the same, whatever their language. */
  terms: readonly string[];
  /** Words and phrases that the owner says mean the same. */
  synonyms: readonly Phrase[];
  /** The terms it is indexed under, those of its synonyms included, with how many passages contain them, the most frequent first. */
  indexed: readonly (readonly [term: string, passages: number])[];
  /** How much it tells passages apart: from nearly 0, in all passages, to 1, in none. */
  weight: number;
  /** How much it says what the question is about. Adds up over all terms to the sum of their weights. */
  importance: number;
  /** Whether the question itself has it, not one before. */
  own: boolean;
}

/** What is asked for. */
export interface Asked {
  /** The question as it is written. */
  question?: string;
  /** The words that the question is about. */
  own: readonly string[];
  /** The languages the question may be in; none where it does not tell. */
  languages: readonly string[];
  /** The owner's setting `synonyms`. */
  synonyms?: readonly string[] | undefined;
}

type Meaning = Pick<QueryTerm, 'words' | 'terms' | 'synonyms' | 'own'>;

const CARRIED_WEIGHT = 0.5;
/** How much a common word of the language counts: few of them are what a question is about. */
const COMMON_WEIGHT = 0.4;
/** "2+2" is about nothing. */
const SMALL_NUMBER = /^\d{1,2}$/;
/** Longer questions than a visitor can write have no more topics than this. */
const TERMS_MAX = 60;

/** The terms of a question, weighed by how many of the agent's passages contain them. Empty where it has no documents. */
export async function queryTerms(
  store: PassageStore,
  agentId: string,
  { question, own, languages, synonyms = [] }: Asked,
  carried: readonly string[] = [],
): Promise<QueryTerm[]> {
  const asked = own.slice(0, TERMS_MAX);
  const words = [...asked, ...carried.filter(word => !own.includes(word)).slice(0, TERMS_MAX)];
  if (words.every(word => SMALL_NUMBER.test(word))) return [];
  const stemmed = [...new Set([...languages, 'en', undefined])];
  const formsOf = (word: string): string[] => [
    ...new Set(stemmed.map(language => termOf(word, language)).filter(term => term !== '')),
  ];
  const alike = synonymsOf(synonyms, [...(question ? wordsInOrder(question) : asked), ...carried], stemmed);
  const synonymForms = [...alike.values()].flat(2).flatMap(formsOf);
  const counts = await store.frequencies(agentId, [...new Set([...words.flatMap(formsOf), ...synonymForms])]);
  const total = counts.get(TOTAL) ?? 0;
  if (total === 0) return [];
  const language = languages[0] ?? 'en';
  const unknown = words.filter(word => !alike.has(word) && !formsOf(word).some(form => counts.has(form)));
  const joined = await joinedTerms(store, agentId, question ? wordsOf(question) : asked, language);
  const typos = await typosFor(
    store,
    agentId,
    unknown.map(word => termOf(word, language)),
  );
  const parts = await partsOf(
    store,
    agentId,
    unknown.filter(word => !typos.has(termOf(word, language)) && !joined.has(word)),
    language,
  );
  const meanings = words.flatMap((word, i): Meaning[] => {
    const isOwn = i < asked.length;
    const typo = typos.get(termOf(word, language));
    const halves = parts.get(word);
    if (halves) return halves.map(term => ({ words: [], terms: [term], synonyms: [], own: isOwn }));
    const terms = [typo, joined.get(word)].filter(term => term !== undefined);
    return [{ words: [word], terms, synonyms: alike.get(word) ?? [], own: isOwn }];
  });
  const found = meanings.flatMap(({ terms }) => terms);
  for (const [term, count] of await store.frequencies(agentId, [...new Set(found)])) counts.set(term, count);
  const terms = unique(meanings, formsOf).map(meaning => {
    const forms = [...meaning.words.flatMap(formsOf), ...meaning.terms];
    const indexed = [...new Set([...forms, ...meaning.synonyms.flat().flatMap(formsOf)])]
      .map(form => [form, counts.get(form) ?? 0] as const)
      .filter(([, count]) => count > 0)
      .sort(([, a], [, b]) => b - a);
    const rarity = inverseFrequency(indexed[0]?.[1] ?? 0, total);
    const isCommon = meaning.words.some(word => languages.some(code => COMMON_WORDS[code]?.has(word)));
    const share = (meaning.own ? 1 : CARRIED_WEIGHT) * (isCommon ? COMMON_WEIGHT : 1);
    return { ...meaning, indexed, weight: rarity * share };
  });
  const importance = importanceOf(question ?? '', terms);
  return terms.map((term, i) => ({ ...term, importance: importance[i]! }));
}

/** How rare a term is among the passages, as in BM25, relative to one that none contains. */
function inverseFrequency(passages: number, total: number): number {
  const rarity = (count: number): number => Math.log(1 + (total - count + 0.5) / (count + 0.5));
  return rarity(Math.min(passages, total)) / rarity(0);
}

function unique(meanings: readonly Meaning[], formsOf: (word: string) => string[]): Meaning[] {
  const seen = new Set<string>();
  return meanings.filter(({ words: [word], terms: [term] }) => {
    const key = word === undefined ? term! : formsOf(word)[0]!;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

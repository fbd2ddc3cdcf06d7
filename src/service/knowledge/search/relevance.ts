import type { FoundPassage } from '../index/passage-store.ts';
import { termOf } from '../language/terms.ts';
import { type PassageText, passageText } from './passage-text.ts';
import type { QueryTerm } from './query-terms.ts';

/** What decides whether a passage answers a question. Each is independent of the language and the size of the corpus. */
export interface Evidence {
  /** BM25 of the passage, relative to a passage that repeats every term of the question. 0 … 1. */
  score: number;
  /** How far its BM25 is ahead of the best other passage. -1 … 1. */
  margin: number;
  /** How important the terms that the passage contains are together. */
  found: number;
  /** How important the terms that it does not contain are together, less what similar words make up for. */
  missing: number;
  /** Of the importance of all terms, the share that only similar words make up for: another form, or part of a compound. */
  similar: number;
  /** How many of its heading's words the question contains; 0 for a title that several passages share. 0 … 1. */
  heading: number;
  /** How near to each other the terms stand: 1 if all stand side by side, 0 if none is within a few words of another. */
  nearness: number;
}

export interface Rated {
  passage: FoundPassage;
  evidence: Evidence;
  /** Log-odds that the passage answers the question. */
  relevance: number;
  /** The terms that the passage contains, itself or by a synonym. */
  held: readonly QueryTerm[];
  /** Of what all terms weigh, the share of those that the passage contains itself. Undefined where it has no synonym. */
  literal: number | undefined;
  /** Of what all terms weigh, the share that an answer contains at least. */
  least: number;
}

/** Fitted with `scripts/fit-relevance.ts`, but for the nearness; docs/knowledge.md says on what. */
const INTERCEPT = -2.34;
const WEIGHTS: Readonly<Record<keyof Evidence, number>> = {
  score: 3.31,
  margin: 3.29,
  found: 2.15,
  missing: -0.92,
  similar: 6.15,
  heading: 1.09,
  nearness: 0.5,
};

/** The usual constants of BM25, and a passage of usual length, in terms. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const USUAL_LENGTH = 120;
/** How many times in its text a term in a passage's own heading, and in its title or a heading above, counts as. */
const IN_HEADING = 3;
const IN_TITLE = 1.5;
/** Passages whose evidence is weighed, of those with the best BM25. */
const WEIGHED = 12;
/** Letters that similar words have in common, and a word that is part of another. */
const COMMON_MIN = 4;
const PART_MIN = 5;
const COMMON_SHARE = 0.6;
/** Of a question, the share of its weight that an answer has at least. Of two words, the rarer one alone is not enough. */
const ANSWER_SHARE = 0.45;
const ANSWER_SHARE_OF_TWO = 0.5;
/** Words between which terms still stand near each other: about a clause. */
const NEAR = 8;
/** What a synonym weighs, compared with the word itself. */
const SYNONYM_SHARE = 0.8;
/** Of a question, the share of its weight that an answer with a synonym has in the question's own words at least. */
const LITERAL_SHARE = 0.15;
/** Log-odds from which a passage is an answer, and from which it may help. */
const THRESHOLDS = { answers: 0, mayHelp: -3 } as const;
/** Keeps the logarithm of no evidence finite. */
export const FOUND_FLOOR = 0.3;

interface Matched {
  passage: FoundPassage;
  text: PassageText;
  held: readonly QueryTerm[];
  /** Those of them that it contains by a synonym only. */
  bySynonym: readonly QueryTerm[];
  bm25: number;
}

/** The passages that say something of what is asked, the most relevant first. */
export function rate(terms: readonly QueryTerm[], passages: readonly FoundPassage[]): Rated[] {
  const matched = passages
    .map(passage => match(terms, passage))
    .filter(({ held }) => held.length > 0)
    .sort((a, b) => b.bm25 - a.bm25 || a.passage.position - b.passage.position)
    .slice(0, WEIGHED);
  return matched
    .map((one, i): Rated => {
      const other = matched[i === 0 ? 1 : 0]?.bm25 ?? 0;
      const evidence = evidenceOf(terms, one, other, passages);
      const { passage, held, bySynonym } = one;
      const literal =
        bySynonym.length > 0 ? (weightOf(held) - weightOf(bySynonym)) / weightOf(terms) : undefined;
      const least = terms.length === 2 ? ANSWER_SHARE_OF_TWO : ANSWER_SHARE;
      return { passage, held, literal, least, evidence, relevance: relevanceOf(evidence) };
    })
    .sort((a, b) => b.relevance - a.relevance);
}

/** Whether a passage is quoted as an answer. Synonyms alone never are enough: they may mean something else in it. */
export function answers({ evidence: { found, missing }, relevance, literal = 1, least }: Rated): boolean {
  return relevance >= THRESHOLDS.answers && found >= least * (found + missing) && literal >= LITERAL_SHARE;
}

/** Whether a passage is offered as one that may help. */
export function mayHelp({ relevance }: Rated): boolean {
  return relevance >= THRESHOLDS.mayHelp;
}

export function relevanceOf(evidence: Evidence): number {
  const { found, ...linear } = evidence;
  return Object.entries(linear).reduce(
    (total, [name, value]) => total + WEIGHTS[name as keyof Evidence] * value,
    INTERCEPT + WEIGHTS.found * Math.log(FOUND_FLOOR + found),
  );
}

function match(terms: readonly QueryTerm[], passage: FoundPassage): Matched {
  const text = passageText(passage);
  const held: QueryTerm[] = [];
  const bySynonym: QueryTerm[] = [];
  let bm25 = 0;
  for (const term of terms) {
    const literal = Math.max(...literalForms(term, text.language).map(form => frequencyOf(form, text)));
    const frequency = literal || synonymFrequency(term, text);
    if (frequency === 0) continue;
    held.push(term);
    if (literal === 0) bySynonym.push(term);
    const length = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * text.length) / USUAL_LENGTH);
    bm25 += (weightIn(term, bySynonym) * frequency * (SATURATION + 1)) / (frequency + length);
  }
  return { passage, text, held, bySynonym, bm25 };
}

function frequencyOf(form: string, text: PassageText): number {
  const isAbove = text.title.has(form) || text.above.has(form);
  return (
    (text.counts.get(form) ?? 0) + (text.heading.includes(form) ? IN_HEADING : 0) + (isAbove ? IN_TITLE : 0)
  );
}

/** How often the most frequent synonym occurs. The words of a phrase are side by side. */
function synonymFrequency({ synonyms }: QueryTerm, text: PassageText): number {
  const phrases = synonyms.map(phrase => phrase.map(word => termOf(word, text.language)).filter(Boolean));
  return Math.max(
    0,
    ...phrases.map(([first, ...rest]) => {
      if (first === undefined) return 0;
      return rest.length === 0 ? frequencyOf(first, text) : phraseFrequency([first, ...rest], text);
    }),
  );
}

function phraseFrequency(phrase: readonly string[], { sentences, heading }: PassageText): number {
  const places = (terms: readonly string[]): number =>
    terms.filter((_, start) => phrase.every((term, i) => terms[start + i] === term)).length;
  return IN_HEADING * places(heading) + sentences.reduce((total, terms) => total + places(terms), 0);
}

function weightIn(term: QueryTerm, bySynonym: readonly QueryTerm[]): number {
  return term.weight * (bySynonym.includes(term) ? SYNONYM_SHARE : 1);
}

/** What a term and its synonyms are in a passage of this language. */
export function formsOf(
  term: Pick<QueryTerm, 'words' | 'terms' | 'synonyms'>,
  language: string | undefined,
): string[] {
  const synonyms = term.synonyms.flat().map(word => termOf(word, language));
  return [...literalForms(term, language), ...synonyms].filter((form, i) => i === 0 || form !== '');
}

/** What a term is in a passage of this language, without its synonyms. */
function literalForms(
  { words, terms }: Pick<QueryTerm, 'words' | 'terms'>,
  language: string | undefined,
): string[] {
  return [...words.map(word => termOf(word, language)), ...terms];
}

function evidenceOf(
  terms: readonly QueryTerm[],
  { passage, text, held, bySynonym, bm25 }: Matched,
  other: number,
  passages: readonly FoundPassage[],
): Evidence {
  const all = totalImportance(terms);
  const most = weightOf(terms) * (SATURATION + 1);
  const lacking = terms.filter(term => !held.includes(term));
  const vocabulary = [...new Set([...text.title, ...text.above, ...text.heading, ...text.counts.keys()])];
  const similar = lacking.reduce(
    (total, term) => total + term.importance * similarityIn(vocabulary, formsOf(term, text.language)[0]!),
    0,
  );
  const lost = (1 - SYNONYM_SHARE) * totalImportance(bySynonym);
  const said = new Set(held.flatMap(term => formsOf(term, text.language)));
  const heading = text.heading.filter(term => term.length > 1);
  // A passage without a heading has only the title, which does not distinguish it from others below that title.
  const isShared =
    passage.heading === '' &&
    passages.some(one => one !== passage && one.heading === '' && one.documentId === passage.documentId);
  return {
    score: most === 0 ? 0 : bm25 / most,
    margin: (bm25 - other) / Math.max(bm25, other, Number.EPSILON),
    found: totalImportance(held) - lost,
    missing: totalImportance(lacking) + lost - similar,
    similar: all === 0 ? 0 : similar / all,
    heading: isShared ? 0 : heading.filter(term => said.has(term)).length / Math.max(1, heading.length),
    nearness: nearnessOf(terms, text),
  };
}

/** Each pair of terms counts as much as the lighter of both, and the less the more words stand between them. */
function nearnessOf(terms: readonly QueryTerm[], text: PassageText): number {
  const places = new Map<string, number[]>();
  for (const [i, term] of terms.entries())
    for (const form of formsOf(term, text.language)) places.set(form, [...(places.get(form) ?? []), i]);
  const inText = distancesIn(text.sentences.flat(), places, terms.length);
  const inHeading = distancesIn(text.heading, places, terms.length);
  let all = 0;
  let near = 0;
  for (let i = 1; i < terms.length; i++) {
    for (let j = 0; j < i; j++) {
      const weight = Math.min(terms[i]!.weight, terms[j]!.weight);
      const distance = Math.min(inText[i]![j]!, inHeading[i]![j]!);
      all += weight;
      if (distance <= NEAR) near += weight * (1 - distance / (2 * NEAR));
    }
  }
  return all === 0 ? 0 : near / all;
}

/** The fewest words from one term to another, for each pair. */
function distancesIn(
  words: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  count: number,
): number[][] {
  const distances = Array.from({ length: count }, () =>
    new Array<number>(count).fill(Number.POSITIVE_INFINITY),
  );
  const last = new Map<number, number>();
  for (const [position, word] of words.entries()) {
    for (const i of places.get(word) ?? []) {
      for (const [j, before] of last) {
        const pair = distances[Math.max(i, j)]!;
        pair[Math.min(i, j)] = Math.min(pair[Math.min(i, j)]!, position - before);
      }
      last.set(i, position);
    }
  }
  return distances;
}

/** How much the most similar word has in common with a term. 0 … 1. */
export function similarityIn(vocabulary: readonly string[], term: string): number {
  if (term.length < COMMON_MIN || !/^\p{L}+$/u.test(term)) return 0;
  return vocabulary.reduce((most, other) => Math.max(most, similarity(term, other)), 0);
}

function similarity(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < COMMON_MIN) return 0;
  if (short.length >= PART_MIN && long.includes(short)) return 0.4 + (0.6 * short.length) / long.length;
  let common = 0;
  while (common < short.length && one[common] === other[common]) common++;
  const share = common / long.length;
  return common >= COMMON_MIN && share >= COMMON_SHARE ? share : 0;
}

/** How important some terms are together. */
function totalImportance(terms: readonly QueryTerm[]): number {
  return terms.reduce((total, { importance }) => total + importance, 0);
}

/** What some terms weigh together. */
export function weightOf(terms: readonly QueryTerm[]): number {
  return terms.reduce((total, { weight }) => total + weight, 0);
}

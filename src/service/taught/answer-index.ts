import type { TaughtAnswer } from '../../protocol/taught-answers.ts';
import { TOTAL } from '../knowledge/index/passage-terms.ts';
import { languagesOf } from '../knowledge/language/language.ts';
import { COMMON_WORDS } from '../knowledge/language/stop-words.ts';
import { termOf, topicWords, wordsInOrder } from '../knowledge/language/terms.ts';
import { wordsOf } from '../knowledge/language/words.ts';
import { plainText } from '../knowledge/reading/plain-text.ts';
import { FOUND_FLOOR, similarityIn } from '../knowledge/search/relevance.ts';
import { synonymsOf } from '../knowledge/search/synonyms.ts';
import { isTypo, mayBeTypo } from '../knowledge/search/typos.ts';

/** A taught answer, and the log-odds that it answers the question. */
export interface Match {
  answer: TaughtAnswer;
  relevance: number;
}

/** What a visitor asks for. */
export interface AskedWords {
  /** The words that the question is about. */
  own: readonly string[];
  /** Words of earlier questions that a follow-up leaves out; they count less. */
  carried: readonly string[];
  languages: readonly string[];
  /** The owner's setting `synonyms`. */
  synonyms: readonly string[];
}

/** How many passages of the documents contain each term, and how many there are (`TOTAL`). */
export type Frequencies = ReadonlyMap<string, number>;

interface Word {
  /** Its stems, in each language that it may be in. */
  forms: readonly string[];
  /** The stems of its synonyms. */
  alike: readonly string[];
  /** Its weight before rarity: 1, or less for a common word or one of an earlier question. */
  share: number;
  own: boolean;
}

/** One way to ask a taught question. */
interface Way {
  answer: TaughtAnswer;
  words: readonly Word[];
  /** All terms of the answer's text. */
  text: ReadonlySet<string>;
}

/**
 * Fitted on questions that other people rephrased. The intercept is lower than the fitted one: a wrong
 * answer is worse than none. docs/knowledge.md has the measurements.
 */
const WEIGHTS = { intercept: -6.2, found: 2.1, taught: 4.35, asked: 3.7 };
/** Log-odds from which a taught answer is given, and from which its question is offered. */
export const THRESHOLDS = { answers: 0, mayHelp: -2.2 } as const;
/** As in the search for passages. */
const COMMON_WEIGHT = 0.4;
const CARRIED_WEIGHT = 0.5;
const SYNONYM_SHARE = 0.8;
/** A taught question must contain at least this share of the weight of a follow-up's own words. */
const OWN_SHARE = 0.5;
/** Likeness of a word that only the answer's text contains. */
const TEXT_SHARE = 0.6;
/** Fewer passages count as this many, because rarity among few passages means little. */
const PASSAGES_MIN = 100;
/** Ways to compare at most: those that share the most words with the question. */
const COMPARED_MAX = 24;
/** Characters of an answer's text that are compared. */
const TEXT_LENGTH = 3000;
const TYPOS_MAX = 6;

/** The taught questions of one agent in memory, to find the one that a visitor asks. */
export class AnswerIndex {
  #size = 0;
  readonly #byWording = new Map<string, TaughtAnswer>();
  readonly #byForm = new Map<string, Way[]>();
  /** How many answers contain a term in one of their questions. */
  readonly #counts = new Map<string, number>();
  /** The terms by their first letter. */
  readonly #byLetter = new Map<string, string[]>();

  /** @param answers the latest first: of answers with the same wording, the first is given */
  constructor(answers: readonly TaughtAnswer[]) {
    for (const answer of answers) this.add(answer);
  }

  add(answer: TaughtAnswer): void {
    const spoken = topicWords(plainText(answer.answer).slice(0, TEXT_LENGTH));
    const text = new Set(spoken.flatMap(word => formsOf(word, [])));
    const seen = new Set<string>();
    for (const question of [answer.question, ...answer.otherWays]) {
      const wording = wordingOf(question);
      if (wording !== '' && !this.#byWording.has(wording)) this.#byWording.set(wording, answer);
      const words = readWords(topicWords(question), languagesOf(question));
      const way = { answer, words, text };
      for (const form of new Set(words.flatMap(({ forms }) => forms))) {
        pushTo(this.#byForm, form, way);
        seen.add(form);
      }
    }
    this.#size++;
    for (const form of seen) {
      const count = this.#counts.get(form) ?? 0;
      this.#counts.set(form, count + 1);
      if (count === 0) pushTo(this.#byLetter, firstLetter(form), form);
    }
  }

  /** The answer to a question that is worded as one of the taught ones, apart from punctuation and case. */
  exact(question: string): TaughtAnswer | undefined {
    return this.#byWording.get(wordingOf(question));
  }

  /** The terms whose frequencies `find` needs; empty if no taught question shares a word. */
  terms(asked: AskedWords): string[] {
    const words = this.#read(asked);
    const ways = this.#candidates(words);
    return ways.length === 0
      ? []
      : [...new Set([...words, ...ways.flatMap(way => way.words)].flatMap(({ forms }) => forms))];
  }

  /** The taught answer that fits best; undefined if none shares a word with the question. */
  find(asked: AskedWords, frequencies: Frequencies): Match | undefined {
    const words = this.#read(asked);
    const weightOf = (word: Word): number => this.#rarity(word, frequencies) * word.share;
    let best: Match | undefined;
    for (const way of this.#candidates(words)) {
      const relevance = relevanceOf(words, way, weightOf);
      if (relevance > (best?.relevance ?? Number.NEGATIVE_INFINITY)) best = { answer: way.answer, relevance };
    }
    return best;
  }

  #read({ own, carried, languages, synonyms }: AskedWords): Word[] {
    const others = carried.filter(word => !own.includes(word));
    const words = [...own, ...others];
    const alike = synonymsOf(synonyms, words.flatMap(wordsInOrder), [...languages, 'en', undefined]);
    const read = [
      ...readWords(own, languages, alike),
      ...readWords(others, languages, alike).map(word => ({
        ...word,
        share: word.share * CARRIED_WEIGHT,
        own: false,
      })),
    ];
    let typos = 0;
    return read.map(word => {
      if (word.forms.some(form => this.#byForm.has(form)) || typos >= TYPOS_MAX) return word;
      const typed = word.forms[0]!;
      if (!mayBeTypo(typed)) return word;
      typos++;
      const meant = this.#byLetter.get(firstLetter(typed))?.find(form => isTypo(typed, form));
      return meant === undefined ? word : { ...word, forms: [...word.forms, meant] };
    });
  }

  #candidates(words: readonly Word[]): Way[] {
    const shared = new Map<Way, number>();
    for (const { forms, alike } of words) {
      const ways = new Set([...forms, ...alike].flatMap(form => this.#byForm.get(form) ?? []));
      for (const way of ways) shared.set(way, (shared.get(way) ?? 0) + 1);
    }
    return [...shared]
      .sort(([, a], [, b]) => b - a)
      .slice(0, COMPARED_MAX)
      .map(([way]) => way);
  }

  /** How rare a word is among documents and taught questions, as in BM25, relative to one that none contains. */
  #rarity({ forms }: Word, frequencies: Frequencies): number {
    const total = Math.max(PASSAGES_MIN, frequencies.get(TOTAL) ?? 0) + this.#size;
    const count = Math.max(
      ...forms.map(form => (frequencies.get(form) ?? 0) + (this.#counts.get(form) ?? 0)),
    );
    const rarity = (n: number): number => Math.log(1 + (total - n + 0.5) / (n + 0.5));
    return rarity(Math.min(count, total)) / rarity(0);
  }
}

/** Whether a match is given as the answer. */
export function answers({ relevance }: Match): boolean {
  return relevance >= THRESHOLDS.answers;
}

function relevanceOf(asked: readonly Word[], way: Way, weightOf: (word: Word) => number): number {
  let [all, found, covered, own, ownFound] = [0, 0, 0, 0, 0];
  for (const word of asked) {
    const weight = weightOf(word);
    const likeness = Math.max(0, ...way.words.map(other => likenessOf(word, other)));
    const inText = word.forms.some(form => way.text.has(form)) ? TEXT_SHARE : 0;
    all += weight;
    found += weight * likeness;
    covered += weight * Math.max(likeness, inText);
    if (!word.own) continue;
    own += weight;
    ownFound += weight * likeness;
  }
  const isFollowUp = asked.some(word => !word.own);
  if (all === 0 || (isFollowUp && ownFound < OWN_SHARE * own)) return Number.NEGATIVE_INFINITY;
  let [taught, taughtFound] = [0, 0];
  for (const word of way.words) {
    const weight = weightOf(word);
    taught += weight;
    taughtFound += weight * Math.max(0, ...asked.map(other => likenessOf(other, word)));
  }
  return (
    WEIGHTS.intercept +
    WEIGHTS.found * Math.log(FOUND_FLOOR + found) +
    WEIGHTS.taught * (taughtFound / taught) +
    WEIGHTS.asked * (covered / all)
  );
}

/** How similar a word of the question is to a word of a taught question. 0 … 1. */
function likenessOf({ forms, alike }: Word, other: Word): number {
  if (other.forms.some(form => forms.includes(form))) return 1;
  if (other.forms.some(form => alike.includes(form))) return SYNONYM_SHARE;
  return SYNONYM_SHARE * similarityIn([other.forms[0]!], forms[0]!);
}

function readWords(
  words: readonly string[],
  languages: readonly string[],
  synonyms: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(),
): Word[] {
  const read = new Map<string, Word>();
  for (const word of words) {
    const forms = formsOf(word, languages);
    if (forms.length === 0 || read.has(forms[0]!)) continue;
    const isCommon = languages.some(language => COMMON_WORDS[language]?.has(word));
    const alike = (synonyms.get(word) ?? []).flat().flatMap(one => formsOf(one, languages));
    read.set(forms[0]!, { forms, alike, share: isCommon ? COMMON_WEIGHT : 1, own: true });
  }
  return [...read.values()];
}

function formsOf(word: string, languages: readonly string[]): string[] {
  const forms = [...languages, 'en', undefined].map(language => termOf(word, language));
  return [...new Set(forms)].filter(form => form !== '');
}

function pushTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function firstLetter(term: string): string {
  return String.fromCodePoint(term.codePointAt(0)!);
}

function wordingOf(question: string): string {
  return wordsOf(question).join(' ');
}

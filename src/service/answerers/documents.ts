import { setTimeout as pause } from 'node:timers/promises';
import { traceSearch } from '../../tracing/gen-ai-spans.ts';
import type { FoundPassage, PassageStore } from '../knowledge/index/passage-store.ts';
import type { QueryTerm } from '../knowledge/search/query-terms.ts';
import { fuse } from '../knowledge/search/ranked-passages.ts';
import { answers, mayHelp, type Rated } from '../knowledge/search/relevance.ts';
import { findPassages } from '../knowledge/search/search.ts';
import { smallHeadings } from '../knowledge/search/small-headings.ts';
import type { Answerer, Question, ReplyPiece, Turn } from './answerer.ts';
import { citations, headline, passageUses } from './citations.ts';
import { excerpt } from './excerpt.ts';
import { type Kind, noAnswer, otherLanguage } from './no-answer.ts';
import { hasSeveralSentences, questionByQuestion } from './several-questions.ts';
import { asksAboutMe } from './small-talk.ts';
import { textChunks } from './text-chunks.ts';
import { POINTERS, pointsBack, type Topics, topicsOf } from './topics.ts';

const PASSAGES_MAX = 3;
/** A second passage is quoted if the best may well be wrong, by its log-odds, and the second is nearly as relevant. */
const CERTAIN = 1.5;
const SECOND_MARGIN = 0.8;
/** Characters that are quoted of one passage, and of several together. */
const QUOTED_LENGTH = 1200;
const INTRODUCTION_LENGTH = 300;
/** Links to passages that may help. */
const LINKS_MAX = 3;
const QUESTION = /[?？؟]\s*$/u;

/** What is quoted: a passage, and the terms of the question that it contains. */
type Hit = Pick<Rated, 'passage' | 'held' | 'relevance'>;

/** For each text, the agent's passages nearest to it in meaning, nearest first. */
export type FindNearest = (
  agentId: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<FoundPassage[][]>;

export interface DocumentAnswererOptions {
  /** Milliseconds between the pieces of a streamed answer. */
  paceMs: number;
  /** Whether an agent's documents are still being read, as after a start. */
  isReading?: (agentId: string) => boolean;
  /** Adds passages that may help where no words do. It never decides what is quoted. */
  nearest?: FindNearest | undefined;
}

/** Answers by quoting the owner's documents, and says so when they have no answer. Makes up nothing. */
export class DocumentAnswerer implements Answerer {
  readonly #store: PassageStore;
  readonly #paceMs: number;
  readonly #isReading: (agentId: string) => boolean;
  readonly #nearest: FindNearest | undefined;

  constructor(store: PassageStore, options: DocumentAnswererOptions) {
    this.#store = store;
    this.#paceMs = options.paceMs;
    this.#isReading = options.isReading ?? (() => false);
    this.#nearest = options.nearest;
  }

  async *reply(question: Question): AsyncGenerator<ReplyPiece> {
    const { text, quoted, queries, isMissing, helpful } = await traceSearch('documents', question.trace, () =>
      this.answer(question),
    );
    if (isMissing) yield { type: 'nothing-found', isNearMiss: helpful.length > 0 };
    const used = isMissing ? helpful : quoted.map(({ passage }) => passage);
    yield { type: 'passages', passages: passageUses(used) };
    for (const chunk of textChunks(text)) {
      yield { type: 'text', text: chunk };
      if (question.streamed) await pause(this.#paceMs, undefined, { signal: question.signal });
    }
    for (const part of citations(quoted)) yield { type: 'part', part };
    if (queries.length > 0) yield { type: 'part', part: { type: 'suggestions', queries } };
    yield { type: 'finish', reason: 'stop' };
  }

  /** The whole reply at once. */
  async answer({
    agentId,
    turns,
    settings,
    signal,
  }: Pick<Question, 'agentId' | 'turns' | 'settings' | 'signal'>): Promise<{
    text: string;
    quoted: readonly Hit[];
    /** Questions to offer in place of an answer: about sections that may help, or those of the settings. */
    queries: string[];
    /** Whether something was asked that the documents do not answer. */
    isMissing: boolean;
    /** The passages that may help, if none answers. */
    helpful: readonly FoundPassage[];
  }> {
    const topics = topicsOf(turns, settings.synonyms);
    const none = this.#isReading(agentId) ? 'nothingFoundYet' : 'nothingFound';
    const found = topics.asksNothing
      ? { answers: [], mayHelp: [] }
      : await find(this.#store, agentId, topics);
    const whole = worthQuoting(topics.own.length === 0 ? notSaid(found.answers, turns) : found.answers);
    const { quoted, missing } = await this.#oneByOne(agentId, turns, topics, whole);
    const asks = topics.own.length > 0 || topics.followsUp || QUESTION.test(topics.question);
    const isMissing = quoted.length === 0 && asks && !topics.asksNothing;
    const samples = quoted.length > 0 ? [] : await this.#store.sample(agentId);
    const helpful = isMissing
      ? await this.#helpful(agentId, turns, likelyOf(found.mayHelp), samples, signal)
      : [];
    const text =
      quoted.length > 0
        ? [...quoted.map(quote), ...unanswered(missing, turns, none)].join('\n\n')
        : withoutAnswer(turns, isMissing ? none : undefined, helpful, samples);
    const queries =
      quoted.length > 0 ? [] : helpful.length > 0 ? queriesFor(helpful) : settings.suggestedQueries;
    return { text, quoted, queries: [...queries], isMissing, helpful };
  }

  /**
   * Merges what may help by its words with what is nearest in meaning. Something is nearest to each question, also to one
   * about another subject: so meaning adds only where the words point to this subject too, or cannot, as in a language
   * that the documents are not in.
   */
  async #helpful(
    agentId: string,
    turns: readonly Turn[],
    byWords: readonly FoundPassage[],
    samples: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundPassage[]> {
    const mayAdd = byWords.length > 0 || otherLanguage(askedIn(turns), samples) !== undefined;
    if (!this.#nearest || !mayAdd) return [...byWords];
    const near = await this.#nearest(agentId, textsToCompare(turns), signal);
    return fuse([byWords, ...near.map(ranking => ranking.slice(0, LINKS_MAX))]);
  }

  /**
   * Of a message that asks several things, the best passage for each, unless one passage has all of them. The questions
   * that no passage answers are missing.
   */
  async #oneByOne(
    agentId: string,
    turns: readonly Turn[],
    topics: Topics,
    whole: readonly Hit[],
  ): Promise<{ quoted: readonly Hit[]; missing: readonly string[] }> {
    if (ownHeld(whole.slice(0, 1)) >= topics.own.length) return { quoted: whole, missing: [] };
    const { hits, missing } = await bestOfEach(this.#store, agentId, turns, topics.synonyms);
    // Half of one sentence is not what was asked.
    if (whole.length === 0 && missing.length > 0 && !hasSeveralSentences(topics.question))
      return { quoted: [], missing: [] };
    const isBetter = missing.length === 0 && hits.length > 1 && ownHeld(hits) >= ownHeld(whole);
    return { quoted: whole.length === 0 || isBetter ? hits : whole, missing };
  }
}

/** The question, and the question with the one before it, without which a follow-up means little. */
export function textsToCompare(turns: readonly Turn[]): string[] {
  const questions = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const last = questions.slice(-1);
  return questions.length > 1 ? [...last, questions.slice(-2).join('\n')] : last;
}

/** How many of a question's own words some passages contain. */
function ownHeld(hits: readonly Hit[]): number {
  return new Set(hits.flatMap(({ held }) => held.filter(({ own }) => own).flatMap(({ words }) => words)))
    .size;
}

/** The passages that answer a question, the best few, in the order of their documents. */
export async function relevantPassages(
  store: PassageStore,
  agentId: string,
  topics: Topics,
): Promise<FoundPassage[]> {
  const found = await find(store, agentId, topics);
  const chosen = found.answers.slice(0, PASSAGES_MAX).map(({ passage }) => passage);
  const rank = new Map<number, number>();
  for (const { documentId } of chosen) if (!rank.has(documentId)) rank.set(documentId, rank.size);
  return chosen.sort((a, b) => rank.get(a.documentId)! - rank.get(b.documentId)! || a.position - b.position);
}

/** The passages that have something of what is asked, the most relevant first, whether they answer it or not. */
export async function relatedPassages(
  store: PassageStore,
  agentId: string,
  topics: Topics,
): Promise<FoundPassage[]> {
  const carried = topics.followsUp ? topics.carried : [];
  return (await findPassages(store, agentId, topics, carried)).map(({ passage }) => passage);
}

/**
 * The best passage for each of the questions that a message consists of, and the questions that no passage answers.
 * Nothing where it is a single question.
 */
export async function bestOfEach(
  store: PassageStore,
  agentId: string,
  turns: readonly Turn[],
  synonyms: readonly string[],
): Promise<{ hits: Hit[]; missing: string[] }> {
  const found = new Map<number, Hit>();
  const missing: string[] = [];
  for (const asked of questionByQuestion(turns)) {
    // What "it" costs has no answer where "it" was not found.
    if (missing.length > 0 && asked.length > turns.length) continue;
    const [best] = (await find(store, agentId, topicsOf(asked, synonyms))).answers;
    if (best) found.set(best.passage.id, best);
    else missing.push(asked.at(-1)!.text);
  }
  return { hits: [...found.values()], missing };
}

interface Found {
  /** The most relevant first. */
  answers: readonly Hit[];
  /** Where none answers, those that may help. */
  mayHelp: readonly Hit[];
}

async function find(store: PassageStore, agentId: string, topics: Topics): Promise<Found> {
  const { own, question, followsUp, carried } = topics;
  let helpful: readonly Hit[] = [];
  // What "it" costs is never what something else costs. Other follow-ups may be about something new: "what about refunds?"
  const isOfIt = own.length <= 1 && carried.length > 0 && pointsBack(question);
  const attempts = followsUp ? [carried, ...(isOfIt ? [] : [[]])] : [[]];
  for (const before of attempts) {
    const rated = await findPassages(store, agentId, topics, before);
    const answering = rated.filter(answers);
    if (answering.length > 0)
      return { answers: own.length > 0 ? answering : equalTo(answering[0]!, rated), mayHelp: [] };
    if (helpful.length === 0) helpful = rated.filter(mayHelp);
  }
  if (own.length > 0) return { answers: [], mayHelp: helpful };
  const named = await smallHeadings(store, agentId, question, POINTERS);
  return { answers: named.map(passage => ({ passage, held: [], relevance: 0 })), mayHelp: helpful };
}

/** For a question that adds nothing to the one before, all that has as much of that one. */
function equalTo(best: Hit, rated: readonly Hit[]): Hit[] {
  return rated.filter(({ held }) => held.length === best.held.length);
}

/** For a question that only goes on, "how long does it take?": what the reply before did not quote and has as much. */
function notSaid(hits: readonly Hit[], turns: readonly Turn[]): readonly Hit[] {
  const said = turns.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const others = hits.filter(
    ({ passage, held }) => held.length === hits[0]!.held.length && !said.includes(`**${headline(passage)}**`),
  );
  return others.length > 0 ? others : hits;
}

/** The best passage, and a second one where it is nearly as relevant, or is what an introduction introduces. */
function worthQuoting(hits: readonly Hit[]): Hit[] {
  const [best, ...others] = hits;
  if (!best) return [];
  const second =
    others.find(hit => isIntroducedBy(best.passage, hit.passage)) ??
    (best.relevance < CERTAIN
      ? others.find(({ relevance }) => relevance >= best.relevance - SECOND_MARGIN)
      : undefined);
  return second ? [best, second] : [best];
}

/** A few sentences at the top of a document, before its first heading, hardly ever answer on their own. */
function isIntroducedBy(first: FoundPassage, next: FoundPassage): boolean {
  const isIntroduction = first.heading === '' && first.body.length <= INTRODUCTION_LENGTH;
  return isIntroduction && next.documentId === first.documentId && next.position === first.position + 1;
}

function quote({ passage, held }: Hit, i: number, all: readonly Hit[]): string {
  const heading = headline(passage);
  const repeated = i > 0 && headline(all[i - 1]!.passage) === heading;
  const text = excerpt(passage, held, QUOTED_LENGTH / all.length);
  return repeated ? text : `**${heading}**\n\n${text}`;
}

/** Quotes the questions of a message that have no answer, in the visitor's own words, and says so. */
function unanswered(parts: readonly string[], turns: readonly Turn[], none: Kind): string[] {
  const questions = parts.filter(
    text => /[?？؟]$/u.test(text) && !topicsOf([{ role: 'user', text }]).asksNothing,
  );
  if (questions.length === 0) return [];
  return [
    ...questions.map(text => `> ${asPlainMarkdown(text)}`),
    noAnswer([...questions, ...askedIn(turns)], none),
  ];
}

function asPlainMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_~[\]<>#&|!]/g, '\\$&');
}

/** @param none what is said where the documents have no answer; undefined where nothing was asked of them */
function withoutAnswer(
  turns: readonly Turn[],
  none: Kind | undefined,
  helpful: readonly FoundPassage[],
  samples: readonly string[],
): string {
  const asked = askedIn(turns);
  const say = (kind: Kind): string => noAnswer([...asked, samples.join('\n')], kind);
  const links = linksTo(helpful);
  const more = links.length > 0 ? [say('mayHelp'), asList(links)] : [];
  const said = none
    ? [say(none), links.length > 0 ? undefined : otherLanguage(asked, samples)]
    : asksAboutMe(asked[0]!)
      ? [say('aboutMe'), say('askMe')]
      : [say(turns.length > 1 ? 'anythingElse' : 'askMe')];
  return [...said, ...more].filter(Boolean).join('\n\n');
}

/** The passages that may help. Each has something that those before lack. */
function likelyOf(hits: readonly Hit[]): FoundPassage[] {
  const named = new Set<QueryTerm>();
  const likely = hits.filter(({ held }) => {
    const before = named.size;
    for (const term of held) named.add(term);
    return named.size > before;
  });
  return likely.map(({ passage }) => passage);
}

/** The headings of sections as questions that the visitor can ask; the last one of a path, as written. */
function queriesFor(passages: readonly FoundPassage[]): string[] {
  const headings = passages.map(({ title, heading }) => heading.split(' › ').at(-1) || title);
  return [...new Set(headings)].slice(0, LINKS_MAX);
}

/** Links to passages, as far as they have an address. */
function linksTo(passages: readonly FoundPassage[]): string[] {
  return citations(passages.map(passage => ({ passage, held: [] })))
    .filter(({ url }) => url !== undefined)
    .slice(0, LINKS_MAX)
    .map(({ title, url }) => `[${asPlainMarkdown(title)}](<${url}>)`);
}

function asList(items: readonly string[]): string {
  return items.map(item => `- ${item}`).join('\n');
}

/** All that the visitor wrote, the latest first. */
function askedIn(turns: readonly Turn[]): string[] {
  return turns
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .reverse();
}

import { setTimeout as pause } from 'node:timers/promises';
import type { FoundPassage, PassageStore } from '../knowledge/index/passage-store.ts';
import { termsOf } from '../knowledge/language/terms.ts';
import type { Asked, Concept } from '../knowledge/search/concepts.ts';
import { findPassages, type Hit, weightOf } from '../knowledge/search/search.ts';
import { smallHeadings } from '../knowledge/search/small-headings.ts';
import type { Answerer, Question, ReplyPiece, Turn } from './answerer.ts';
import { citations, headline } from './citations.ts';
import { excerpt } from './excerpt.ts';
import { type Kind, noAnswer, otherLanguage } from './no-answer.ts';
import { relatedHits } from './related.ts';
import { questionByQuestion } from './several-questions.ts';
import { asksAboutMe } from './small-talk.ts';
import { textChunks } from './text-chunks.ts';
import { POINTERS, type Topics, topicsOf } from './topics.ts';

const PASSAGES_MAX = 3;
/** Passages this much weaker than the best are left out. */
const WORTH_QUOTING = 0.75;
/** Characters of an answer that one reads at a glance; about as many are quoted, of all passages together. */
const QUOTED_LENGTH = 800;
const INTRODUCTION_LENGTH = 300;
/** Links to where it may stand what was not found, and how much weaker than the best they lead to may be. */
const LINKS_MAX = 3;
const WORTH_NAMING = 0.5;
const QUESTION = /[?？؟]\s*$/u;

/** Answers by quoting the owner's documents, and says so when they hold no answer. Makes up nothing. */
export class DocumentAnswerer implements Answerer {
  readonly #store: PassageStore;
  readonly #paceMs: number;
  readonly #isReading: (agentId: string) => boolean;

  /** @param isReading whether an agent's documents are not all known yet, as after a start */
  constructor(store: PassageStore, paceMs: number, isReading: (agentId: string) => boolean = () => false) {
    this.#store = store;
    this.#paceMs = paceMs;
    this.#isReading = isReading;
  }

  async *reply({ agentId, turns, settings, streamed, signal }: Question): AsyncGenerator<ReplyPiece> {
    const topics = topicsOf(turns);
    const none = this.#isReading(agentId) ? 'nothingFoundYet' : 'nothingFound';
    const hits = topics.asksNothing ? [] : await answeringHits(this.#store, agentId, topics);
    const whole = worthQuoting(topics.own.length === 0 ? notSaid(hits, turns) : hits);
    const { quoted, missing } = await this.#oneByOne(agentId, turns, topics, whole);
    const asks = topics.own.length > 0 || topics.followsUp || QUESTION.test(topics.question);
    const asked = !topics.asksNothing && asks;
    const isMissing = quoted.length === 0 && asked;
    if (isMissing) yield { type: 'nothing-found' };
    const text =
      quoted.length > 0
        ? [...quoted.map(quote), ...unanswered(missing, turns, none)].join('\n\n')
        : withoutAnswer(
            turns,
            isMissing ? none : undefined,
            isMissing ? await relatedHits(this.#store, agentId, topics) : [],
            settings.suggestedQueries,
            await this.#store.sample(agentId),
          );
    for (const chunk of textChunks(text)) {
      yield { type: 'text', text: chunk };
      if (streamed) await pause(this.#paceMs, undefined, { signal });
    }
    for (const part of citations(quoted.map(hit => hit.passage))) yield { type: 'part', part };
    yield { type: 'finish', reason: 'stop' };
  }

  /**
   * Of a message that asks several things which no passage holds together, the best passage for each. Where they hold
   * nothing on all of it together, on some of it is better than nothing. What was asked besides is missing.
   */
  async #oneByOne(
    agentId: string,
    turns: readonly Turn[],
    topics: Topics,
    whole: readonly Hit[],
  ): Promise<{ quoted: readonly Hit[]; missing: readonly string[] }> {
    if (ownHeld(whole.slice(0, 1)) >= topics.own.length) return { quoted: whole, missing: [] };
    const { hits, missing } = await bestOfEach(this.#store, agentId, turns);
    const isBetter = missing.length === 0 && hits.length > 1 && ownHeld(hits) >= ownHeld(whole);
    return { quoted: whole.length === 0 || isBetter ? hits : whole, missing };
  }
}

/** How many of a question's own words some passages hold. */
function ownHeld(hits: readonly Hit[]): number {
  return new Set(hits.flatMap(({ held }) => held.filter(({ own }) => own).map(({ term }) => term))).size;
}

/** The passages that answer a question, the best few, in the order a reader would meet them. */
export async function relevantPassages(
  store: PassageStore,
  agentId: string,
  topics: Topics,
): Promise<FoundPassage[]> {
  return inOrder(await answeringHits(store, agentId, topics));
}

/**
 * The passage that answers best each of the questions a message consists of, and those that none answers; nothing where
 * it is a single one.
 */
export async function bestOfEach(
  store: PassageStore,
  agentId: string,
  turns: readonly Turn[],
): Promise<{ hits: Hit[]; missing: string[] }> {
  const found = new Map<number, Hit>();
  const missing: string[] = [];
  for (const asked of questionByQuestion(turns)) {
    // What "it" costs, nobody is told who was told nothing of it.
    if (missing.length > 0 && asked.length > turns.length) continue;
    const [best] = await answeringHits(store, agentId, topicsOf(asked));
    if (best) found.set(best.passage.id, best);
    else missing.push(asked.at(-1)!.text);
  }
  return { hits: [...found.values()], missing };
}

/** In another language than the question's only where its own says nothing. */
async function answeringHits(store: PassageStore, agentId: string, topics: Topics): Promise<Hit[]> {
  const hits = await hitsOn(store, agentId, topics);
  if (hits.length === 0 && topics.own.length === 0)
    return await smallHeadings(store, agentId, topics.question, POINTERS);
  const mayTranslate = hits.length === 0 && topics.languages.length > 0;
  return mayTranslate ? await hitsOn(store, agentId, { ...topics, inAnyLanguage: true }) : hits;
}

async function hitsOn(
  store: PassageStore,
  agentId: string,
  topics: Topics & Pick<Asked, 'inAnyLanguage'>,
): Promise<Hit[]> {
  const { implied, besides, namesNothing, ...asked } = topics;
  // What "it" costs is never what something else does.
  const isOfIt = topics.followsUp && namesNothing && topics.carried.length > 0;
  const isMeant = ({ held }: Hit): boolean =>
    !isOfIt || held.some(({ own, term }) => !own && !implied.includes(term));
  // A follow-up may also be about something new: "what about refunds?"
  const attempts = topics.followsUp ? [topics.carried, ...(isOfIt ? [] : [[]])] : [[]];
  for (const carried of attempts) {
    const hits = await findPassages(store, agentId, asked, carried);
    const more =
      implied.length > 0 && (hits.length > 0 || asked.own.length > 0)
        ? await findPassages(store, agentId, { ...asked, own: besides }, [...carried, ...implied])
        : [];
    const found = (more.length > 0 ? more : hits).filter(isMeant);
    if (found.length > 0) return found.map(asQuoted).sort((a, b) => b.score - a.score);
  }
  return [];
}

/** A long passage, such as a table of all there is, holds many words here and there: what is quoted of it counts. */
function asQuoted(hit: Hit): Hit {
  const { passage } = hit;
  if (passage.body.length <= QUOTED_LENGTH) return hit;
  const quoted = new Set(termsOf(`${passage.title} ${passage.heading} ${excerpt(hit, QUOTED_LENGTH)}`));
  const held = hit.held.filter(({ term, others }) => [term, ...others].some(word => quoted.has(word)));
  return { passage, held, score: (hit.score * weightOf(held)) / weightOf(hit.held) };
}

function inOrder(hits: readonly Hit[]): FoundPassage[] {
  const best = hits[0]?.score ?? 0;
  const chosen = hits.filter(hit => hit.score >= best * WORTH_QUOTING).slice(0, PASSAGES_MAX);
  const rank = new Map<number, number>();
  for (const { passage } of chosen) {
    if (!rank.has(passage.documentId)) rank.set(passage.documentId, rank.size);
  }
  return chosen
    .map(hit => hit.passage)
    .sort((a, b) => rank.get(a.documentId)! - rank.get(b.documentId)! || a.position - b.position);
}

/** For a question that only goes on, "how long does it take?": what the reply before did not quote and holds as much. */
function notSaid(hits: readonly Hit[], turns: readonly Turn[]): readonly Hit[] {
  const said = turns.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const others = hits.filter(
    ({ passage, held }) => held.length === hits[0]!.held.length && !said.includes(`**${headline(passage)}**`),
  );
  return others.length > 0 ? others : hits;
}

/**
 * The best passage, and a second one only where it says something of what was asked that the first doesn't, or is what
 * an introduction introduces.
 */
function worthQuoting(hits: readonly Hit[]): Hit[] {
  const [best, ...others] = hits;
  if (!best) return [];
  const more =
    others.find(hit => isIntroducedBy(best.passage, hit.passage)) ??
    others.find(
      hit =>
        hit.score >= best.score * WORTH_QUOTING && hit.held.some(concept => !best.held.includes(concept)),
    );
  return more ? [best, more] : [best];
}

/** A few sentences at the top of a document, before its first heading, hardly ever answer by themselves. */
function isIntroducedBy(first: FoundPassage, next: FoundPassage): boolean {
  const isIntroduction = first.heading === '' && first.body.length <= INTRODUCTION_LENGTH;
  return isIntroduction && next.documentId === first.documentId && next.position === first.position + 1;
}

function quote(hit: Hit, i: number, all: readonly Hit[]): string {
  const heading = headline(hit.passage);
  const repeated = i > 0 && headline(all[i - 1]!.passage) === heading;
  const text = excerpt(hit, QUOTED_LENGTH / all.length);
  return repeated ? text : `**${heading}**\n\n${text}`;
}

/** Says of questions that stand in one message with others that there is no answer to them: in the visitor's own words. */
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

/** @param none what is said where the documents hold no answer; undefined where nothing was asked of them */
function withoutAnswer(
  turns: readonly Turn[],
  none: Kind | undefined,
  related: readonly Hit[],
  suggested: readonly string[],
  samples: readonly string[],
): string {
  const asked = askedIn(turns);
  const say = (kind: Kind): string => noAnswer([...asked, samples.join('\n')], kind);
  const links = linksTo(related);
  // One list: two of them below each other read as one.
  const more = links.length > 0 ? [say('mayBeIn'), asList(links)] : [asList(suggested)];
  const said = none
    ? [say(none), links.length > 0 ? undefined : otherLanguage(asked, samples)]
    : asksAboutMe(asked[0]!)
      ? [say('aboutMe'), say('askMe')]
      : [say(turns.length > 1 ? 'anythingElse' : 'askMe')];
  return [...said, ...more].filter(Boolean).join('\n\n');
}

/** Where the likeliest stand, and what holds something that those don't; as far as they have an address. */
function linksTo(hits: readonly Hit[]): string[] {
  const named = new Set<Concept>();
  const likely = hits.filter(({ score, held }) => {
    const before = named.size;
    for (const concept of held) if (concept.own && !concept.isLittle) named.add(concept);
    return named.size > before || score >= hits[0]!.score * WORTH_NAMING;
  });
  return citations(likely.map(({ passage }) => passage))
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

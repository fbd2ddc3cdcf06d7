import { setTimeout as pause } from 'node:timers/promises';
import type { FoundPassage, PassageStore } from '../knowledge/passage-store.ts';
import { findPassages, type Hit } from '../knowledge/search.ts';
import type { Answerer, Question, ReplyPiece } from './answerer.ts';
import { citations, headline } from './citations.ts';
import { noAnswer } from './no-answer.ts';
import { inPieces } from './pieces.ts';
import { type Topics, topicsOf } from './topics.ts';

const PASSAGES_MAX = 3;
/** Passages this much weaker than the best are left out. */
const WORTH_QUOTING = 0.75;

/** Answers by quoting the owner's documents, and says so when they hold no answer. Makes up nothing. */
export class DocumentAnswerer implements Answerer {
  readonly #store: PassageStore;
  readonly #paceMs: number;

  constructor(store: PassageStore, paceMs: number) {
    this.#store = store;
    this.#paceMs = paceMs;
  }

  async *reply({ agentId, turns, settings, streamed, signal }: Question): AsyncGenerator<ReplyPiece> {
    const topics = topicsOf(turns);
    const passages = await relevantPassages(this.#store, agentId, topics);
    const asked = topics.own.length > 0 || topics.followsUp;
    if (passages.length === 0 && asked) yield { type: 'nothing-found' };
    const text =
      passages.length > 0
        ? passages.map(quote).join('\n\n')
        : withoutAnswer(turns.at(-1)?.text ?? '', asked, settings.suggestedQueries);
    for (const piece of inPieces(text)) {
      yield { type: 'text', text: piece };
      if (streamed) await pause(this.#paceMs, undefined, { signal });
    }
    for (const part of citations(passages)) yield { type: 'part', part };
    yield { type: 'finish', reason: 'stop' };
  }
}

/** The passages that answer a question, the best few, in the order a reader would meet them. */
export async function relevantPassages(
  store: PassageStore,
  agentId: string,
  topics: Topics,
): Promise<FoundPassage[]> {
  // A follow-up may also be about something new: "what about refunds?"
  const attempts = topics.followsUp ? [topics.carried, []] : [[]];
  for (const carried of attempts) {
    const hits = await findPassages(store, agentId, topics.own, carried);
    if (hits.length > 0) return inOrder(hits);
  }
  return [];
}

function inOrder(hits: readonly Hit[]): FoundPassage[] {
  const best = hits[0]!;
  const chosen = hits.filter(hit => hit.score >= best.score * WORTH_QUOTING).slice(0, PASSAGES_MAX);
  const rank = new Map<number, number>();
  for (const { passage } of chosen) {
    if (!rank.has(passage.documentId)) rank.set(passage.documentId, rank.size);
  }
  return chosen
    .map(hit => hit.passage)
    .sort((a, b) => rank.get(a.documentId)! - rank.get(b.documentId)! || a.position - b.position);
}

function quote(passage: FoundPassage, i: number, all: readonly FoundPassage[]): string {
  const heading = headline(passage);
  const repeated = i > 0 && headline(all[i - 1]!) === heading;
  return repeated ? passage.body : `**${heading}**\n\n${passage.body}`;
}

function withoutAnswer(question: string, asked: boolean, suggested: readonly string[]): string {
  const said = noAnswer(question, asked ? 'nothingFound' : 'askMe');
  return suggested.length === 0 ? said : `${said}\n\n${suggested.map(query => `- ${query}`).join('\n')}`;
}

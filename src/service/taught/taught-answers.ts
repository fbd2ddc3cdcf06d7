import type { Settings } from '../../protocol/settings.ts';
import type { TaughtAnswer } from '../../protocol/taught-answers.ts';
import type { Turn } from '../answerers/answerer.ts';
import { pointsBack, topicsOf } from '../answerers/topics.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import type { Database } from '../storage/tables.ts';
import { answersVersion, countUse, listAnswers } from '../storage/taught-answers.ts';
import {
  AnswerIndex,
  type AskedWords,
  answers,
  type Frequencies,
  type Match,
  THRESHOLDS,
} from './answer-index.ts';

/** Agents whose taught answers stay in memory. */
const AGENTS_KEPT = 100;

/** Finds taught answers of any agent, as of the last change by any process. */
export class TaughtAnswers {
  readonly #database: Database;
  readonly #passages: PassageStore;
  readonly #kept = new Map<string, { version: number; index: AnswerIndex }>();

  constructor(database: Database, passages: PassageStore) {
    this.#database = database;
    this.#passages = passages;
  }

  /** The taught answer that matches the last turn, or nearly matches it; undefined if none does. */
  async find(agentId: string, turns: readonly Turn[], settings: Settings): Promise<Match | undefined> {
    const index = await this.#indexOf(agentId);
    if (!index) return undefined;
    return await findIn(index, turns, settings.synonyms, terms => this.#passages.frequencies(agentId, terms));
  }

  /** Counts that an answer was given. */
  async countUse({ id }: TaughtAnswer): Promise<void> {
    await countUse(this.#database, id);
  }

  async #indexOf(agentId: string): Promise<AnswerIndex | undefined> {
    const version = await answersVersion(this.#database, agentId);
    if (version === 0) return undefined;
    const kept = this.#kept.get(agentId);
    if (kept?.version === version) return kept.index;
    const index = indexOf(await listAnswers(this.#database, agentId));
    if (this.#kept.size >= AGENTS_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    // If a change came between the two reads, the version is too old, so the next question reads again.
    this.#kept.set(agentId, { version, index });
    return index;
  }
}

/** An index of the answers that are not paused. */
export function indexOf(answers: readonly TaughtAnswer[]): AnswerIndex {
  return new AnswerIndex(answers.filter(({ paused }) => !paused));
}

/** Finds the answer to the last turn. Reads a follow-up with the words that it leaves out, then alone. */
export async function findIn(
  index: AnswerIndex,
  turns: readonly Turn[],
  synonyms: readonly string[],
  count: (terms: readonly string[]) => Promise<Frequencies>,
): Promise<Match | undefined> {
  const exact = index.exact(turns.at(-1)?.text ?? '');
  if (exact) return { answer: exact, relevance: Number.POSITIVE_INFINITY };
  const topics = topicsOf(turns, synonyms);
  const { own, carried, followsUp, question, languages } = topics;
  const meant = index.exact(question);
  if (meant) return { answer: meant, relevance: Number.POSITIVE_INFINITY };
  // A question without words of its own, such as "why?", is about the previous answer.
  if (topics.asksNothing || own.length === 0) return undefined;
  const refersBack = own.length <= 1 && carried.length > 0 && pointsBack(question);
  const attempts = followsUp ? [carried, ...(refersBack ? [] : [[]])] : [[]];
  let best: Match | undefined;
  for (const before of attempts) {
    const asked: AskedWords = { own, carried: before, languages, synonyms };
    const terms = index.terms(asked);
    if (terms.length === 0) continue;
    const match = index.find(asked, await count(terms));
    if (match && match.relevance > (best?.relevance ?? THRESHOLDS.mayHelp)) best = match;
    if (best && answers(best)) break;
  }
  return best;
}

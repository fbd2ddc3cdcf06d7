import type { Turn } from '../answerers/answerer.ts';
import { bestOfEach, relatedPassages, relevantPassages } from '../answerers/documents.ts';
import type { Topics } from '../answerers/topics.ts';
import type { FoundPassage, PassageStore } from '../knowledge/index/passage-store.ts';
import { TOTAL } from '../knowledge/index/passage-terms.ts';

export interface Context {
  /** Passages that answer the question, then related ones. */
  passages: FoundPassage[];
  /** How many of the passages answer the question. */
  answering: number;
  /** Whether the agent has documents at all. */
  hasDocuments: boolean;
}

const PASSAGES_MAX = 6;

/**
 * Finds passages for the prompt. More than are quoted without a model, because a model recognizes which of them fit, also in
 * other words than the visitor's.
 */
export async function contextPassages(
  store: PassageStore,
  agentId: string,
  turns: readonly Turn[],
  topics: Topics,
): Promise<Context> {
  const { hits } = await bestOfEach(store, agentId, turns);
  const best = hits.map(({ passage }) => passage);
  const answers = unique([...(await relevantPassages(store, agentId, topics)), ...best]);
  const related = await relatedPassages(store, agentId, topics);
  const total = (await store.frequencies(agentId, [TOTAL])).get(TOTAL) ?? 0;
  return {
    passages: unique([...answers, ...related]).slice(0, PASSAGES_MAX),
    answering: answers.length,
    hasDocuments: total > 0,
  };
}

function unique(passages: readonly FoundPassage[]): FoundPassage[] {
  return [...new Map(passages.map(passage => [passage.id, passage])).values()];
}

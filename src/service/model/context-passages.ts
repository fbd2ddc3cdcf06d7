import type { Turn } from '../answerers/answerer.ts';
import { bestOfEach, relevantPassages } from '../answerers/documents.ts';
import type { Topics } from '../answerers/topics.ts';
import type { FoundPassage, PassageStore } from '../knowledge/passage-store.ts';
import { TOTAL } from '../knowledge/term-counts.ts';

export interface Context {
  /** Those that answer the question, then those that only share words with it. */
  passages: FoundPassage[];
  /** How many of them answer it. */
  answering: number;
  /** Whether the agent has documents at all. */
  hasDocuments: boolean;
}

const PASSAGES_MAX = 6;
const TERMS_MAX = 8;
const REACH = 4000;

/**
 * What a model is given to answer from. More than is quoted without one: a model sees for itself which passages fit,
 * also where they say it in other words than the visitor.
 */
export async function contextPassages(
  store: PassageStore,
  agentId: string,
  turns: readonly Turn[],
  topics: Topics,
): Promise<Context> {
  const { hits } = await bestOfEach(store, agentId, turns);
  const answers = unique([
    ...(await relevantPassages(store, agentId, topics)),
    ...hits.map(({ passage }) => passage),
  ]);
  const terms = [...new Set([...topics.own, ...(topics.followsUp ? topics.carried : [])])];
  const frequencies = await store.frequencies(agentId, [TOTAL, ...terms]);
  const total = frequencies.get(TOTAL) ?? 0;
  // A word that stands in most passages tells none from the others.
  const telling = terms
    .map(term => ({ term, passages: frequencies.get(term) ?? 0 }))
    .filter(({ passages }) => passages > 0 && (passages <= total / 2 || total < 10))
    .sort((a, b) => a.passages - b.passages)
    .slice(0, TERMS_MAX);
  const near = await store.search(agentId, {
    terms: quickToLookUp(telling),
    atLeast: 1,
    ranked: true,
    limit: PASSAGES_MAX,
  });
  return {
    passages: unique([...answers, ...near]).slice(0, PASSAGES_MAX),
    answering: answers.length,
    hasDocuments: total > 0,
  };
}

function unique(passages: readonly FoundPassage[]): FoundPassage[] {
  return [...new Map(passages.map(passage => [passage.id, passage])).values()];
}

/** The rarest, as far as looking them up takes next to no time. */
function quickToLookUp(rarestFirst: readonly { term: string; passages: number }[]): string[] {
  let reach = 0;
  const chosen: string[] = [];
  for (const { term, passages } of rarestFirst) {
    reach += passages;
    if (reach > REACH) break;
    chosen.push(term);
  }
  return chosen;
}

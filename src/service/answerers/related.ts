import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { findPassages, type Hit, RELATED } from '../knowledge/search/search.ts';
import type { Topics } from './topics.ts';

/** What is about something that was asked for, the likeliest first: not enough to be an answer, but it may stand there. */
export async function relatedHits(store: PassageStore, agentId: string, topics: Topics): Promise<Hit[]> {
  return await findPassages(store, agentId, topics, topics.followsUp ? topics.carried : [], RELATED);
}

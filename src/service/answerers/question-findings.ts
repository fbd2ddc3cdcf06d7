import type { Settings } from '../../protocol/settings.ts';
import { FINDINGS_MAX, type PassageFinding } from '../../protocol/sources.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { type QueryTerm, queryTerms } from '../knowledge/search/query-terms.ts';
import { answers, mayHelp } from '../knowledge/search/relevance.ts';
import { findPassages } from '../knowledge/search/search.ts';
import { topicsOf } from './topics.ts';

/** The passages that are found for a question by its words, and which of these words each contains. */
export async function questionFindings(
  store: PassageStore,
  agentId: string,
  question: string,
  settings: Settings,
): Promise<PassageFinding[]> {
  const topics = topicsOf([{ role: 'user', text: question }], settings.synonyms);
  if (topics.asksNothing) return [];
  const rated = await findPassages(store, agentId, topics);
  const terms = (await queryTerms(store, agentId, topics)).map(wordOf);
  return rated.slice(0, FINDINGS_MAX).map(one => {
    const { title, heading, body, url } = one.passage;
    const found = new Set(one.held.map(wordOf));
    return {
      ...{ title, heading, body, url },
      verdict: answers(one) ? 'answers' : mayHelp(one) ? 'may-help' : 'too-little',
      found: [...found],
      missing: [...new Set(terms)].filter(term => !found.has(term)),
    };
  });
}

function wordOf({ words, terms }: QueryTerm): string {
  return words[0] ?? terms[0] ?? '';
}

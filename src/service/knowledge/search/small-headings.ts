import type { PassageStore } from '../index/passage-store.ts';
import { TOTAL } from '../index/passage-terms.ts';
import { termsOf, topicTerms } from '../language/terms.ts';
import { candidatesFor } from './candidates.ts';
import type { Hit } from './search.ts';

/** What a heading may say besides: articles, and "does", which is in a question where it may not be in a heading. */
const BESIDES = new Set(
  'the a an do doe did der die das den dem ein eine le la les un une el los las il lo gli de het een o os as um uma'.split(
    ' ',
  ),
);
/** "How does it work?" is "How it works" in a heading. */
const AUXILIARY = /\b(?:do|does|did)\b(?= (?:it|this|that|they|you|we|i)\b)/giu;
/** The share of passages that hold what all of them are about. */
const SUBJECT = 0.4;
const HELD_MIN = 2;

/**
 * The sections whose headings ask in the same small words as a question that has no others: "How does it work?" For what
 * it points at, `pointers`, a heading may have the name of what all is about: "What is agent-chat?"
 */
export async function smallHeadings(
  store: PassageStore,
  agentId: string,
  question: string,
  pointers: ReadonlySet<string>,
): Promise<Hit[]> {
  const terms = [...new Set(termsOf(question.replace(AUXILIARY, ' ')))];
  const asked = terms.filter(term => !pointers.has(term));
  if (asked.length < HELD_MIN) return [];
  const frequencies = await store.frequencies(agentId, asked);
  if (!asked.every(term => frequencies.has(term))) return [];
  const known = asked
    .map(term => ({ term, passages: frequencies.get(term)! }))
    .sort((a, b) => a.passages - b.passages);
  const found = await candidatesFor(store, agentId, known.slice(0, 1), known);
  const headed = found
    .map(passage => {
      const heading = passage.heading.split(' › ').at(-1)!.replace(/[-‐‑]/g, ' ');
      const said = [...new Set(termsOf(heading))];
      const others = said.filter(term => !asked.includes(term) && !BESIDES.has(term) && !pointers.has(term));
      return { passage, said, others, names: topicTerms(heading), about: termsOf(passage.title) };
    })
    .filter(({ said }) => asked.every(term => said.includes(term)));
  const counts = await store.frequencies(agentId, [...new Set(headed.flatMap(({ others }) => others))]);
  const isSubject = (term: string): boolean =>
    (counts.get(term) ?? 0) >= SUBJECT * (counts.get(TOTAL) ?? Infinity);
  const points = asked.length < terms.length;
  return headed
    .filter(({ others, names, about }) =>
      others.every(term => points && names.includes(term) && (about.includes(term) || isSubject(term))),
    )
    .map(({ passage, others }) => ({ passage, score: 1 / (1 + others.length), held: [] }))
    .sort((a, b) => b.score - a.score || a.passage.position - b.passage.position);
}

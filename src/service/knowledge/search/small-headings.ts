import type { FoundPassage, PassageStore } from '../index/passage-store.ts';
import { TOTAL } from '../index/passage-terms.ts';
import { languagesOf } from '../language/language.ts';
import { termOf } from '../language/terms.ts';
import { wordsOf } from '../language/words.ts';
import { candidatesFor } from './candidates.ts';
import { passageText } from './passage-text.ts';

/** What a heading may have besides: articles, and the auxiliary of a question. */
const BESIDES: ReadonlySet<string> = new Set(
  'the a an do does did der die das den dem ein eine le la les un une el los las il lo gli de het een o os as um uma'.split(
    ' ',
  ),
);
/** "How does it work?" is "How it works" in a heading. */
const AUXILIARY = /\b(?:do|does|did)\b(?= (?:it|this|that|they|you|we|i)\b)/giu;
/** The share of passages that contain what all of them are about. */
const SUBJECT = 0.4;
const WORDS_MIN = 2;

/**
 * The sections whose headings ask in the same function words as a question that has no others: "How does it work?" Where
 * the question has a pronoun, `pointers`, a heading may have the name of what all is about: "What is agent-chat?"
 */
export async function smallHeadings(
  store: PassageStore,
  agentId: string,
  question: string,
  pointers: ReadonlySet<string>,
): Promise<FoundPassage[]> {
  const language = languagesOf(question)[0];
  const words = [...new Set(wordsOf(question.replace(AUXILIARY, ' ')))];
  const asked = words.filter(word => !pointers.has(word)).map(word => termOf(word, language));
  if (asked.length < WORDS_MIN) return [];
  const counts = await store.frequencies(agentId, asked);
  if (!asked.every(term => counts.has(term))) return [];
  const known = asked
    .map(term => ({ term, passages: counts.get(term)! }))
    .sort((a, b) => a.passages - b.passages);
  const besides = new Set([...BESIDES, ...pointers].map(word => termOf(word, language)));
  const headed = (await candidatesFor(store, agentId, known.slice(0, 1), known))
    .map(passage => ({ passage, text: passageText(passage) }))
    .filter(({ text: { heading } }) => asked.every(term => heading.includes(term)))
    .map(({ passage, text }) => {
      const others = text.heading.filter(term => !asked.includes(term) && !besides.has(term));
      return { passage, title: text.title, others };
    });
  const subjects = await store.frequencies(agentId, [...new Set(headed.flatMap(({ others }) => others))]);
  const isSubject = (term: string): boolean =>
    (subjects.get(term) ?? 0) >= SUBJECT * (subjects.get(TOTAL) ?? Infinity);
  const points = asked.length < words.length;
  return headed
    .filter(({ others, title }) => others.every(term => points && (title.has(term) || isSubject(term))))
    .sort((a, b) => a.others.length - b.others.length || a.passage.position - b.passage.position)
    .map(({ passage }) => passage);
}

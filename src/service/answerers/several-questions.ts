import { languagesOf } from '../knowledge/language/language.ts';
import type { Turn } from './answerer.ts';
import { withoutSmallTalk } from './small-talk.ts';
import { pointsBack, topicsIn } from './topics.ts';

/** What joins two questions, by language: in another the word may be an "I" or an "in". */
const AND: Readonly<Record<string, string>> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  nl: 'en',
  pl: 'i',
  tr: 've',
};
const SENTENCES = /(?<=[?？。！؟])|(?<=[.!;])\s+/u;
/** Who asks more at once tells a story. */
const QUESTIONS_MAX = 3;

/**
 * The turns with the last message as the questions it may consist of, each with those before it where it points back to
 * them; none where it is one question.
 */
export function questionByQuestion(turns: readonly Turn[]): Turn[][] {
  const message = withoutSmallTalk(turns.at(-1)?.text ?? '');
  const and = AND[languagesOf(message)[0] ?? 'en'];
  const joined = and === undefined ? [message] : message.split(new RegExp(`,?\\s+${and}\\s+`, 'iu'));
  const parts = joined
    .flatMap(text => text.split(SENTENCES))
    .map(text => text.trim())
    .filter(text => topicsIn(text).length > 0 && text !== '');
  if (parts.length < 2 || parts.length > QUESTIONS_MAX) return [];
  const asked = parts.map((text): Turn => ({ role: 'user', text }));
  return asked.map((part, i) => [
    ...turns.slice(0, -1),
    ...(pointsBack(part.text) ? asked.slice(0, i) : []),
    part,
  ]);
}

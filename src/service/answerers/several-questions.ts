import { languagesOf } from '../knowledge/language/language.ts';
import { FUNCTION_WORDS } from '../knowledge/language/stop-words.ts';
import { wordsOf } from '../knowledge/language/words.ts';
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
/** The dot after an initial, a short abbreviation or an ordinal number ends no sentence: "n. Chr.", "Elisabeth II.". */
const SENTENCES =
  /(?<=[?？。！؟])|(?<=[!;]|(?<!(?<![\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}|Chr|[IVXLC]+|\p{N}{1,2}))\.)\s+(?!\p{N})/u;
/** A message with more sentences is a story. */
const QUESTIONS_MAX = 3;
/** "List and view all videos" is one wish: a question has more words of its own, or begins with a question word. */
const TOPICS_MIN = 2;

/**
 * The turns with the last message as the questions it consists of, each with those before it where it points back to
 * them; none where it is one question.
 */
export function questionByQuestion(turns: readonly Turn[]): Turn[][] {
  const message = withoutSmallTalk(turns.at(-1)?.text ?? '');
  const parts = message
    .split(SENTENCES)
    .flatMap(sentence => joinedQuestions(sentence))
    .map(text => text.trim())
    .filter(text => text !== '' && topicsIn(text).length > 0);
  if (parts.length < 2 || parts.length > QUESTIONS_MAX) return [];
  const asked = parts.map((text): Turn => ({ role: 'user', text }));
  return asked.map((part, i) => [
    ...turns.slice(0, -1),
    ...(pointsBack(part.text) ? asked.slice(0, i) : []),
    part,
  ]);
}

/** Whether a message has several sentences, each of which may be answered though another is not. */
export function hasSeveralSentences(message: string): boolean {
  return (
    withoutSmallTalk(message)
      .split(SENTENCES)
      .filter(text => topicsIn(text).length > 0).length > 1
  );
}

function joinedQuestions(sentence: string): string[] {
  const language = languagesOf(sentence)[0] ?? 'en';
  const and = AND[language];
  if (and === undefined) return [sentence];
  const parts = sentence.split(new RegExp(`,?\\s+${and}\\s+`, 'iu'));
  const asks = (part: string): boolean => FUNCTION_WORDS[language]!.has(wordsOf(part)[0] ?? '');
  const isFull = (part: string): boolean => topicsIn(part).length >= TOPICS_MIN;
  // "How do I list" asks nothing without the "view all videos" that it goes on with.
  const isQuestion = (part: string, i: number): boolean =>
    asks(part) || (isFull(part) && (i === 0 || isFull(parts[i - 1]!)));
  return parts.every(isQuestion) ? parts : [sentence];
}

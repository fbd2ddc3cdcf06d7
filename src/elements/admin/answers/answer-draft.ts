import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  type AnswerDraft,
  isAnswerLink,
  OTHER_WAYS_MAX,
  TAUGHT_ANSWER_MAX,
  TAUGHT_QUESTION_MAX,
  TAUGHT_URL_MAX,
  type TaughtAnswer,
  type TaughtAnswerInput,
  type UnansweredGroup,
} from '../../../protocol/taught-answers.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';

/** The fields of the form, in order. */
export const FIELDS = ['question', 'otherWays', 'answer', 'url'] as const;

export type FieldName = (typeof FIELDS)[number];

/** What the owner has typed. `otherWays` has one on each line. */
export type Fields = Record<FieldName, string>;

/** Other ways to ask that are taken from visitors' questions at most. */
const SUGGESTED_WAYS = 5;

export function fieldsOf({ question, otherWays, answer, url }: TaughtAnswer): Fields {
  return { question, otherWays: otherWays.join('\n'), answer, url: url ?? '' };
}

/** The fields for a visitor's question, on one line, because an input drops line breaks. */
export function fieldsFor(question: string, otherWays: readonly string[] = []): Fields {
  const ways = new Set(otherWays.map(onOneLine));
  ways.delete(onOneLine(question));
  return {
    question: onOneLine(question),
    otherWays: [...ways].slice(0, SUGGESTED_WAYS).join('\n'),
    answer: '',
    url: '',
  };
}

/** The fields for a group of unanswered questions; all but the first become other ways to ask. */
export function fieldsForGroup({ question, asked }: UnansweredGroup): Fields {
  return fieldsFor(
    question,
    asked.map(({ text }) => text).filter(text => countCharacters(text) <= TAUGHT_QUESTION_MAX),
  );
}

export function inputOf({ question, otherWays, answer, url }: Fields): Omit<TaughtAnswerInput, 'paused'> {
  const ways = otherWays
    .split('\n')
    .map(way => way.trim())
    .filter(way => !isBlank(way));
  return {
    question: question.trim(),
    otherWays: [...new Set(ways)],
    answer: answer.trim(),
    url: url.trim() || null,
  };
}

export function draftOf(fields: Fields, id: string | undefined): AnswerDraft {
  const { question, otherWays, answer } = inputOf(fields);
  return { question, otherWays, answer, ...(id !== undefined && { id }) };
}

/** The message for each field that the server would refuse. */
export function faultsOf(fields: Fields, { faults, answers }: AdminStrings): Partial<Fields> {
  const { question, otherWays, answer, url } = inputOf(fields);
  const isWritten = (text: string, max: number): boolean => !isBlank(text) && countCharacters(text) <= max;
  const long = otherWays.findIndex(way => countCharacters(way) > TAUGHT_QUESTION_MAX);
  return {
    ...(!isWritten(question, TAUGHT_QUESTION_MAX) && { question: faults.text(1, TAUGHT_QUESTION_MAX) }),
    ...(long >= 0 && { otherWays: faults.entry(long + 1, TAUGHT_QUESTION_MAX) }),
    ...(otherWays.length > OTHER_WAYS_MAX && { otherWays: faults.entries(OTHER_WAYS_MAX) }),
    ...(!isWritten(answer, TAUGHT_ANSWER_MAX) && { answer: faults.text(1, TAUGHT_ANSWER_MAX) }),
    ...(url !== null &&
      !(countCharacters(url) <= TAUGHT_URL_MAX && isAnswerLink(url)) && { url: answers.linkFault }),
  };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

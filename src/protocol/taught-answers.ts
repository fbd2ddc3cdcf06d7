/** Answers that the owner has written: an extension of this project's own service, under `/v2/chatbots/{chatbotId}/answers`. */
import * as v from 'valibot';
import { invalidField } from './errors.ts';
import { isBlank } from './text.ts';
import { noArray, parse, text } from './validation.ts';

export interface TaughtAnswer {
  id: string;
  question: string;
  /** The same question in other words. */
  otherWays: string[];
  /** Markdown. */
  answer: string;
  /** Where the reader finds more: an http(s) address, or a path on the site. */
  url: string | null;
  /** A paused answer is kept and not given. */
  paused: boolean;
  /** Unix seconds. */
  createdAt: number;
  updatedAt: number;
}

export type TaughtAnswerInput = Pick<TaughtAnswer, 'question' | 'otherWays' | 'answer' | 'url' | 'paused'>;

/** Of an agent. */
export const ANSWERS_MAX = 500;
/** Characters. */
export const TAUGHT_QUESTION_MAX = 300;
export const TAUGHT_ANSWER_MAX = 10_000;
export const TAUGHT_URL_MAX = 2000;
export const OTHER_WAYS_MAX = 20;
/** Bytes of a body: the longest answer, with every character escaped. */
export const ANSWER_BODY_MAX = 512 * 1024;
/** How far back a check and the list of unanswered questions look. */
export const QUESTION_DAYS = 90;

/** A question that visitors asked, and where. */
export interface AskedQuestion {
  text: string;
  conversationId: string;
  /** Unix seconds. */
  askedAt: number;
}

/** A question that would be answered otherwise. */
export interface ChangedQuestion extends AskedQuestion {
  /** Whether it got no answer. */
  wasUnanswered: boolean;
  /** Whether the answer, as it is stored, answers it, and would no longer. */
  isLost: boolean;
}

/** What an answer would change if it had been in force in the last 90 days. */
export interface AnswerCheck {
  /** The latest first; up to `CHECK_EXAMPLES_MAX` of them. */
  changed: ChangedQuestion[];
  /** How many there are. */
  count: number;
  /** How many questions were compared. */
  compared: number;
  /** Whether these are all questions of the last 90 days. */
  isComplete: boolean;
}

export const CHECK_EXAMPLES_MAX = 50;

/** Unanswered questions that ask the same. */
export interface UnansweredGroup {
  /** The latest of them. */
  question: string;
  count: number;
  /** The latest first; up to `GROUP_EXAMPLES_MAX`. */
  asked: AskedQuestion[];
}

export const GROUP_EXAMPLES_MAX = 10;
export const GROUPS_MAX = 100;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A path on the site itself: `//` would name another host. */
const PATH = /^\/(?![/\\])/;

function written(max: number) {
  return v.pipe(
    text(1, max),
    v.transform(value => value.trim()),
    v.check(value => !isBlank(value), 'must not be blank'),
  );
}

const url = v.nullable(
  v.pipe(
    text(0, TAUGHT_URL_MAX),
    v.transform(value => value.trim()),
    v.check(
      value => value === '' || isLink(value),
      'must be an http or https address, or a path that begins with /',
    ),
    v.transform(value => (value === '' ? null : value)),
  ),
);
const fields = {
  question: written(TAUGHT_QUESTION_MAX),
  otherWays: v.pipe(
    v.array(written(TAUGHT_QUESTION_MAX), 'must be a list'),
    v.maxLength(OTHER_WAYS_MAX, `must have at most ${OTHER_WAYS_MAX} entries`),
    v.transform(ways => [...new Set(ways)]),
  ),
  answer: written(TAUGHT_ANSWER_MAX),
  url,
  paused: v.boolean('must be true or false'),
};

/** The schemas also describe the routes for machines. */
export const taughtAnswerSchema = noArray(
  v.object({
    ...fields,
    otherWays: v.optional(fields.otherWays, []),
    url: v.optional(url, null),
    paused: v.optional(fields.paused, false),
  }),
);
export const taughtAnswerPatchSchema = noArray(v.partial(v.object(fields)));
export const answerCheckSchema = noArray(
  v.object({
    question: fields.question,
    otherWays: v.optional(fields.otherWays, []),
    /** The answer that is changed; absent for a new one. */
    id: v.optional(v.pipe(v.string('must be a string'), v.check(isAnswerId, 'must be the id of an answer'))),
  }),
);

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseTaughtAnswer(body: unknown): TaughtAnswerInput {
  return parse(taughtAnswerSchema, body);
}

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseTaughtAnswerPatch(body: unknown): Partial<TaughtAnswerInput> {
  const patch = parse(taughtAnswerPatchSchema, body);
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0)
    throw invalidField('body', `must have one of ${Object.keys(fields).join(', ')}`);
  return given;
}

/** @throws ProtocolError `invalid_request` naming the field and its rule */
export function parseAnswerCheck(body: unknown): { question: string; otherWays: string[]; id?: string } {
  const { id, ...asked } = parse(answerCheckSchema, body);
  return { ...asked, ...(id !== undefined && { id }) };
}

export function isAnswerId(id: string): boolean {
  return UUID.test(id);
}

function isLink(value: string): boolean {
  if (/[\s<>]/.test(value)) return false;
  if (PATH.test(value)) return true;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

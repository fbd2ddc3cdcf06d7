/** Bodies of requests about taught answers. */
import * as v from 'valibot';
import { invalidField } from './errors.ts';
import {
  type AnswerDraft,
  isAnswerId,
  isAnswerLink,
  OTHER_WAYS_MAX,
  TAUGHT_ANSWER_MAX,
  TAUGHT_QUESTION_MAX,
  TAUGHT_URL_MAX,
  type TaughtAnswerInput,
} from './taught-answers.ts';
import { isBlank } from './text.ts';
import { noArray, parse, schemeFault, text } from './validation.ts';

function nonBlank(max: number) {
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
      value => value === '' || isAnswerLink(value),
      ({ input }) => linkFault(input),
    ),
    v.transform(value => (value === '' ? null : value)),
  ),
);

function linkFault(link: string): string {
  const url = URL.parse(link);
  if (url && !/^https?:$/.test(url.protocol)) return schemeFault(url);
  return url?.username || url?.password
    ? 'must have no user name or password'
    : 'must be an http or https address, or a path that begins with /';
}

const fields = {
  question: nonBlank(TAUGHT_QUESTION_MAX),
  otherWays: v.pipe(
    v.array(nonBlank(TAUGHT_QUESTION_MAX), 'must be a list'),
    v.maxLength(OTHER_WAYS_MAX, `must have at most ${OTHER_WAYS_MAX} entries`),
    v.transform(ways => [...new Set(ways)]),
  ),
  answer: nonBlank(TAUGHT_ANSWER_MAX),
  url,
  paused: v.boolean('must be true or false'),
};

/** The OpenAPI description contains these schemas, too. */
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
    /** Its words count too. Default: that of the stored answer. */
    answer: v.optional(text(0, TAUGHT_ANSWER_MAX)),
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
export function parseAnswerCheck(body: unknown): AnswerDraft {
  const { id, answer, ...asked } = parse(answerCheckSchema, body);
  return { ...asked, ...(id !== undefined && { id }), ...(answer !== undefined && { answer }) };
}

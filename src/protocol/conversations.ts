/** Past conversations for the owner: an extension of this project's own service, under `/v2/chatbots/{chatbotId}/conversations`. */
import * as v from 'valibot';
import { invalidField } from './errors.ts';
import { USER_ID_MAX } from './limits.ts';
import { type CitationPart, isCitationPart, isTextPart, type Part, textOf } from './message.ts';
import { identifier, parse, text } from './validation.ts';

/** What can be wrong with a conversation: one of its replies holds no answer, was stopped, or was cut off. */
export const CONVERSATION_STATES = ['unanswered', 'near-miss', 'stopped', 'failed'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** A reply without an answer; `near-miss` if it offered passages that may help. */
export type ReplyOutcome = 'nothing-found' | 'near-miss';

export interface ConversationSummary {
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** Unix seconds of the last message. */
  updatedAt: number;
  /** Number of messages, replies included. */
  messageCount: number;
  /** The first signed-in user who wrote in it. */
  userId: string | null;
  /** A digest that is the same in all conversations of one visitor; null if the caller of the chat named none. */
  visitor: string | null;
  /** ISO 639-1 code of the visitor's first message, if its words tell. */
  language: string | null;
  states: ConversationState[];
  /** The beginning of the first message. */
  question: string;
}

export interface ConversationMessage {
  id: string;
  role: 'user' | 'assistant';
  parts: Part[];
  /** Null for a visitor's message. */
  finishReason: string | null;
  outcome: ReplyOutcome | null;
  userId: string | null;
  /** Unix seconds. */
  createdAt: number;
  /** Null for a visitor's message. */
  credits: number | null;
  /** What the reply was made from, the most relevant first. */
  passages: PassageUse[];
  /** Ratings of visitors, which the proxy stores. */
  verdicts?: Verdict[];
}

/** A passage that a reply was made from. */
export interface PassageUse {
  title: string;
  url?: string;
  /** Id of the answer, if the owner has written it. */
  answerId?: string;
}

export interface Verdict {
  value: 'up' | 'down';
  reason?: string | undefined;
  /** Unix seconds. */
  at: number;
}

export interface ConversationDetail extends ConversationSummary {
  messages: ConversationMessage[];
}

export interface ConversationList<T = ConversationSummary> {
  data: T[];
  /** `before` of the next page; null on the last. A page can have fewer entries than `limit` and still not be the last. */
  next: string | null;
}

/** Which conversations to list, newest first by their beginning. */
export interface ConversationQuery extends ConversationFilters {
  limit: number;
  /** `next` of the page before. */
  before?: number | undefined;
  /** Whether the messages are included. */
  details: boolean;
}

export interface ConversationFilters {
  /** Words of one message; the last can be the beginning of a word. */
  q?: string | undefined;
  state?: ConversationState | undefined;
  /** UTC days on which the conversation began, both included, such as `2026-11-20`. */
  from?: string | undefined;
  to?: string | undefined;
  user?: string | undefined;
  visitor?: string | undefined;
  language?: string | undefined;
  /** A rating that one of its replies has. Only the proxy knows them. */
  verdict?: Verdict['value'] | undefined;
  /** Only these. */
  ids?: string[] | undefined;
}

export const CONVERSATIONS_PER_PAGE = 25;
export const CONVERSATIONS_PER_PAGE_MAX = 100;
export const SEARCH_MAX = 200;
/** Ids in one request, so that the URL fits into the 16 KB of a request's head. */
export const CONVERSATION_IDS_MAX = 300;
/** Characters of the first message in a list. */
export const QUESTION_MAX = 200;

export const EXPORT_FORMATS = ['json', 'csv', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const day = v.pipe(
  v.string(),
  v.check(value => DAY.test(value) && !Number.isNaN(Date.parse(value)), 'must be a day such as 2026-11-20'),
);
const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

const filters = {
  q: v.optional(text(1, SEARCH_MAX)),
  state: v.optional(v.picklist(CONVERSATION_STATES, `must be one of ${CONVERSATION_STATES.join(', ')}`)),
  from: v.optional(day),
  to: v.optional(day),
  user: v.optional(identifier(USER_ID_MAX)),
  visitor: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/, 'must be the id of a visitor'))),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, 'must be a language code such as en'))),
  verdict: v.optional(v.picklist(['up', 'down'], 'must be up or down')),
  ids: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value.split(',')),
      v.maxLength(CONVERSATION_IDS_MAX, `must have at most ${CONVERSATION_IDS_MAX} ids`),
      v.everyItem(id => UUID.test(id), 'must be ids with commas between them'),
    ),
  ),
};
const filtersSchema = v.object(filters);
const querySchema = v.object({
  ...filters,
  limit: v.optional(wholeNumber(1, CONVERSATIONS_PER_PAGE_MAX), String(CONVERSATIONS_PER_PAGE)),
  before: v.optional(wholeNumber(1, 999_999_999_999)),
  details: v.pipe(
    v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
    v.transform(value => value === 'true'),
  ),
});
const exportSchema = v.object({
  ...filters,
  format: v.optional(v.picklist(EXPORT_FORMATS, `must be one of ${EXPORT_FORMATS.join(', ')}`), 'json'),
});
const personSchema = v.object({ user: filters.user, visitor: filters.visitor });

/** The query of a list. @throws ProtocolError `invalid_request` naming the parameter and its rule */
export function parseConversationQuery(params: URLSearchParams): ConversationQuery {
  return checked(parse(querySchema, given(params)));
}

/** @throws ProtocolError `invalid_request` naming the parameter and its rule */
export function parseExportQuery(params: URLSearchParams): ConversationFilters & { format: ExportFormat } {
  return checked(parse(exportSchema, given(params)));
}

/** Whose conversations to delete. @throws ProtocolError `invalid_request` unless it is one user or one visitor */
export function parsePerson(params: URLSearchParams): { user: string } | { visitor: string } {
  const { user, visitor } = parse(personSchema, given(params));
  if ((user === undefined) === (visitor === undefined)) {
    throw invalidField('user, visitor', 'exactly one of them must be given');
  }
  return user !== undefined ? { user } : { visitor: visitor! };
}

/** The parameters of filters or a whole query, for a request. */
export function conversationParams(query: Partial<ConversationQuery>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) params.set(name, String(value));
  }
  return params;
}

export function isConversationId(id: string): boolean {
  return UUID.test(id);
}

/** Forms send empty parameters: they count as absent. Of a repeated parameter, the first value counts. */
function given(params: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of params) if (value !== '' && !Object.hasOwn(values, name)) values[name] = value;
  return values;
}

function checked<T extends v.InferOutput<typeof filtersSchema>>(query: T): T {
  if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
    throw invalidField('to', 'must not be before from');
  }
  return query;
}

/** Finish reasons of a reply that was withheld. */
const WITHHELD: readonly string[] = ['content_filter', 'error'];
/** Finish reasons of a reply that is cut off or was withheld. */
const FAILED: readonly string[] = [...WITHHELD, 'length'];

/** Whether a complete reply was withheld by the model's provider, or is empty. */
export function isEmptyReply(parts: readonly Part[], finishReason: string): boolean {
  if (WITHHELD.includes(finishReason)) return true;
  return parts.every(part => isTextPart(part) && part.text.trim() === '');
}

/** Whether a reply was withheld or cut off. */
export function isFailedReply(finishReason: string): boolean {
  return FAILED.includes(finishReason);
}

/** The sources that a message cites. */
export function citationsOf(parts: readonly Part[]): CitationPart[] {
  return parts.filter(isCitationPart);
}

/** The beginning of a text as one line. */
export function firstLine(parts: readonly Part[]): string {
  const points = [...textOf(parts).replace(/\s+/gu, ' ').trim()];
  return points.length > QUESTION_MAX ? `${points.slice(0, QUESTION_MAX - 1).join('')}…` : points.join('');
}

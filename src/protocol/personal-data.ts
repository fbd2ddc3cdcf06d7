/** All that is stored about one person: an extension of this project's own service, under `/v2/chatbots/{chatbotId}/personal-data`. */
import * as v from 'valibot';
import type { Contact } from './contacts.ts';
import type { ConversationDetail, Verdict } from './conversations.ts';
import { invalidField } from './errors.ts';
import { CONTACT_MAX, USER_ID_MAX } from './limits.ts';
import type { TaughtAnswer } from './taught-answers.ts';
import { identifier, noArray, parse, text } from './validation.ts';

/**
 * A person: a signed-in user, also a visitor or contact by their `external_id`; a visitor by their digest or by the id of
 * one of their conversations; or the contacts with an email address and the user whose id it is.
 */
export type Person = { user: string } | { visitor: string } | { email: string };

/** What the service has stored about a person. */
export interface PersonTraces {
  /** Ids of the conversations in which they wrote. */
  conversations: string[];
  /** Digests under which they wrote, as in conversations. */
  visitors: string[];
  contacts: Contact[];
  /** Taught answers with a question in their very words. */
  answers: TaughtAnswer[];
  /** External ids of contacts with the email address whose conversations are left out: anybody can enter an address. */
  linkedIds?: string[];
}

/** How much of a person the service has removed. */
export interface Forgotten {
  conversations: number;
  messages: number;
  contacts: number;
  /** Taught answers from which their words were removed. */
  answers: number;
  /** As in `PersonTraces`; their conversations stay. */
  linkedIds?: string[];
}

/** How much was removed altogether. */
export interface Erased extends Forgotten {
  /** Ratings, with their reasons. */
  verdicts: number;
}

/** A rating in an export. */
export interface ExportedVerdict extends Verdict {
  messageId: string;
  conversationId?: string | undefined;
}

/** Bytes of a request: the longest user id, were each character written as `\u0001`. */
export const PERSON_BODY_MAX = 16 * 1024;
/** What replaces a question that was removed. It matches no other question. */
export const REMOVED_QUESTION = '…';

const VISITOR = 'must be the id of a visitor or of a conversation';

/** The OpenAPI description contains this schema, too. */
export const personSchema = noArray(
  v.object({
    user: v.optional(identifier(USER_ID_MAX)),
    visitor: v.optional(v.pipe(v.string('must be a string'), v.regex(/^[\w-]{1,128}$/, VISITOR))),
    email: v.optional(text(1, CONTACT_MAX.email)),
  }),
);

/** @throws ProtocolError `invalid_request` unless exactly one of the fields is given */
export function parsePersonBody(body: unknown): Person {
  const { user, visitor, email } = parse(personSchema, body);
  const given = [
    ...(user === undefined ? [] : [{ user }]),
    ...(visitor === undefined ? [] : [{ visitor }]),
    ...(email === undefined ? [] : [{ email }]),
  ];
  const [person, ...others] = given;
  if (!person || others.length > 0)
    throw invalidField('user, visitor, email', 'exactly one of them must be given');
  return person;
}

/** Who owns conversations and ratings: a verified user wherever they sign in. */
export function userSubject(userId: string): string {
  return `u:${userId}`;
}

/** The visitor without, or before, a sign-in. */
export function visitorSubject(visitorId: string): string {
  return `v:${visitorId}`;
}

/** 128 random bits in base64url. */
export function isVisitorId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** SHA-256 of a subject in base64url: how conversations name a visitor. */
export function isVisitorDigest(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is exported of a person besides their conversations. */
export interface PersonFileHead {
  agentId: string;
  contacts: readonly Contact[];
  verdicts: readonly ExportedVerdict[];
  answers: readonly TaughtAnswer[];
}

/** A file with all that is stored about a person, in pieces. */
export async function* personFile(
  { agentId, contacts, verdicts, answers }: PersonFileHead,
  pages: AsyncIterable<readonly ConversationDetail[]>,
): AsyncGenerator<string> {
  const list = (values: readonly unknown[]): string => JSON.stringify(values, null, 2);
  yield `{\n"agentId": ${JSON.stringify(agentId)},\n"exportedAt": ${JSON.stringify(new Date().toISOString())},\n`;
  yield `"contacts": ${list(contacts)},\n"verdicts": ${list(verdicts)},\n"answers": ${list(answers)},\n"conversations": [`;
  let separator = '\n';
  for await (const page of pages) {
    for (const conversation of page) {
      yield separator + JSON.stringify(conversation);
      separator = ',\n';
    }
  }
  yield '\n]\n}\n';
}

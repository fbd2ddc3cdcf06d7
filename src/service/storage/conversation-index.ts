import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type ConversationDetail,
  type ConversationList,
  type ConversationQuery,
  type ConversationState,
  type ConversationSummary,
  firstLine,
  isEmptyReply,
  isFailedReply,
  type PassageUse,
  type ReplyOutcome,
} from '../../protocol/conversations.ts';
import { type Part, textOf } from '../../protocol/message.ts';
import type { StoredMessage } from '../contract.ts';
import { languagesOf } from '../knowledge/language/language.ts';
import { termOf, wordsInOrder } from '../knowledge/language/terms.ts';
import type { MessageIndex } from './engine.ts';
import type { ConversationIndexRow, Database, MessageRow, Writer } from './tables.ts';

const DAY_SECONDS = 86_400;
/** Conversations that a search reads at once, and at most for one page: words that are everywhere, with a rare filter. */
const FOUND_PER_QUERY = 1000;
const FOUND_MAX = 20_000;
/** Terms of a message that are indexed: a reply of a model can be very long. */
const TERMS_MAX = 2000;
const SEARCH_TERMS_MAX = 8;

/** Which column of the index says so. */
const STATE_COLUMNS = {
  unanswered: 'unanswered',
  'near-miss': 'near_miss',
  stopped: 'stopped',
  failed: 'failed',
} as const satisfies Record<ConversationState, keyof ConversationIndexRow>;

/** A turn as the index stores it. */
export interface IndexedTurn {
  conversationId: string;
  agentId: string;
  visitor: string | null;
  createdAt: number;
  question: { position: number; parts: readonly Part[] };
  reply: { position: number; parts: readonly Part[]; finishReason: string; outcome: ReplyOutcome | null };
}

/** Adds a turn, in the transaction that stores it. */
export async function indexTurn(writer: Writer, index: MessageIndex, turn: IndexedTurn): Promise<void> {
  const { conversationId, agentId, visitor, createdAt, question, reply } = turn;
  const { parts, finishReason, outcome } = reply;
  const [language = null] = languagesOf(textOf(question.parts));
  const states = {
    unanswered: Number(outcome !== null || isEmptyReply(parts, finishReason)),
    near_miss: Number(outcome === 'near-miss'),
    stopped: Number(finishReason === 'cancelled'),
    failed: Number(isFailedReply(finishReason)),
  };
  const { number } = await writer
    .insertInto('conversation_index')
    .values({
      conversation_id: conversationId,
      agent_id: agentId,
      visitor,
      language,
      ...states,
      created_at: createdAt,
    })
    .onConflict(conflict =>
      conflict.column('conversation_id').doUpdateSet(eb => ({
        visitor: eb.fn.coalesce('conversation_index.visitor', 'excluded.visitor'),
        language: eb.fn.coalesce('conversation_index.language', 'excluded.language'),
        // A column that is set stays set.
        unanswered: sql`conversation_index.unanswered | excluded.unanswered`,
        near_miss: sql`conversation_index.near_miss | excluded.near_miss`,
        stopped: sql`conversation_index.stopped | excluded.stopped`,
        failed: sql`conversation_index.failed | excluded.failed`,
      })),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
  await index.insert(
    writer,
    [question, reply].map(message => ({
      number,
      agentId,
      position: message.position,
      terms: messageTerms(textOf(message.parts)),
    })),
  );
}

/** Removes conversations, before they are deleted. */
export async function unindex(writer: Writer, index: MessageIndex, ids: readonly string[]): Promise<void> {
  const rows = await writer
    .deleteFrom('conversation_index')
    .where('conversation_id', 'in', ids)
    .returning('number')
    .execute();
  if (rows.length > 0)
    await index.delete(
      writer,
      rows.map(({ number }) => number),
    );
}

/** A page of an agent's conversations, newest first by their beginning. */
export async function listConversations(
  database: Database,
  index: MessageIndex,
  agentId: string,
  query: ConversationQuery & { details: true },
): Promise<ConversationList<ConversationDetail>>;
export async function listConversations(
  database: Database,
  index: MessageIndex,
  agentId: string,
  query: ConversationQuery,
): Promise<ConversationList>;
export async function listConversations(
  database: Database,
  index: MessageIndex,
  agentId: string,
  query: ConversationQuery,
): Promise<ConversationList> {
  const { rows, next } =
    query.q === undefined
      ? await pageOf(database, agentId, query)
      : await searchPage(database, index, agentId, query, searchTerms(query.q));
  const data = query.details ? await withMessages(database, rows) : await summaries(database, rows);
  return { data, next: next === undefined ? null : String(next) };
}

/** One conversation with its messages; undefined if the agent has none with this id. */
export async function readConversation(
  database: Database,
  agentId: string,
  id: string,
): Promise<ConversationDetail | undefined> {
  const row = await listed(database, agentId).where('conversation_id', '=', id).executeTakeFirst();
  const [conversation] = row ? await withMessages(database, [row]) : [];
  return conversation;
}

interface Page {
  rows: ListedRow[];
  /** Conversations before this number are on the next page. */
  next: number | undefined;
}

type ListedRow = ConversationIndexRow & {
  user_id: string | null;
  message_count: number;
  updated_at: number;
};

async function pageOf(
  database: Database,
  agentId: string,
  query: ConversationQuery,
  numbers?: readonly number[],
): Promise<Page> {
  const { limit, before } = query;
  const rows = await listed(database, agentId)
    .where(eb => eb.and(conditionsOf(query)))
    .$if(before !== undefined, select => select.where('number', '<', before!))
    .$if(numbers !== undefined, select => select.where('number', 'in', numbers!))
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  if (rows.length <= limit) return { rows, next: undefined };
  return { rows: rows.slice(0, limit), next: rows[limit - 1]!.number };
}

/** Reads what the search finds, newest first, until the page is full. */
async function searchPage(
  database: Database,
  index: MessageIndex,
  agentId: string,
  query: ConversationQuery,
  terms: readonly string[],
): Promise<Page> {
  const rows: ListedRow[] = [];
  if (terms.length === 0) return { rows, next: undefined };
  let before = query.before;
  for (let read = 0; read < FOUND_MAX; read += FOUND_PER_QUERY) {
    const found = await index.find(agentId, { terms, before, limit: FOUND_PER_QUERY }).execute(database);
    const numbers = [...new Set(found.rows.map(({ number }) => number))];
    if (numbers.length === 0) return { rows, next: undefined };
    const limit = query.limit - rows.length;
    const page = await pageOf(database, agentId, { ...query, before: undefined, limit }, numbers);
    rows.push(...page.rows);
    if (page.next !== undefined) return { rows, next: page.next };
    // The oldest conversation that was read counts as read whole: each was found by one of its messages.
    before = numbers.at(-1)!;
    if (rows.length === query.limit) return { rows, next: before };
    if (found.rows.length < FOUND_PER_QUERY) return { rows, next: undefined };
  }
  return { rows, next: before };
}

function listed(database: Database, agentId: string) {
  return database
    .selectFrom('conversation_index')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .selectAll('conversation_index')
    .select(['user_id', 'message_count', 'updated_at'])
    .where('conversation_index.agent_id', '=', agentId);
}

function conditionsOf(query: ConversationQuery): Expression<SqlBool>[] {
  const { state, from, to, user, visitor, language, ids } = query;
  const conditions: RawBuilder<SqlBool>[] = [];
  // Literals, so that SQLite uses the partial index of the state.
  if (state) conditions.push(sql`${sql.ref(`conversation_index.${STATE_COLUMNS[state]}`)} = 1`);
  if (from) conditions.push(sql`conversation_index.created_at >= ${Date.parse(from) / 1000}`);
  if (to) conditions.push(sql`conversation_index.created_at < ${Date.parse(to) / 1000 + DAY_SECONDS}`);
  if (visitor) conditions.push(sql`visitor = ${visitor}`);
  if (language) conditions.push(sql`language = ${language}`);
  // A visitor may sign in after a conversation has begun.
  if (user)
    conditions.push(sql`conversation_id in (select conversation_id from messages where user_id = ${user})`);
  if (ids) conditions.push(sql`conversation_id in (${sql.join(ids)})`);
  return conditions;
}

async function summaries(database: Database, rows: readonly ListedRow[]): Promise<ConversationSummary[]> {
  if (rows.length === 0) return [];
  const first = await database
    .selectFrom('messages')
    .select(['conversation_id', 'parts'])
    .where(
      'conversation_id',
      'in',
      rows.map(row => row.conversation_id),
    )
    .where('position', '=', 1)
    .execute();
  const questions = new Map(first.map(row => [row.conversation_id, JSON.parse(row.parts) as Part[]]));
  return rows.map(row => toSummary(row, questions.get(row.conversation_id) ?? []));
}

async function withMessages(database: Database, rows: readonly ListedRow[]): Promise<ConversationDetail[]> {
  if (rows.length === 0) return [];
  const messages = await database
    .selectFrom('messages')
    .leftJoin('charges', join => join.onRef('charges.message_id', '=', 'messages.id'))
    .selectAll('messages')
    .select('credits')
    .where(
      'conversation_id',
      'in',
      rows.map(row => row.conversation_id),
    )
    .orderBy('conversation_id')
    .orderBy('position')
    .execute();
  const messagesOf = Map.groupBy(messages, message => message.conversation_id);
  return rows.map(row => {
    const own = (messagesOf.get(row.conversation_id) ?? []).map(toMessage);
    return { ...toSummary(row, own[0]?.parts ?? []), messages: own };
  });
}

function toSummary(row: ListedRow, question: readonly Part[]): ConversationSummary {
  const states = Object.entries(STATE_COLUMNS) as [ConversationState, keyof ConversationIndexRow][];
  return {
    id: row.conversation_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messageCount: row.message_count,
    userId: row.user_id,
    visitor: row.visitor,
    language: row.language,
    states: states.filter(([, column]) => row[column] === 1).map(([state]) => state),
    question: firstLine(question),
  };
}

function toMessage(row: MessageRow & { credits: number | null }): ConversationDetail['messages'][number] {
  return {
    ...toStoredMessage(row),
    outcome: row.outcome,
    credits: row.credits,
    passages: row.passages === null ? [] : (JSON.parse(row.passages) as PassageUse[]),
  };
}

export function toStoredMessage(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    role: row.role,
    parts: JSON.parse(row.parts) as Part[],
    finishReason: row.finish_reason,
    userId: row.user_id,
    createdAt: row.created_at,
  };
}

/** The words of a message as they are searched: lower case, without accents, each once. */
export function messageTerms(text: string): string[] {
  return [...new Set(wordsInOrder(text).map(word => termOf(word, undefined)))]
    .map(term => term.replace(/[^\p{L}\p{N}\p{M}]/gu, ''))
    .filter(term => term !== '')
    .slice(0, TERMS_MAX);
}

function searchTerms(text: string): string[] {
  return messageTerms(text).slice(0, SEARCH_TERMS_MAX);
}

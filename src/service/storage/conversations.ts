import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { PassageUse, ReplyOutcome } from '../../protocol/conversations.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { type Part, textOf } from '../../protocol/message.ts';
import { saysNothingFound } from '../answerers/no-answer.ts';
import type { ConversationFilter, ServiceLogger, StoredConversation } from '../contract.ts';
import { now } from './clock.ts';
import { indexTurn, toStoredMessage, unindex } from './conversation-index.ts';
import { settle } from './credits.ts';
import type { MessageIndex } from './engine.ts';
import type { ConversationRow, Database, MessageRow, Tables, Writer } from './tables.ts';

/** A turn: a visitor's message and the reply to it. They are always stored together. */
export interface Exchange {
  /** Of a new or an existing conversation. */
  conversationId: string;
  agentId: string;
  userId: string | null;
  userMessageId: string;
  userParts: readonly Part[];
  replyId: string;
  replyParts: readonly Part[];
  finishReason: string;
  chargeId: string;
  /** A digest that is the same in all conversations of one visitor. */
  visitor?: string | undefined;
  /** Set if the reply holds no answer. */
  outcome?: ReplyOutcome | undefined;
  /** What the reply was made from, the most relevant first. */
  passages?: readonly PassageUse[] | undefined;
}

/** What a message consists of, and who wrote it. */
export interface MessageParts {
  role: 'user' | 'assistant';
  parts: readonly Part[];
}

const UUID = /^[0-9a-f-]{36}$/;
const CONVERSATIONS_PER_QUERY = 100;

/** Whether the agent has a conversation with this id. Ids are case-sensitive. */
export async function hasConversation(database: Database, agentId: string, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const row = await database
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last `limit` messages, oldest first. */
export async function lastMessages(database: Database, id: string, limit: number): Promise<MessageParts[]> {
  const rows = await database
    .selectFrom('messages')
    .select(['role', 'parts'])
    .where('conversation_id', '=', id)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(row => ({ role: row.role, parts: JSON.parse(row.parts) as Part[] }));
}

/**
 * Stores a turn and settles its charge in one transaction, so that a conversation is never half written. Writes nothing
 * if the turn is stored already.
 */
export async function storeExchange(
  database: Database,
  index: MessageIndex,
  exchange: Exchange,
): Promise<void> {
  const time = now();
  await database.transaction().execute(async writer => {
    if (!(await settle(writer, exchange.chargeId, exchange.replyId))) return;
    const { message_count, created_at } = await writer
      .insertInto('conversations')
      .values({
        id: exchange.conversationId,
        agent_id: exchange.agentId,
        user_id: exchange.userId,
        message_count: 2,
        created_at: time,
        updated_at: time,
      })
      // One deleted during this reply is created again: its visitor has just read the answer.
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(eb => ({
          message_count: eb('conversations.message_count', '+', 2),
          updated_at: time,
          // A conversation keeps its first user id; each message has its own.
          user_id: eb.fn.coalesce('conversations.user_id', eb.val(exchange.userId)),
        })),
      )
      .returning(['message_count', 'created_at'])
      .executeTakeFirstOrThrow();
    const both = {
      conversation_id: exchange.conversationId,
      user_id: exchange.userId,
      created_at: time,
    };
    await writer
      .insertInto('messages')
      .values([
        {
          ...both,
          id: exchange.userMessageId,
          position: message_count - 1,
          role: 'user',
          parts: JSON.stringify(exchange.userParts),
          finish_reason: null,
          outcome: null,
          passages: null,
        },
        {
          ...both,
          id: exchange.replyId,
          position: message_count,
          role: 'assistant',
          parts: JSON.stringify(exchange.replyParts),
          finish_reason: exchange.finishReason,
          outcome: exchange.outcome ?? null,
          passages: exchange.passages?.length ? JSON.stringify(exchange.passages) : null,
        },
      ])
      .execute();
    await indexTurn(writer, index, {
      conversationId: exchange.conversationId,
      agentId: exchange.agentId,
      visitor: exchange.visitor ?? null,
      createdAt: created_at,
      question: { position: message_count - 1, parts: exchange.userParts },
      reply: {
        position: message_count,
        parts: exchange.replyParts,
        finishReason: exchange.finishReason,
        outcome: exchange.outcome ?? null,
      },
    });
  });
}

/**
 * Deletes up to `limit` conversations without a message since `before` (Unix seconds), oldest first.
 * @returns the number deleted
 */
export async function deleteConversations(
  database: Database,
  index: MessageIndex,
  before: number,
  limit: number,
): Promise<number> {
  return await database
    .transaction()
    .execute(writer =>
      deleteWhere(writer, index, eb =>
        eb.and([
          eb('id', 'in', eb =>
            eb
              .selectFrom('conversations')
              .select('id')
              .where('updated_at', '<', before)
              .orderBy('updated_at')
              .limit(limit),
          ),
          eb('updated_at', '<', before),
        ]),
      ),
    );
}

/** Deletes conversations with their messages. Their charges stay. @returns the number deleted */
export async function deleteWhere(
  writer: Writer,
  index: MessageIndex,
  chosen: (eb: ExpressionBuilder<Tables, 'conversations'>) => Expression<SqlBool>,
): Promise<number> {
  // The update locks the rows: it waits for a turn being stored or deleted, and then checks the condition again.
  const rows = await writer
    .updateTable('conversations')
    .set(eb => ({ updated_at: eb.ref('updated_at') }))
    .where(chosen)
    .returning('id')
    .execute();
  if (rows.length === 0) return 0;
  const all = rows.map(row => row.id);
  for (let at = 0; at < all.length; at += CONVERSATIONS_PER_QUERY) {
    const ids = all.slice(at, at + CONVERSATIONS_PER_QUERY);
    await unindex(writer, index, ids);
    await writer.deleteFrom('messages').where('conversation_id', 'in', ids).execute();
    await writer.deleteFrom('conversations').where('id', 'in', ids).execute();
  }
  return all.length;
}

/** An agent's conversations in the order they began, without those that begin after the call. */
export async function* pastConversations(
  database: Database,
  agentId: string,
  { userId, since = 0 }: ConversationFilter,
): AsyncGenerator<StoredConversation> {
  const chosen = await database
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('updated_at', '>=', since)
    .$if(userId !== undefined, query =>
      // A visitor may sign in after a conversation has begun.
      query.where('id', 'in', eb =>
        eb.selectFrom('messages').select('conversation_id').where('user_id', '=', userId!),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = chosen.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += CONVERSATIONS_PER_QUERY)
    yield* await readConversations(database, ids.slice(at, at + CONVERSATIONS_PER_QUERY));
}

/** @throws ProtocolError `not_found` */
export async function pastConversation(database: Database, id: string): Promise<StoredConversation> {
  const [found] = await readConversations(database, [id]);
  if (!found) throw new ProtocolError('not_found', 'No conversation has this id.');
  return found;
}

/** @param agentId any agent's if undefined @returns whether there was one */
export async function deleteConversation(
  database: Database,
  index: MessageIndex,
  id: string,
  agentId?: string,
): Promise<boolean> {
  const deleted = await database
    .transaction()
    .execute(writer =>
      deleteWhere(writer, index, eb =>
        eb.and([eb('id', '=', id), ...(agentId === undefined ? [] : [eb('agent_id', '=', agentId)])]),
      ),
    );
  return deleted > 0;
}

/** Deletes all conversations in which a person wrote, or none if it is interrupted. @returns the number deleted */
export async function deleteConversationsOf(
  database: Database,
  index: MessageIndex,
  agentId: string,
  person: { user: string } | { visitor: string },
): Promise<number> {
  return await database
    .transaction()
    .execute(writer =>
      deleteWhere(writer, index, eb =>
        eb.and([
          eb('agent_id', '=', agentId),
          eb(
            'id',
            'in',
            'user' in person
              ? eb.selectFrom('messages').select('conversation_id').where('user_id', '=', person.user)
              : eb
                  .selectFrom('conversation_index')
                  .select('conversation_id')
                  .where('conversation_index.agent_id', '=', agentId)
                  .where('visitor', '=', person.visitor),
          ),
        ]),
      ),
    );
}

/** Indexes the conversations of an earlier version, whose replies are known by their texts alone. */
export async function indexStoredConversations(
  writer: Writer,
  index: MessageIndex,
  logger: ServiceLogger | undefined,
): Promise<void> {
  const stored = await writer
    .selectFrom('conversations')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (stored.length > 0)
    logger?.warn({ conversations: stored.length }, 'indexing all conversations before the service starts');
  for (let at = 0; at < stored.length; at += CONVERSATIONS_PER_QUERY) {
    const ids = stored.slice(at, at + CONVERSATIONS_PER_QUERY).map(({ id }) => id);
    for (const { id, agentId, createdAt, messages } of await readConversations(writer, ids)) {
      for (const [i, reply] of messages.entries()) {
        const question = messages[i - 1];
        if (reply.role !== 'assistant' || question?.role !== 'user') continue;
        await indexTurn(writer, index, {
          conversationId: id,
          agentId,
          visitor: null,
          createdAt,
          question: { position: i, parts: question.parts },
          reply: {
            position: i + 1,
            parts: reply.parts,
            finishReason: reply.finishReason ?? 'stop',
            outcome: saysNothingFound(textOf(reply.parts)) ? 'nothing-found' : null,
          },
        });
      }
    }
  }
}

async function readConversations(
  database: Database | Writer,
  ids: readonly string[],
): Promise<StoredConversation[]> {
  const conversations = await database
    .selectFrom('conversations')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  const messages = await database
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', 'in', ids)
    .orderBy('conversation_id')
    .orderBy('position')
    .execute();
  const messagesOf = Map.groupBy(messages, message => message.conversation_id);
  const rows = new Map(conversations.map(row => [row.id, row]));
  return ids.flatMap(id => {
    const row = rows.get(id);
    return row ? [toConversation(row, messagesOf.get(id) ?? [])] : [];
  });
}

function toConversation(row: ConversationRow, messages: readonly MessageRow[]): StoredConversation {
  return {
    id: row.id,
    agentId: row.agent_id,
    userId: row.user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messages: messages.map(toStoredMessage),
  };
}

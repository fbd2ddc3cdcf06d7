import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Part } from '../../protocol/message.ts';
import type { ConversationFilter, StoredConversation, StoredMessage } from '../contract.ts';
import { now } from './clock.ts';
import { settle } from './credits.ts';
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

/** Stores a turn and settles its charge in one transaction, so that a conversation is never half written. */
export async function storeExchange(database: Database, exchange: Exchange): Promise<void> {
  const time = now();
  await database.transaction().execute(async writer => {
    await settle(writer, exchange.chargeId, exchange.replyId);
    const { message_count } = await writer
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
      .returning('message_count')
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
        },
        {
          ...both,
          id: exchange.replyId,
          position: message_count,
          role: 'assistant',
          parts: JSON.stringify(exchange.replyParts),
          finish_reason: exchange.finishReason,
        },
      ])
      .execute();
  });
}

/**
 * Deletes up to `limit` conversations without a message since `before` (Unix seconds), oldest first.
 * @returns the number deleted
 */
export async function deleteConversations(
  database: Database,
  before: number,
  limit: number,
): Promise<number> {
  return await database
    .transaction()
    .execute(writer =>
      deleteWhere(writer, eb =>
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

/** Deletes conversations with their messages. Their charges stay. */
async function deleteWhere(
  writer: Writer,
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
  const ids = rows.map(row => row.id);
  await writer.deleteFrom('messages').where('conversation_id', 'in', ids).execute();
  await writer.deleteFrom('conversations').where('id', 'in', ids).execute();
  return ids.length;
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

/** @returns whether there was one */
export async function deleteConversation(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .transaction()
    .execute(writer => deleteWhere(writer, eb => eb('id', '=', id)));
  return deleted > 0;
}

async function readConversations(database: Database, ids: readonly string[]): Promise<StoredConversation[]> {
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
    messages: messages.map(toMessage),
  };
}

function toMessage(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    role: row.role,
    parts: JSON.parse(row.parts) as Part[],
    finishReason: row.finish_reason,
    userId: row.user_id,
    createdAt: row.created_at,
  };
}

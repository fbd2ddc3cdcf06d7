import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type Part, textOf } from '../../protocol/message.ts';
import type { Turn } from '../answerers/answerer.ts';
import { now } from './clock.ts';
import { settle } from './credits.ts';
import type { Database, Tables, Writer } from './tables.ts';

/** A visitor's message and the reply to it, which are only ever stored together. */
export interface Exchange {
  /** Of a conversation that begins with this exchange, or that there is. */
  conversationId: string;
  agentId: string;
  userId: string | null;
  userMessageId: string;
  userText: string;
  replyId: string;
  replyParts: readonly Part[];
  finishReason: string;
  chargeId: string;
}

const UUID = /^[0-9a-f-]{36}$/;

/** Whether this agent holds a conversation of that id. Ids are compared exactly. */
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
export async function lastTurns(database: Database, id: string, limit: number): Promise<Turn[]> {
  const rows = await database
    .selectFrom('messages')
    .select(['role', 'parts'])
    .where('conversation_id', '=', id)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(row => ({ role: row.role, text: textOf(JSON.parse(row.parts) as Part[]) }));
}

/** Stores the exchange and settles its charge in one transaction: a conversation is never half written. */
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
      // One that was deleted while this reply was written begins anew: its visitor has just read the answer.
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(eb => ({
          message_count: eb('conversations.message_count', '+', 2),
          updated_at: time,
          // The first user id a conversation is given stays with it; each message keeps its own.
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
          parts: JSON.stringify([{ type: 'text', text: exchange.userText }]),
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
 * Deletes up to `limit` conversations that nobody has gone on with since `before`, oldest first.
 * @returns how many
 */
export async function deleteConversations(
  database: Database,
  before: number,
  limit: number,
): Promise<number> {
  return await database
    .transaction()
    .execute(writer =>
      deleteThose(writer, eb =>
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

/** Deletes conversations with their messages. What they cost stays in the books. */
export async function deleteThose(
  writer: Writer,
  chosen: (eb: ExpressionBuilder<Tables, 'conversations'>) => Expression<SqlBool>,
): Promise<number> {
  // Written to first: one that is just gone on with, or deleted by another process, is waited for and then looked at again.
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

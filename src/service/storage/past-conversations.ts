import { ProtocolError } from '../../protocol/errors.ts';
import type { Part } from '../../protocol/message.ts';
import type { ConversationFilter, StoredConversation, StoredMessage } from '../contract.ts';
import { deleteThose } from './conversations.ts';
import type { ConversationRow, Database, MessageRow } from './tables.ts';

const AT_ONCE = 100;

/** An agent's conversations in the order they began. One that begins meanwhile is not among them. */
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
      // A signed-in user may have gone on with one that was begun before.
      query.where('id', 'in', eb =>
        eb.selectFrom('messages').select('conversation_id').where('user_id', '=', userId!),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = chosen.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += AT_ONCE) yield* await read(database, ids.slice(at, at + AT_ONCE));
}

/** @throws ProtocolError `not_found` */
export async function pastConversation(database: Database, id: string): Promise<StoredConversation> {
  const [found] = await read(database, [id]);
  if (!found) throw new ProtocolError('not_found', 'There is no conversation of this id.');
  return found;
}

/** @returns whether there was one */
export async function deleteConversation(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .transaction()
    .execute(writer => deleteThose(writer, eb => eb('id', '=', id)));
  return deleted > 0;
}

async function read(database: Database, ids: readonly string[]): Promise<StoredConversation[]> {
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
  const said = Map.groupBy(messages, message => message.conversation_id);
  const found = new Map(conversations.map(row => [row.id, row]));
  return ids.flatMap(id => {
    const row = found.get(id);
    return row ? [toConversation(row, said.get(id) ?? [])] : [];
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

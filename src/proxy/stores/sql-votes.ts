import { sql } from 'kysely';
import type { MessageVote, VotesOf } from '../usage/usage-store.ts';
import type { Database, Tables } from './tables.ts';

/** Values in one statement. */
const VALUES_MAX = 1000;
const VOTERS_PER_TRANSACTION = 200;
const VOTE_COLUMNS = ['message_id', 'conversation_id', 'value', 'reason', 'at'] as const;
type VoteRow = Pick<Tables['proxy_votes'], (typeof VOTE_COLUMNS)[number]>;

/** Conditions that together choose the votes; a vote can meet several. */
export function* votesBy({ voters, conversationIds }: VotesOf): Generator<{
  column: 'voter' | 'conversation_id';
  values: readonly string[];
}> {
  const lists = [
    ['voter', voters],
    ['conversation_id', conversationIds],
  ] as const;
  for (const [column, all] of lists)
    for (let at = 0; at < all.length; at += VALUES_MAX)
      yield { column, values: all.slice(at, at + VALUES_MAX) };
}

/** The votes that meet one of the conditions, the oldest first. */
export async function readVotesBy(database: Database, agentId: string, of: VotesOf): Promise<MessageVote[]> {
  const found = new Map<string, VoteRow>();
  for (const { column, values } of votesBy(of)) {
    const rows = await selectVotes(database, agentId).select('voter').where(column, 'in', values).execute();
    for (const { voter, ...row } of rows) found.set(`${voter} ${row.message_id}`, row);
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(toMessageVote);
}

export async function readVotesOn(
  database: Database,
  agentId: string,
  messageIds: readonly string[],
): Promise<MessageVote[]> {
  const rows: VoteRow[] = [];
  for (let at = 0; at < messageIds.length; at += VALUES_MAX) {
    const some = messageIds.slice(at, at + VALUES_MAX);
    rows.push(
      ...(await selectVotes(database, agentId).where('message_id', 'in', some).orderBy('at').execute()),
    );
  }
  return rows.map(toMessageVote);
}

/** The latest votes with a reason. */
export async function readReasons(
  database: Database,
  agentId: string,
  limit: number,
): Promise<MessageVote[]> {
  const rows = await selectVotes(database, agentId)
    .where('reason', 'is not', null)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toMessageVote);
}

function selectVotes(database: Database, agentId: string) {
  return database.selectFrom('proxy_votes').select(VOTE_COLUMNS).where('agent_id', '=', agentId);
}

/** Gives votes that earlier versions have stored under a plain digest their keyed hash. */
export async function rekeyVotes(
  database: Database,
  keyOf: (voter: string) => Promise<string>,
): Promise<void> {
  for (;;) {
    const rows = await database
      .selectFrom('proxy_votes')
      .select(['agent_id', 'voter'])
      .distinct()
      .where(sql<boolean>`voter not like 'k.%'`)
      .limit(VOTERS_PER_TRANSACTION)
      .execute();
    if (rows.length === 0) return;
    const keyed = await Promise.all(rows.map(async row => ({ ...row, key: await keyOf(row.voter) })));
    await database.transaction().execute(async writer => {
      for (const { agent_id, voter, key } of keyed) {
        const own = writer.selectFrom('proxy_votes').select('message_id').where('agent_id', '=', agent_id);
        // The later one was stored under the key.
        await writer
          .deleteFrom('proxy_votes')
          .where('agent_id', '=', agent_id)
          .where('voter', '=', voter)
          .where('message_id', 'in', own.where('voter', '=', key))
          .execute();
        await writer
          .updateTable('proxy_votes')
          .set({ voter: key })
          .where('agent_id', '=', agent_id)
          .where('voter', '=', voter)
          .execute();
      }
    });
  }
}

function toMessageVote({ message_id, conversation_id, value, reason, at }: VoteRow): MessageVote {
  return {
    ...{ messageId: message_id, conversationId: conversation_id ?? undefined },
    ...{ value, reason: reason ?? undefined, at },
  };
}

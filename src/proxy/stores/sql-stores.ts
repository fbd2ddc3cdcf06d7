import { type Dialect, Kysely, sql } from 'kysely';
import { stateOf, writeProbe } from '../../databases/store-state.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { RevocationStore } from '../access/revoked-visitors.ts';
import { HISTORY_KEPT, type SettingsRecord, type SettingsStore } from '../settings/settings-store.ts';
import {
  type DayUsage,
  type MessageVote,
  REASONS_SHOWN,
  type UsageReport,
  type UsageStore,
  type Vote,
  type VotesOf,
} from '../usage/usage-store.ts';
import { SqlErasures } from './sql-erasures.ts';
import { readReasons, readVotesBy, readVotesOn, rekeyVotes, votesBy } from './sql-votes.ts';
import type { Stores } from './stores.ts';
import { type Database, makeTables, type Tables } from './tables.ts';

/**
 * Keeps everything in one database, whose tables are created if missing.
 * @param folder of a database that is a file
 */
export async function openSqlStores(dialect: Dialect, folder?: string): Promise<Stores> {
  const database: Database = new Kysely<Tables>({ dialect });
  try {
    await makeTables(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    settings: new SqlSettings(database),
    usage: new SqlUsage(database),
    erasures: new SqlErasures(database),
    revocations: new SqlRevocations(database),
    check: () => stateOf(() => probe(database, folder)),
    close: () => database.destroy(),
  };
}

async function probe(database: Database, folder: string | undefined): Promise<void> {
  if (folder) await writeProbe(folder);
  const at = Math.floor(Date.now() / 1000);
  await database
    .insertInto('proxy_probe')
    .values({ id: 1, at })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ at }))
    .execute();
}

/** Settings: one row for each version, so that two instances cannot both write the next one. */
class SqlSettings implements SettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(agentId: string): Promise<SettingsRecord | undefined> {
    const [record] = await this.history(agentId, 1);
    return record;
  }

  async write(agentId: string, record: SettingsRecord): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#database
      .insertInto('proxy_settings')
      .values({
        agent_id: agentId,
        version: record.version,
        settings: JSON.stringify(record.settings),
        updated_at: record.updatedAt,
        updated_by: record.by ?? null,
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    await this.#database
      .deleteFrom('proxy_settings')
      .where('agent_id', '=', agentId)
      .where('version', '<=', record.version - HISTORY_KEPT)
      .execute();
    return true;
  }

  async history(agentId: string, limit: number): Promise<SettingsRecord[]> {
    const rows = await this.#database
      .selectFrom('proxy_settings')
      .selectAll()
      .where('agent_id', '=', agentId)
      .orderBy('version', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toRecord);
  }
}

function toRecord(row: Tables['proxy_settings']): SettingsRecord {
  return {
    settings: JSON.parse(row.settings) as SettingsPatch,
    version: row.version,
    updatedAt: row.updated_at,
    by: row.updated_by ?? undefined,
  };
}

class SqlRevocations implements RevocationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async has(visitorId: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom('proxy_revoked_visitors')
      .select('visitor_id')
      .where('visitor_id', '=', visitorId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async add(visitorId: string): Promise<void> {
    await this.#database
      .insertInto('proxy_revoked_visitors')
      .values({ visitor_id: visitorId, at: Math.floor(Date.now() / 1000) })
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
}

/** Counts and votes. */
class SqlUsage implements UsageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(agentId: string, usage: DayUsage): Promise<void> {
    await this.#database
      .insertInto('proxy_usage')
      .values({ agent_id: agentId, ...usage })
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'day']).doUpdateSet({
          requests: sql`proxy_usage.requests + excluded.requests`,
          replies: sql`proxy_usage.replies + excluded.replies`,
          failures: sql`proxy_usage.failures + excluded.failures`,
          unanswered: sql`proxy_usage.unanswered + excluded.unanswered`,
          credits: sql`proxy_usage.credits + excluded.credits`,
        }),
      )
      .execute();
  }

  async vote(given: Vote): Promise<void> {
    const { agentId, voter, formerVoters, messageId, conversationId, value, reason, at } = given;
    const vote = { value, reason: reason ?? null, at, conversation_id: conversationId };
    await this.#database.transaction().execute(async writer => {
      await writer
        .insertInto('proxy_votes')
        .values({ agent_id: agentId, voter, message_id: messageId, ...vote })
        .onConflict(conflict => conflict.columns(['agent_id', 'voter', 'message_id']).doUpdateSet(vote))
        .execute();
      // PostgreSQL takes no empty list.
      if (formerVoters.length === 0) return;
      await writer
        .deleteFrom('proxy_votes')
        .where('agent_id', '=', agentId)
        .where('voter', 'in', formerVoters)
        .where('message_id', '=', messageId)
        .execute();
    });
  }

  async report(agentId: string, since: string): Promise<UsageReport> {
    const days = await this.#database
      .selectFrom('proxy_usage')
      .select(['day', 'requests', 'replies', 'failures', 'unanswered', 'credits'])
      .where('agent_id', '=', agentId)
      .where('day', '>=', since)
      .orderBy('day')
      .execute();
    const votes = this.#database.selectFrom('proxy_votes').where('agent_id', '=', agentId);
    const counts = await votes
      .select(({ fn }) => ['value', fn.countAll<number>().as('count')])
      .groupBy('value')
      .execute();
    const reasons = await readReasons(this.#database, agentId, REASONS_SHOWN);
    const count = (value: string): number => counts.find(row => row.value === value)?.count ?? 0;
    return {
      days,
      feedback: { up: count('up'), down: count('down'), reasons },
    };
  }

  votesOn(agentId: string, messageIds: readonly string[]): Promise<MessageVote[]> {
    return readVotesOn(this.#database, agentId, messageIds);
  }

  votesBy(agentId: string, of: VotesOf): Promise<MessageVote[]> {
    return readVotesBy(this.#database, agentId, of);
  }

  async votedConversations(agentId: string, value: Vote['value'], limit: number): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('proxy_votes')
      .select(({ fn }) => ['conversation_id', fn.max('at').as('latest')])
      .where('agent_id', '=', agentId)
      .where('value', '=', value)
      .where('conversation_id', 'is not', null)
      .groupBy('conversation_id')
      .orderBy('latest', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ conversation_id }) => conversation_id!);
  }

  async forgetReasons(agentId: string, of: VotesOf): Promise<void> {
    for (const { column, values } of votesBy(of))
      await this.#database
        .updateTable('proxy_votes')
        .set({ reason: null })
        .where('agent_id', '=', agentId)
        .where(column, 'in', values)
        .execute();
  }

  async rekeyVoters(keyOf: (voter: string) => Promise<string>): Promise<void> {
    await rekeyVotes(this.#database, keyOf);
  }

  async credits(since: string): Promise<number> {
    const row = await this.#database
      .selectFrom('proxy_usage')
      .select(({ fn }) => fn.sum<number | string | null>('credits').as('credits'))
      .where('day', '>=', since)
      .executeTakeFirst();
    return Number(row?.credits ?? 0);
  }
}

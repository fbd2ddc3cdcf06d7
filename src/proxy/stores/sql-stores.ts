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
} from '../usage/usage-store.ts';
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

  async vote({ agentId, voter, messageId, conversationId, value, reason: given, at }: Vote): Promise<void> {
    const vote = { value, reason: given ?? null, at, conversation_id: conversationId };
    await this.#database
      .insertInto('proxy_votes')
      .values({ agent_id: agentId, voter, message_id: messageId, ...vote })
      .onConflict(conflict => conflict.columns(['agent_id', 'voter', 'message_id']).doUpdateSet(vote))
      .execute();
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
    const reasons = await votes
      .select(VOTE_COLUMNS)
      .where('reason', 'is not', null)
      .orderBy('at', 'desc')
      .limit(REASONS_SHOWN)
      .execute();
    const count = (value: string): number => counts.find(row => row.value === value)?.count ?? 0;
    return {
      days,
      feedback: {
        up: count('up'),
        down: count('down'),
        reasons: reasons.map(toMessageVote),
      },
    };
  }

  async votesOn(agentId: string, messageIds: readonly string[]): Promise<MessageVote[]> {
    const rows: VoteRow[] = [];
    for (let at = 0; at < messageIds.length; at += IDS_PER_QUERY) {
      const some = await this.#database
        .selectFrom('proxy_votes')
        .select(VOTE_COLUMNS)
        .where('agent_id', '=', agentId)
        .where('message_id', 'in', messageIds.slice(at, at + IDS_PER_QUERY))
        .orderBy('at')
        .execute();
      rows.push(...some);
    }
    return rows.map(toMessageVote);
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

  async forgetReasons(agentId: string, of: { conversationId: string } | { voter: string }): Promise<void> {
    await this.#database
      .updateTable('proxy_votes')
      .set({ reason: null })
      .where('agent_id', '=', agentId)
      .where(eb =>
        'voter' in of ? eb('voter', '=', of.voter) : eb('conversation_id', '=', of.conversationId),
      )
      .execute();
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

const IDS_PER_QUERY = 1000;
const VOTE_COLUMNS = ['message_id', 'conversation_id', 'value', 'reason', 'at'] as const;
type VoteRow = Pick<Tables['proxy_votes'], (typeof VOTE_COLUMNS)[number]>;

function toMessageVote({ message_id, conversation_id, value, reason, at }: VoteRow): MessageVote {
  return {
    ...{ messageId: message_id, conversationId: conversation_id ?? undefined },
    ...{ value, reason: reason ?? undefined, at },
  };
}

import { type Dialect, Kysely, sql } from 'kysely';
import { stateOf, writeProbe } from '../../databases/store-state.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import { HISTORY_KEPT, type SettingsRecord, type SettingsStore } from '../settings/settings-store.ts';
import {
  type DayUsage,
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

  async vote({ agentId, voter, messageId, value, reason: given, at }: Vote): Promise<void> {
    const reason = given ?? null;
    await this.#database
      .insertInto('proxy_votes')
      .values({ agent_id: agentId, voter, message_id: messageId, value, reason, at })
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'voter', 'message_id']).doUpdateSet({ value, reason, at }),
      )
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
      .select(['message_id', 'value', 'reason', 'at'])
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
        reasons: reasons.map(({ message_id, value, reason, at }) => ({
          messageId: message_id,
          value,
          reason: reason ?? undefined,
          at,
        })),
      },
    };
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

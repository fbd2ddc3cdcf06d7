import type { SettingsPatch } from '../../protocol/settings.ts';
import { HISTORY_KEPT, type SettingsRecord, type SettingsStore } from '../settings/settings-store.ts';
import type { Database, Tables } from './tables.ts';

/** Settings in a database: one row a version, so two instances cannot both write the next one. */
export class SqlSettings implements SettingsStore {
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

import { randomUUID } from 'node:crypto';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../protocol/settings.ts';
import { parseSettingsPatch } from '../../protocol/settings-patch.ts';
import type { AgentInfo } from '../contract.ts';
import { now } from './clock.ts';
import type { AgentRow, Database } from './tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface Agent {
  id: string;
  workspaceId: string;
  settings: Settings;
}

/** @throws ProtocolError `conflict` for an existing id; `invalid_request` for an id that is not a UUID or an invalid setting */
export async function createAgent(
  database: Database,
  options: { workspaceId: string; id?: string; settings?: SettingsPatch },
): Promise<AgentInfo> {
  const id = options.id?.toLowerCase() ?? randomUUID();
  if (!UUID.test(id)) throw invalidField('agentId', 'must be a UUID');
  const workspace = await database
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', options.workspaceId)
    .executeTakeFirst();
  if (!workspace) throw new ProtocolError('not_found', 'No workspace has this id.');
  const created = now();
  const row: AgentRow = {
    id,
    workspace_id: options.workspaceId,
    settings: JSON.stringify(mergeSettings(defaultSettings(), parseSettingsPatch(options.settings ?? {}))),
    contact_count: 0,
    created_at: created,
    updated_at: created,
  };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('agents')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new ProtocolError('conflict', 'An agent with this id exists.');
  return toInfo(row);
}

export async function findAgent(database: Database, id: string): Promise<Agent | undefined> {
  if (!UUID.test(id)) return undefined;
  const row = await database
    .selectFrom('agents')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  return row && toAgent(row);
}

export async function listAgents(database: Database, workspaceId?: string): Promise<AgentInfo[]> {
  const rows = await database
    .selectFrom('agents')
    .selectAll()
    .$if(workspaceId !== undefined, query => query.where('workspace_id', '=', workspaceId!))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toInfo);
}

/** Applies a validated patch. Concurrent patches run one after the other, and none is lost. */
export async function patchSettings(database: Database, id: string, patch: SettingsPatch): Promise<void> {
  await database.transaction().execute(async writer => {
    const row = await writer
      .updateTable('agents')
      .set({ updated_at: now() })
      .where('id', '=', id)
      .returning('settings')
      .executeTakeFirstOrThrow();
    const settings = mergeSettings(parseSettings(row.settings), patch);
    await writer
      .updateTable('agents')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', id)
      .execute();
  });
}

function toAgent(row: AgentRow): Agent {
  return { id: row.id, workspaceId: row.workspace_id, settings: parseSettings(row.settings) };
}

function toInfo(row: AgentRow): AgentInfo {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: parseSettings(row.settings).name,
    contacts: row.contact_count,
    createdAt: row.created_at,
  };
}

/** A setting that did not exist when the row was written has its default. */
function parseSettings(json: string): Settings {
  return mergeSettings(defaultSettings(), JSON.parse(json) as SettingsPatch);
}

import { randomUUID } from 'node:crypto';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { storable } from '../../protocol/text.ts';
import { parseAllowlist } from '../access/allowlist.ts';
import { hashKey, keyPrefix, newKey } from '../access/api-key.ts';
import type { KeyInfo } from '../contract.ts';
import { now } from './clock.ts';
import type { Database, KeyRow, PlanRow } from './tables.ts';

/** A valid key with its workspace and plan. */
export interface KnownKey {
  id: string;
  workspaceId: string;
  allowlist: readonly string[];
  plan: PlanRow;
}

/** Finds a key by its hash, so that the time of the lookup reveals nothing about existing keys. */
export async function findKey(database: Database, key: string): Promise<KnownKey | undefined> {
  const row = await database
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .innerJoin('plans', 'plans.name', 'workspaces.plan')
    .selectAll('plans')
    .select(['api_keys.id', 'api_keys.workspace_id', 'api_keys.allowlist'])
    .where('api_keys.hash', '=', hashKey(key))
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, workspace_id, allowlist, ...plan } = row;
  return { id, workspaceId: workspace_id, allowlist: JSON.parse(allowlist) as string[], plan };
}

/** @throws ProtocolError `invalid_request` for a key that no header can carry or that is easy to guess */
export function checkKey(key: string): void {
  if (key.trim().length < 8) throw invalidField('apiKey', 'must have at least 8 characters');
  // An Authorization header cannot carry spaces or commas in a token.
  if (!/^[\x21-\x7e]+$/.test(key) || key.includes(',')) {
    throw invalidField('apiKey', 'must be printable ASCII without spaces and commas');
  }
}

/** @throws ProtocolError `not_found` for the workspace; `conflict` at the plan's number of keys */
export async function createKey(
  database: Database,
  options: { workspaceId: string; name?: string; allowlist?: readonly string[]; key?: string },
): Promise<KeyInfo & { key: string }> {
  const key = options.key ?? newKey();
  checkKey(key);
  const allowlist = parseAllowlist(options.allowlist ?? []);
  const row: KeyRow = {
    id: randomUUID(),
    workspace_id: options.workspaceId,
    name: storable(options.name ?? ''),
    hash: hashKey(key),
    prefix: keyPrefix(key),
    allowlist: JSON.stringify(allowlist),
    created_at: now(),
    revoked_at: null,
  };
  await database.transaction().execute(async writer => {
    // The update locks the row, so that processes that create keys wait for each other.
    const workspace = await writer
      .updateTable('workspaces')
      .set(eb => ({ name: eb.ref('name') }))
      .where('id', '=', options.workspaceId)
      .returning('plan')
      .executeTakeFirst();
    if (!workspace) throw new ProtocolError('not_found', 'No workspace has this id.');
    const { max_keys } = await writer
      .selectFrom('plans')
      .select('max_keys')
      .where('name', '=', workspace.plan)
      .executeTakeFirstOrThrow();
    const { count } = await writer
      .selectFrom('api_keys')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', options.workspaceId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= max_keys) {
      throw new ProtocolError('conflict', `The plan allows ${max_keys} keys. Revoke one first.`);
    }
    await writer.insertInto('api_keys').values(row).execute();
  });
  return { ...toInfo(row), key };
}

export async function listKeys(database: Database, workspaceId?: string): Promise<KeyInfo[]> {
  const rows = await database
    .selectFrom('api_keys')
    .selectAll()
    .$if(workspaceId !== undefined, query => query.where('workspace_id', '=', workspaceId!))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toInfo);
}

/** Does nothing if the key was revoked before. @throws ProtocolError `not_found` */
export async function revokeKey(database: Database, id: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('api_keys')
    .set(eb => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now())) }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProtocolError('not_found', 'No key has this id.');
}

function toInfo(row: KeyRow): KeyInfo {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    prefix: row.prefix,
    allowlist: JSON.parse(row.allowlist) as string[],
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

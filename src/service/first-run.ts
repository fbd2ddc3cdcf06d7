import { randomUUID } from 'node:crypto';
import { isUniqueViolation } from '../databases/database-errors.ts';
import { type ErrorCode, ProtocolError } from '../protocol/errors.ts';
import { hashKey, newKey } from './access/api-key.ts';
import type { FirstRun, FirstRunOptions } from './contract.ts';
import { type Agent, createAgent, findAgent } from './storage/agents.ts';
import { checkKey, createKey, revokeKey } from './storage/keys.ts';
import { claimNote, readNote, writeNote } from './storage/notes.ts';
import type { Database } from './storage/tables.ts';
import { createWorkspace, setPlan } from './storage/workspaces.ts';

const WORKSPACE = 'first-run.workspace';
const AGENT = 'first-run.agent';
const KEY = 'first-run.key';
const KEY_NAME = 'first run';
/** On their own machine, owners need no limits. */
const PLAN = 'enterprise';

/** See `AgentService.firstRun`. */
export async function firstRun(
  database: Database,
  options: FirstRunOptions,
): Promise<Omit<FirstRun, 'answersFromSample'>> {
  const workspaceId = await ensureWorkspace(database, options.plan);
  const { agent, created } = await ensureAgent(database, workspaceId, options);
  const apiKey = await ensureKey(database, workspaceId, options);
  return { workspaceId, agentId: agent.id, apiKey, created, settings: agent.settings };
}

/** The agent of a single site, created with its workspace if it is missing; without a key. */
export async function ensureFirstAgent(database: Database): Promise<string> {
  const workspaceId = await ensureWorkspace(database, undefined);
  const { agent } = await ensureAgent(database, workspaceId, {});
  return agent.id;
}

// Two processes may start at the same moment. A note claims what is created, and the second process uses what the first
// has created.

async function ensureWorkspace(database: Database, plan: string | undefined): Promise<string> {
  const kept = await readNote(database, WORKSPACE);
  if (kept) {
    if (plan !== undefined) await setPlan(database, kept, plan);
    return kept;
  }
  const { id } = await createWorkspace(database, { name: 'First workspace', plan: plan ?? PLAN });
  const claimed = await claimNote(database, WORKSPACE, id);
  if (claimed !== id) await database.deleteFrom('workspaces').where('id', '=', id).execute();
  return claimed;
}

async function ensureAgent(
  database: Database,
  workspaceId: string,
  options: FirstRunOptions,
): Promise<{ agent: Agent; created: boolean }> {
  const id = options.agentId ?? (await claimNote(database, AGENT, randomUUID()));
  let agent = await findAgent(database, id);
  const created = !agent;
  if (!agent) {
    await createAgent(database, { workspaceId, id, settings: options.settings ?? {} }).catch(
      ignore('conflict'),
    );
    agent = await findAgent(database, id);
  }
  if (agent?.workspaceId !== workspaceId) {
    throw new ProtocolError('conflict', 'agentId: belongs to another workspace');
  }
  await writeNote(database, AGENT, agent.id);
  return { agent, created };
}

/** @returns the key, if it was generated here */
async function ensureKey(
  database: Database,
  workspaceId: string,
  { apiKey: wanted, keepEarlierKey }: FirstRunOptions,
): Promise<string | undefined> {
  const kept = await validKey(database, (await readNote(database, KEY)) ?? '');
  if (kept && (wanted === undefined || kept.hash === hashKey(wanted))) return undefined;
  const key = wanted ?? newKey();
  checkKey(key);
  const other = await keyByHash(database, hashKey(key));
  if (other && (other.workspace_id !== workspaceId || other.revoked_at !== null)) {
    throw new ProtocolError('conflict', 'apiKey: was revoked, or belongs to another workspace');
  }
  // Revoke the old key first: a workspace with the maximum of keys can still replace this one.
  if (kept && !keepEarlierKey) await revokeKey(database, kept.id);
  if (wanted === undefined) {
    const { id } = await createKey(database, { workspaceId, name: KEY_NAME, key });
    const claimed = await claimNote(database, KEY, id);
    if (claimed === id) return key;
    if (await validKey(database, claimed)) {
      await revokeKey(database, id);
      return undefined;
    }
    await writeNote(database, KEY, id);
    return key;
  }
  if (!other) {
    await createKey(database, { workspaceId, name: KEY_NAME, key }).catch((error: unknown) => {
      // Another process has created the same key. Any other error, such as too many keys, is for the operator.
      if (!isUniqueViolation(error)) throw error;
    });
  }
  const made = await keyByHash(database, hashKey(key));
  if (made) await writeNote(database, KEY, made.id);
  return undefined;
}

async function validKey(database: Database, id: string): Promise<{ id: string; hash: string } | undefined> {
  return await database
    .selectFrom('api_keys')
    .select(['id', 'hash'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

async function keyByHash(
  database: Database,
  hash: string,
): Promise<{ id: string; workspace_id: string; revoked_at: number | null } | undefined> {
  return await database
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'revoked_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

function ignore(code: ErrorCode): (error: unknown) => void {
  return error => {
    if (!(error instanceof ProtocolError && error.code === code)) throw error;
  };
}

import { ProtocolError } from '../protocol/errors.ts';
import type { SettingsPatch } from '../protocol/settings.ts';
import { hashKey, newKey } from './access/api-key.ts';
import type { FirstRun, FirstRunOptions } from './contract.ts';
import { createAgent, findAgent } from './storage/agents.ts';
import { createKey, revokeKey } from './storage/keys.ts';
import type { Database } from './storage/tables.ts';
import { createWorkspace, readNote, writeNote } from './storage/workspaces.ts';

const WORKSPACE = 'first-run.workspace';
const AGENT = 'first-run.agent';
const KEY = 'first-run.key';
const KEY_NAME = 'first run';

/** Questions the documents of this package answer. */
const SETTINGS: SettingsPatch = {
  name: 'agent-chat',
  initialMessages: ['Hello! Ask me anything about agent-chat: I answer from its own documents.'],
  suggestedQueries: [
    'How do I put the chat on my page?',
    'How do I feed it my own documents?',
    'Which models can it use?',
  ],
  placeholder: 'Ask a question',
};

/** See `AgentService.firstRun`. */
export async function firstRun(database: Database, options: FirstRunOptions): Promise<FirstRun> {
  const workspaceId = await ensureWorkspace(database, options.plan ?? 'enterprise');
  const apiKey = await ensureKey(database, workspaceId, options.apiKey);
  const { agentId, created } = await ensureAgent(database, workspaceId, options);
  const agent = await findAgent(database, agentId);
  if (!agent) throw new Error('The first agent is gone.');
  return { workspaceId, agentId, apiKey, created, settings: agent.settings };
}

async function ensureWorkspace(database: Database, plan: string): Promise<string> {
  const kept = await readNote(database, WORKSPACE);
  if (kept) return kept;
  const { id } = await createWorkspace(database, { name: 'First workspace', plan });
  await writeNote(database, WORKSPACE, id);
  return id;
}

async function ensureKey(
  database: Database,
  workspaceId: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  const keptId = await readNote(database, KEY);
  const kept = await database
    .selectFrom('api_keys')
    .select(['id', 'hash'])
    .where('id', '=', keptId ?? '')
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (kept && (wanted === undefined || kept.hash === hashKey(wanted))) return undefined;
  const key = wanted ?? newKey();
  const other = await database
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'revoked_at'])
    .where('hash', '=', hashKey(key))
    .executeTakeFirst();
  if (other && (other.workspace_id !== workspaceId || other.revoked_at !== null)) {
    throw new ProtocolError('conflict', 'apiKey: was revoked, or belongs to another workspace');
  }
  // The old one first, so that a workspace with all its keys taken can still change this one.
  if (kept) await revokeKey(database, kept.id);
  const id = other?.id ?? (await createKey(database, { workspaceId, name: KEY_NAME, key })).id;
  await writeNote(database, KEY, id);
  return wanted === undefined ? key : undefined;
}

async function ensureAgent(
  database: Database,
  workspaceId: string,
  options: FirstRunOptions,
): Promise<{ agentId: string; created: boolean }> {
  const wanted = options.agentId?.toLowerCase() ?? (await readNote(database, AGENT));
  const existing = wanted === undefined ? undefined : await findAgent(database, wanted);
  if (existing && existing.workspaceId !== workspaceId) {
    throw new ProtocolError('conflict', 'agentId: belongs to another workspace');
  }
  const agentId =
    existing?.id ??
    (
      await createAgent(database, {
        workspaceId,
        ...(wanted !== undefined && { id: wanted }),
        settings: { ...SETTINGS, ...options.settings },
      })
    ).id;
  await writeNote(database, AGENT, agentId);
  return { agentId, created: !existing };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentService, Management, ServiceOptions } from '../service/index.ts';
import { opened, storeNamed } from './opened.ts';
import { onOneLine } from './table.ts';
import { databaseAddress, UsageError, type VariableName, type Variables } from './variables.ts';

/** Where a service keeps its data: what every command that manages it needs to know. */
export const STORE_VARIABLES = ['DATA_DIR', 'DATABASE_URL'] as const satisfies readonly VariableName[];

export function storeOptions(variables: Variables): { dataDir: string; databaseUrl: string | undefined } {
  return { dataDir: variables.DATA_DIR ?? 'data', databaseUrl: databaseAddress(variables) };
}

/** Opens the service. Its code is loaded only now: help, and mistakes in a call, are told without it. */
export async function openService(options: ServiceOptions, variables: Variables): Promise<AgentService> {
  const { createService } = await import('../service/index.ts');
  return opened(createService(options), storeNamed(variables));
}

/**
 * Opens the service's store for one command. It may be running meanwhile. One that is not there is made only where
 * `isNew`: a folder that was misspelt would look like a store that holds nothing.
 */
export async function withStore<T>(
  variables: Variables,
  use: (management: Management) => Promise<T>,
  isNew = false,
): Promise<T> {
  const { dataDir, databaseUrl } = storeOptions(variables);
  if (!isNew && !databaseUrl && !existsSync(join(dataDir, 'service.sqlite'))) {
    throw new UsageError(
      `There is no store in ${dataDir}. DATA_DIR or --data-dir names the folder it is in; agent-chat start makes one.`,
    );
  }
  const service = await openService(storeOptions(variables), variables);
  try {
    return await use(service.management);
  } finally {
    await service.close({ graceMs: 0 });
  }
}

/** The agent a command is about: the one that was named, else the only one. @throws UsageError */
export async function agentOf(management: Management, named: string | undefined): Promise<string> {
  // RFC 9562, section 4: a UUID is the same one in capitals.
  if (named) return named.toLowerCase();
  const agents = await management.listAgents();
  if (agents.length === 1) return agents[0]!.id;
  throw new UsageError(
    agents.length === 0
      ? 'There is no agent yet: agent-chat agents create makes one.'
      : 'There are several agents: say which with --agent. agent-chat agents list shows them.',
  );
}

/**
 * The workspace a command is about: the one whose id or name was given, else the only one.
 * @throws UsageError also for one there is none of: what it holds would look like nothing at all
 */
export async function workspaceOf(management: Management, named: string | undefined): Promise<string> {
  const workspaces = await management.listWorkspaces();
  const meant = named
    ? workspaces.filter(({ id, name }) => id === named.toLowerCase() || name === named)
    : workspaces;
  if (meant.length === 1) return meant[0]!.id;
  if (workspaces.length === 0)
    throw new UsageError(
      'There is no workspace yet: agent-chat agents create --new-workspace <name> makes one.',
    );
  const which =
    meant.length === 0
      ? 'There is no such workspace. There are:'
      : `There are several workspaces${named ? ' of this name' : ''}: say which with --workspace.`;
  const lines = (meant.length === 0 ? workspaces : meant).map(
    ({ id, name, plan }) => `  ${id}  ${plan.padEnd(10)}  ${onOneLine(name)}`,
  );
  throw new UsageError([which, ...lines].join('\n'));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentService, Management, ServiceOptions } from '../service/index.ts';
import { openOrExplain, storeVariable } from './open-or-explain.ts';
import { sanitizeLine } from './output.ts';
import { databaseAddress, UsageError, type VariableName, type Variables } from './variables.ts';

/** The variables that name a service's store. */
export const STORE_VARIABLES = ['DATA_DIR', 'DATABASE_URL'] as const satisfies readonly VariableName[];

export function storeOptions(variables: Variables): { dataDir: string; databaseUrl: string | undefined } {
  return { dataDir: variables.DATA_DIR ?? 'data', databaseUrl: databaseAddress(variables) };
}

/** Opens the service. Its code is loaded only now, so that help and usage errors are fast. */
export async function openService(options: ServiceOptions, variables: Variables): Promise<AgentService> {
  const { createService } = await import('../service/index.ts');
  return openOrExplain(createService(options), storeVariable(variables));
}

/**
 * Opens the service's store for one command; the service may be running. A missing store is created only with `isNew`: a
 * misspelt folder would look like an empty store.
 */
export async function withStore<T>(
  variables: Variables,
  use: (management: Management) => Promise<T>,
  { isNew = false, ...options }: { isNew?: boolean } & Partial<ServiceOptions> = {},
): Promise<T> {
  const { dataDir, databaseUrl } = storeOptions(variables);
  if (!isNew && !databaseUrl && !existsSync(join(dataDir, 'service.sqlite'))) {
    throw new UsageError(
      `There is no store in ${dataDir}. Set DATA_DIR or --data-dir to its folder; agent-chat start creates one.`,
    );
  }
  const service = await openService({ ...storeOptions(variables), ...options }, variables);
  try {
    return await use(service.management);
  } finally {
    await service.close({ graceMs: 0 });
  }
}

/** The id of the agent that was named, or of the only one. @throws UsageError */
export async function agentOf(management: Management, named: string | undefined): Promise<string> {
  // RFC 9562, section 4: UUIDs are compared without case.
  if (named) return named.toLowerCase();
  const agents = await management.listAgents();
  if (agents.length === 1) return agents[0]!.id;
  throw new UsageError(
    agents.length === 0
      ? 'There is no agent yet. Create one with agent-chat agents create.'
      : 'There are several agents. Choose one with --agent; agent-chat agents list shows them.',
  );
}

/**
 * The id of the workspace whose id or name was given, or of the only one.
 * @throws UsageError also for an unknown one: an empty list would look like an empty workspace
 */
export async function workspaceOf(management: Management, named: string | undefined): Promise<string> {
  const workspaces = await management.listWorkspaces();
  const meant = named
    ? workspaces.filter(({ id, name }) => id === named.toLowerCase() || name === named)
    : workspaces;
  if (meant.length === 1) return meant[0]!.id;
  if (workspaces.length === 0)
    throw new UsageError(
      'There is no workspace yet. Create one with agent-chat agents create --new-workspace <name>.',
    );
  const which =
    meant.length === 0
      ? 'No workspace has this id or name. The workspaces are:'
      : `There are several workspaces${named ? ' of this name' : ''}. Choose one with --workspace:`;
  const lines = (meant.length === 0 ? workspaces : meant).map(
    ({ id, name, plan }) => `  ${id}  ${plan.padEnd(10)}  ${sanitizeLine(name)}`,
  );
  throw new UsageError([which, ...lines].join('\n'));
}

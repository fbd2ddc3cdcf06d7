import { parseSettingsPatch } from '../../protocol/settings-patch.ts';
import type { Management } from '../../service/index.ts';
import type { Call, Command } from '../command.ts';
import { table, time } from '../output.ts';
import { STORE_VARIABLES, withStore, workspaceOf } from '../service-store.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat agents`: the agents of the agent service, and their workspaces. */
export const agents: Command = {
  name: 'agents',
  summary: 'Creates and lists agents of the agent service.',
  operands: 'create | list',
  variables: STORE_VARIABLES,
  flags: {
    workspace: 'Id or name of the workspace (the only one).',
    'new-workspace': 'Creates the agent in a new workspace of this name, with its own key.',
    plan: 'Plan of the new workspace: plus or enterprise (plus).',
    id: 'Id of the new agent, a UUID (random).',
    name: 'Name of the new agent (Assistant).',
  },
  fields: { agentId: '--id', name: '--name', plan: '--plan' },
  async run(call) {
    const [action, ...more] = call.operands;
    if (action === 'create' && more.length === 0) return create(call);
    if (action === 'list' && more.length === 0) return list(call);
    throw new UsageError('Choose an action: agent-chat agents create, or agents list.');
  },
};

async function create({ variables, flags, print }: Call): Promise<void> {
  const name = flags['new-workspace'];
  if (name?.trim() === '') throw new UsageError('--new-workspace needs the name of the workspace.');
  // An ignored flag would create the agent in the wrong workspace, or on the wrong plan.
  if (name && flags.workspace) throw new UsageError('Give either --workspace or --new-workspace, not both.');
  if (!name && flags.plan) throw new UsageError('--plan needs --new-workspace.');
  const settings = parseSettingsPatch(flags.name ? { name: flags.name } : {});
  const use = async (management: Management): Promise<void> => {
    const { id, workspaceId } = await management.createAgent({
      ...(name
        ? { newWorkspace: { name, ...(flags.plan && { plan: flags.plan }) } }
        : { workspaceId: await workspaceOf(management, flags.workspace) }),
      ...(flags.id && { id: flags.id }),
      settings,
    });
    print(`Agent ${id} in workspace ${workspaceId}.`);
    if (!name) return;
    const { key } = await management.createKey({ workspaceId, name: 'first key' });
    print(`Its key (shown only once): ${key}`);
  };
  await withStore(variables, use, { isNew: name !== undefined });
}

async function list({ variables, flags, print }: Call): Promise<void> {
  const found = await withStore(variables, async management =>
    management.listAgents(flags.workspace ? await workspaceOf(management, flags.workspace) : undefined),
  );
  print(
    table(
      ['id', 'name', 'contacts', 'created', 'workspace'],
      found.map(agent => [
        agent.id,
        agent.name,
        String(agent.contacts),
        time(agent.createdAt),
        agent.workspaceId,
      ]),
    ),
  );
}

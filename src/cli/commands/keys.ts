import type { Call, Command } from '../command.ts';
import { table, time } from '../output.ts';
import { STORE_VARIABLES, withStore, workspaceOf } from '../service-store.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat keys`: the API keys of the agent service. */
export const keys: Command = {
  name: 'keys',
  summary: 'Creates, lists and revokes API keys of the agent service.',
  operands: 'create | list | revoke <id>',
  details:
    'A key works for all agents of its workspace. It is shown only when it is created; only its hash is stored.',
  variables: STORE_VARIABLES,
  flags: {
    workspace: 'Id or name of the workspace (the only one).',
    name: 'A name for the key.',
    allow:
      'IP addresses and ranges that may use the key, separated by commas (any): 203.0.113.0/24,2001:db8::/32.',
  },
  fields: { allowlist: '--allow' },
  async run(call) {
    const [action, id, ...more] = call.operands;
    // Further operands must not be ignored: one may be a second key to revoke, or a range without its flag.
    if (action === 'create' && id === undefined) return create(call);
    if (action === 'list' && id === undefined) return list(call);
    if (action === 'revoke' && id && more.length === 0) {
      await withStore(call.variables, management => management.revokeKey(id.toLowerCase()));
      call.print('Revoked. The key no longer works.');
      return;
    }
    throw new UsageError('Choose an action: agent-chat keys create, keys list, or keys revoke <id>.');
  },
};

async function create({ variables, flags, print }: Call): Promise<void> {
  const key = await withStore(variables, async management =>
    management.createKey({
      workspaceId: await workspaceOf(management, flags.workspace),
      ...(flags.name !== undefined && { name: flags.name }),
      // An empty list would allow every address.
      ...(flags.allow !== undefined && { allowlist: flags.allow.split(',').map(entry => entry.trim()) }),
    }),
  );
  print(`Key ${key.id} (shown only once):`);
  print(key.key);
}

async function list({ variables, flags, print }: Call): Promise<void> {
  const found = await withStore(variables, async management =>
    management.listKeys(flags.workspace ? await workspaceOf(management, flags.workspace) : undefined),
  );
  print(
    table(
      ['id', 'begins with', 'name', 'created', 'state', 'allowed from', 'workspace'],
      found.map(key => [
        key.id,
        key.prefix,
        key.name,
        time(key.createdAt),
        key.revokedAt === null ? 'valid' : `revoked ${time(key.revokedAt)}`,
        key.allowlist.join(', ') || 'anywhere',
        key.workspaceId,
      ]),
    ),
  );
}

import { ProtocolError } from '../protocol/errors.ts';
import type { Management } from './contract.ts';
import type { PassageStore } from './knowledge/passage-store.ts';
import { createAgent, findAgent, listAgents } from './storage/agents.ts';
import { createKey, listKeys, revokeKey } from './storage/keys.ts';
import type { Database } from './storage/tables.ts';
import { createWorkspace } from './storage/workspaces.ts';

/** What the command line does with the store, without a request. */
export function createManagement(database: Database, _passages: PassageStore): Management {
  return {
    createWorkspace: options => createWorkspace(database, options),
    createKey: options => createKey(database, options),
    listKeys: workspaceId => listKeys(database, workspaceId),
    revokeKey: id => revokeKey(database, id),
    createAgent: options => createAgent(database, options),
    listAgents: workspaceId => listAgents(database, workspaceId),
    async settings(agentId) {
      const agent = await findAgent(database, agentId);
      if (!agent) throw new ProtocolError('not_found', 'There is no agent of this id.');
      return agent.settings;
    },
  };
}

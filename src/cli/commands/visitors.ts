import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../command.ts';
import { openOrExplain, storeVariable } from '../open-or-explain.ts';
import { STORE_VARIABLES, storeOptions } from '../service-store.ts';
import { UsageError } from '../variables.ts';

/** `agent-chat visitors`: the visitors of the proxy. */
export const visitors: Command = {
  name: 'visitors',
  summary: "Revokes a visitor's token, for instance one that was stolen.",
  operands: 'revoke <token | visitor id>',
  details:
    "All tokens of this visitor are refused at once, by every proxy with the same DATA_DIR or DATABASE_URL. The id of a visitor\nwho was not signed in is the external_id of their contact. A user who signs in again gets a new token and keeps the user's conversations.",
  variables: STORE_VARIABLES,
  async run({ variables, operands, print }) {
    const [action, tokenOrId, ...more] = operands;
    if (action !== 'revoke' || !tokenOrId || more.length > 0)
      throw new UsageError('Choose an action: agent-chat visitors revoke <token or visitor id>.');
    const { visitorIdOf } = await import('../../proxy/access/visitors.ts');
    const id = visitorIdOf(tokenOrId);
    if (id === undefined) throw new UsageError('This is neither the token nor the id of a visitor.');
    const { dataDir, databaseUrl } = storeOptions(variables);
    if (!databaseUrl && !existsSync(join(dataDir, 'proxy.sqlite'))) {
      throw new UsageError(
        `There is no store of a proxy in ${dataDir}. Set DATA_DIR or --data-dir to its folder, or DATABASE_URL.`,
      );
    }
    const { openStores } = await import('../../proxy/stores/open-stores.ts');
    const { storeUnavailable } = await import('../../proxy/stores/stores.ts');
    const stores = await openOrExplain(openStores({ dataDir, databaseUrl }), storeVariable(variables));
    try {
      await stores.revocations.add(id).catch(storeUnavailable);
    } finally {
      await stores.close();
    }
    print('Revoked. The tokens of this visitor no longer work.');
  },
};

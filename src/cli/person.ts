import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../protocol/personal-data.ts';
import type { Erasures } from '../proxy/personal-data/erasures.ts';
import type { Management } from '../service/index.ts';
import type { Call } from './command.ts';
import { openOrExplain, storeVariable } from './open-or-explain.ts';
import { readSecrets } from './secrets.ts';
import { agentOf, STORE_VARIABLES, storeOptions, withStore } from './service-store.ts';
import { rotating, UsageError, type VariableName, type Variables } from './variables.ts';

/** Ratings are stored under a hash whose key is the secret of the proxy. */
export const PERSON_VARIABLES = [
  ...STORE_VARIABLES,
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'AGENT_API_KEY',
] as const satisfies readonly VariableName[];

export const PERSON_FLAGS = {
  agent: 'Id of the agent (the only one).',
  user: 'Id of a signed-in user, or the external_id of a contact.',
  visitor: "A visitor's token or id, or the id of one of their conversations.",
  email: 'Email address of a contact, or the user id that is this address.',
};

/** The flag behind each field, for errors. */
export const PERSON_FIELDS = { user: '--user', email: '--email' };

export const WHO = '--user <id>, --visitor <id>, or --email <address>';

/** Says whose conversations an email address did not cover. */
export function leftOut(linkedIds: readonly string[] = []): string[] {
  if (linkedIds.length === 0) return [];
  return [
    'Not their conversations: anybody can enter an email address. If they are theirs, name each id:',
    ...linkedIds.map(id => `  --user ${id}`),
  ];
}

/** Whom the flags name. @throws UsageError unless it is exactly one person */
export async function personOf({ user, visitor, email }: Call['flags']): Promise<Person> {
  const given = Object.entries({ user, visitor, email }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) throw new UsageError(`Name exactly one person: ${WHO}.`);
  const [[flag, value]] = given as [[string, string]];
  // An empty variable of a script must not mean somebody.
  if (value.trim() === '') throw new UsageError(`--${flag} is empty.`);
  if (visitor === undefined) {
    const { parsePersonBody } = await import('../protocol/personal-data.ts');
    return parsePersonBody({ [flag]: value });
  }
  const { visitorReference } = await import('../proxy/access/visitors.ts');
  const reference = await visitorReference(visitor);
  if (reference === undefined)
    throw new UsageError(
      '--visitor is neither the token nor the id of a visitor, nor the id of a conversation.',
    );
  return { visitor: reference };
}

interface PersonStores {
  management: Management;
  agentId: string;
  erasures: Erasures;
}

/** Opens the stores of service and proxy for one command; both may be running. */
export async function withPersonStores(
  { variables, flags }: Call,
  use: (stores: PersonStores) => Promise<void>,
): Promise<void> {
  await withStore(variables, async management => {
    const agentId = await agentOf(management, flags.agent);
    const { dataDir, databaseUrl } = storeOptions(variables);
    const { openStores } = await import('../proxy/stores/open-stores.ts');
    const { Erasures } = await import('../proxy/personal-data/erasures.ts');
    const { Voters } = await import('../proxy/access/voters.ts');
    // Without a proxy there are no ratings, and its file is not created.
    const hasProxy = databaseUrl !== undefined || existsSync(join(dataDir, 'proxy.sqlite'));
    const voters = new Voters(hasProxy ? sessionSecrets(variables, dataDir) : ['none']);
    const opening = openStores(hasProxy ? { dataDir, databaseUrl } : {});
    const stores = await openOrExplain(opening, storeVariable(variables));
    try {
      const erasures = new Erasures({ store: stores.erasures, usage: stores.usage, voters });
      await use({ management, agentId, erasures });
    } finally {
      await stores.close();
    }
  });
}

/** The secrets that the proxy uses: as `start` and `proxy` choose them. */
function sessionSecrets(variables: Variables, dataDir: string): string[] {
  const given = rotating(variables, 'SESSION_SECRET');
  if (variables.SESSION_SECRET !== undefined) return given;
  const kept = readSecrets(dataDir);
  const own = kept?.SESSION_SECRET;
  if (own !== undefined) return [own, ...given];
  const key = variables.AGENT_API_KEY ?? kept?.AGENT_API_KEY;
  if (key === undefined)
    throw new UsageError(
      'Set SESSION_SECRET as for the proxy (or AGENT_API_KEY, if it has none): ratings are stored under a hash of it.',
    );
  return [`derived:${key}`, ...given];
}

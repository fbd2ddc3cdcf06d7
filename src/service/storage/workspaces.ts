import { randomUUID } from 'node:crypto';
import { invalidField } from '../../protocol/errors.ts';
import { storable } from '../../protocol/text.ts';
import { now } from './clock.ts';
import type { Database } from './tables.ts';

const PLAN_DEFAULT = 'plus';

/** @throws ProtocolError `invalid_request` for an unknown plan */
export async function createWorkspace(
  database: Database,
  { name, plan = PLAN_DEFAULT }: { name: string; plan?: string },
): Promise<{ id: string }> {
  await checkPlan(database, plan);
  const id = randomUUID();
  await database
    .insertInto('workspaces')
    .values({ id, name: storable(name), plan, created_at: now() })
    .execute();
  return { id };
}

/** Applies from the next request on. @throws ProtocolError `invalid_request` for an unknown plan */
export async function setPlan(database: Database, id: string, plan: string): Promise<void> {
  await checkPlan(database, plan);
  await database.updateTable('workspaces').set({ plan }).where('id', '=', id).execute();
}

async function checkPlan(database: Database, plan: string): Promise<void> {
  const plans = await database.selectFrom('plans').select('name').orderBy('name').execute();
  if (plans.some(row => row.name === plan)) return;
  throw invalidField('plan', `must be one of ${plans.map(row => row.name).join(', ')}`);
}

export async function listWorkspaces(
  database: Database,
): Promise<{ id: string; name: string; plan: string }[]> {
  return await database
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

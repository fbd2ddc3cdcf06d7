import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../../protocol/errors.ts';
import { dayOf, monthOf, now, secondsToMidnight } from './clock.ts';
import type { Reservation, Reserved, StorageEngine } from './engine.ts';
import type { ChargeRow, Database, PlanRow, Writer } from './tables.ts';

/** The month of a charge without a cap: such charges are counted nowhere, so that no row is hot. */
const UNCOUNTED = '';

/** The price of a reply, which the interface reports in `usage.credits`. */
const CREDITS_PER_REPLY = 1;

export interface Charge {
  id: string;
  credits: number;
}

/**
 * Reserves a reply's credits in the workspace's pool, and one of the agent's requests of the day, before any work is done.
 * Each is one conditional statement, so concurrent requests cannot overdraw them.
 * @param atOnce does all of it in one statement, where the database can
 * @throws ProtocolError `credits_exhausted`; `rate_limited` at the daily limit
 */
export async function reserve(
  database: Database,
  { workspaceId, agentId, plan }: { workspaceId: string; agentId: string; plan: PlanRow },
  atOnce?: StorageEngine['reserve'],
): Promise<Charge> {
  const time = now();
  const reservation: Reservation = {
    charge: {
      id: randomUUID(),
      workspace_id: workspaceId,
      agent_id: agentId,
      month: plan.credits_per_month === null ? UNCOUNTED : monthOf(time),
      credits: CREDITS_PER_REPLY,
      created_at: time,
    },
    day: dayOf(time),
    requestsMax: plan.requests_per_agent_day,
    creditsMax: plan.credits_per_month,
  };
  const { id, credits } = reservation.charge;
  const check = ({ counted, charged }: Reserved): void => {
    if (!counted) {
      throw new ProtocolError('rate_limited', 'This agent has reached the daily limit of its plan.', {
        retryAfter: secondsToMidnight(time),
      });
    }
    if (!charged) throw new ProtocolError('credits_exhausted', 'The credits of this month are used up.');
  };
  if (atOnce) {
    const reserved = await atOnce(database, reservation);
    // A refused request does not count: a transaction would have been rolled back.
    if (reserved.counted && !reserved.charged) await uncountRequest(database, agentId, reservation.day);
    check(reserved);
  } else {
    await database.transaction().execute(async writer => check(await reserveIn(writer, reservation)));
  }
  return { id, credits };
}

async function reserveIn(
  writer: Writer,
  { charge, day, requestsMax, creditsMax }: Reservation,
): Promise<Reserved> {
  const counted = await countRequest(writer, charge.agent_id, day, requestsMax);
  if (!counted) return { counted, charged: false };
  const { workspace_id, month, credits } = charge;
  const charged =
    creditsMax === null || (await takeCredits(writer, workspace_id, month, credits, creditsMax));
  if (!charged) return { counted, charged };
  await writer
    .insertInto('charges')
    .values({ ...charge, state: 'reserved', message_id: null })
    .execute();
  return { counted, charged };
}

/**
 * Settles a reservation, in the transaction that stores the reply. A reservation that was refunded as abandoned (the clock
 * of a process was ahead) is charged again, because the answer was given.
 * @returns false if this message has settled it before: the commit succeeded, and its answer was lost
 */
export async function settle(writer: Writer, chargeId: string, messageId: string): Promise<boolean> {
  const change = { state: 'settled', message_id: messageId } as const;
  if (await moveCharge(writer, chargeId, 'reserved', change)) return true;
  const refunded = await moveCharge(writer, chargeId, 'refunded', change);
  if (refunded) {
    await addUsed(writer, refunded, refunded.credits);
    return true;
  }
  const settled = await writer
    .selectFrom('charges')
    .select('message_id')
    .where('id', '=', chargeId)
    .executeTakeFirst();
  if (settled?.message_id !== messageId) throw new Error('The charge is settled already.');
  return false;
}

/** Refunds a reservation. Does nothing if it was settled or refunded before. */
export async function refund(database: Database, chargeId: string): Promise<void> {
  await database.transaction().execute(writer => refundReserved(writer, chargeId));
}

/** Refunds reservations of processes that died: those older than any reply can take. @returns how many */
export async function refundAbandoned(database: Database, olderThanSeconds: number): Promise<number> {
  const abandoned = await database
    .selectFrom('charges')
    .select('id')
    .where('state', '=', 'reserved')
    .where('created_at', '<', now() - olderThanSeconds)
    .execute();
  for (const { id } of abandoned) await refund(database, id);
  return abandoned.length;
}

async function refundReserved(writer: Writer, chargeId: string): Promise<void> {
  const charge = await moveCharge(writer, chargeId, 'reserved', { state: 'refunded' });
  if (charge) await addUsed(writer, charge, -charge.credits);
}

type Moved = Pick<ChargeRow, 'workspace_id' | 'month' | 'credits'>;

/** Undefined when no such charge has the state `from`. */
async function moveCharge(
  writer: Writer,
  id: string,
  from: ChargeRow['state'],
  change: Partial<Pick<ChargeRow, 'state' | 'message_id'>>,
): Promise<Moved | undefined> {
  return await writer
    .updateTable('charges')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning(['workspace_id', 'month', 'credits'])
    .executeTakeFirst();
}

async function addUsed(writer: Writer, { workspace_id, month }: Moved, credits: number): Promise<void> {
  if (month === UNCOUNTED) return;
  await writer
    .updateTable('credit_months')
    .set(eb => ({ used: eb('used', '+', credits) }))
    .where('workspace_id', '=', workspace_id)
    .where('month', '=', month)
    .execute();
}

async function countRequest(writer: Writer, agentId: string, day: string, cap: number): Promise<boolean> {
  const taken = await writer
    .insertInto('agent_days')
    .values({ agent_id: agentId, day, requests: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['agent_id', 'day'])
        .doUpdateSet(eb => ({ requests: eb('agent_days.requests', '+', 1) }))
        .where('agent_days.requests', '<', cap),
    )
    .returning('requests')
    .executeTakeFirst();
  return taken !== undefined;
}

async function uncountRequest(database: Database, agentId: string, day: string): Promise<void> {
  await database
    .updateTable('agent_days')
    .set(eb => ({ requests: eb('requests', '-', 1) }))
    .where('agent_id', '=', agentId)
    .where('day', '=', day)
    .execute();
}

async function takeCredits(
  writer: Writer,
  workspaceId: string,
  month: string,
  credits: number,
  pool: number,
): Promise<boolean> {
  if (credits > pool) return false;
  const taken = await writer
    .insertInto('credit_months')
    .values({ workspace_id: workspaceId, month, used: credits })
    .onConflict(conflict =>
      conflict
        .columns(['workspace_id', 'month'])
        .doUpdateSet(eb => ({ used: eb('credit_months.used', '+', credits) }))
        .where('credit_months.used', '<=', pool - credits),
    )
    .returning('used')
    .executeTakeFirst();
  return taken !== undefined;
}

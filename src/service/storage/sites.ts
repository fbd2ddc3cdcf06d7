import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../../protocol/errors.ts';
import { SITES_MAX, type SiteChange, type SiteReading, type SkipCode } from '../../protocol/sources.ts';
import { now } from './clock.ts';
import type { Database, SiteRow, Writer } from './tables.ts';

export type Site = SiteRow;

/** A process that has not renewed its claim for so long has died. */
export const LEASE_SECONDS = 60;
/** Wait after an error that is not the site's. */
const RETRY_SECONDS = 300;
const HOUR_SECONDS = 3600;

export interface SiteProgress {
  found: number;
  done: number;
  skipped: number;
  secondsLeft: number | null;
}

/**
 * Adds a site, which is then read at once, or changes the settings of one.
 * @throws ProtocolError `conflict` for a new site of an agent that has `SITES_MAX`
 */
export async function saveSite(database: Database, agentId: string, change: SiteChange): Promise<void> {
  const { address: source, everyHours, isPaused, readNow } = change;
  const time = now();
  await database.transaction().execute(async writer => {
    const known = await findSite(writer, agentId, source);
    if (!known) {
      await demandRoom(writer, agentId);
      const counts = { found: 0, done: 0, skipped: 0, seconds_left: null };
      await writer
        .insertInto('sites')
        .values({
          ...{ agent_id: agentId, source, every_hours: everyHours ?? null, paused: isPaused ? 1 : 0 },
          ...{ next_at: time, leased_until: 0, reading: null, ...counts, read_at: null, fault: null },
          created_at: time,
        })
        .onConflict(conflict => conflict.columns(['agent_id', 'source']).doNothing())
        .execute();
      return;
    }
    const hours = everyHours === undefined ? known.every_hours : everyHours;
    const isDue = readNow || known.reading !== null || (known.next_at !== null && known.next_at <= time);
    await writer
      .updateTable('sites')
      .set({
        every_hours: hours,
        ...(isPaused !== undefined && { paused: isPaused ? 1 : 0 }),
        // A running reading may have passed what is to be read: it ends within a second, and another begins.
        ...(readNow && known.reading !== null && { reading: null, leased_until: 0 }),
        next_at: isDue ? Math.min(known.next_at ?? time, time) : nextAt(hours, known.read_at ?? time),
      })
      .where('agent_id', '=', agentId)
      .where('source', '=', source)
      .execute();
  });
}

export async function findSite(
  database: Database | Writer,
  agentId: string,
  source: string,
): Promise<Site | undefined> {
  return await database
    .selectFrom('sites')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .executeTakeFirst();
}

/** The sites of an agent by address. */
export async function listSites(database: Database, agentId: string): Promise<Map<string, Site>> {
  const rows = await database.selectFrom('sites').selectAll().where('agent_id', '=', agentId).execute();
  return new Map(rows.map(row => [row.source, row]));
}

/** Forgets a site, so that it is not read again. @returns whether it existed */
export async function deleteSite(database: Database, agentId: string, source: string): Promise<boolean> {
  const deleted = await database
    .deleteFrom('sites')
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .returning('source')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Claims a due site for this process. Resumes a reading that another process did not finish. */
export async function claimSite(database: Database): Promise<(Site & { reading: string }) | undefined> {
  const time = now();
  const due = await database
    .selectFrom('sites')
    .selectAll()
    .where('paused', '=', 0)
    .where('next_at', '<=', time)
    .where('leased_until', '<', time)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const reading = due.reading ?? randomUUID();
  const claimed = await database
    .updateTable('sites')
    .set({
      reading,
      leased_until: time + LEASE_SECONDS,
      ...(!due.reading && { found: 0, done: 0, skipped: 0 }),
    })
    .where('agent_id', '=', due.agent_id)
    .where('source', '=', due.source)
    .where('leased_until', '=', due.leased_until)
    .where('paused', '=', 0)
    .returningAll()
    .executeTakeFirst();
  return claimed && { ...claimed, reading };
}

/** Stores the progress. @returns whether to go on: false if the site was paused or forgotten */
export async function renewSite(
  database: Database,
  site: Site,
  { found, done, skipped, secondsLeft }: SiteProgress,
): Promise<boolean> {
  const row = await database
    .updateTable('sites')
    .set({ found, done, skipped, seconds_left: secondsLeft, leased_until: now() + LEASE_SECONDS })
    .where('agent_id', '=', site.agent_id)
    .where('source', '=', site.source)
    .where('reading', '=', site.reading)
    .where('paused', '=', 0)
    .returning('source')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends a reading: `fault` says why the site as a whole could not be read.
 * @returns false if the site was forgotten, or another reading of it was begun, in the meantime
 */
export async function finishSite(
  database: Database,
  site: Site,
  progress: Omit<SiteProgress, 'secondsLeft'>,
  fault: SkipCode | null,
): Promise<boolean> {
  const time = now();
  return await database.transaction().execute(async writer => {
    const current = await findSite(writer, site.agent_id, site.source);
    if (current?.reading !== site.reading) return false;
    await writer
      .updateTable('sites')
      .set({
        ...progress,
        ...{ seconds_left: null, reading: null, leased_until: 0, read_at: time, fault },
        next_at: nextAt(current.every_hours, time),
      })
      .where('agent_id', '=', site.agent_id)
      .where('source', '=', site.source)
      .execute();
    return true;
  });
}

/** Lets any process resume a reading: at once, or `RETRY_SECONDS` after a failure. */
export async function releaseSite(database: Database, site: Site, isFailed: boolean): Promise<void> {
  await database
    .updateTable('sites')
    .set({ leased_until: 0, seconds_left: null, ...(isFailed && { next_at: now() + RETRY_SECONDS }) })
    .where('agent_id', '=', site.agent_id)
    .where('source', '=', site.source)
    .where('reading', '=', site.reading)
    .execute();
}

export function readingOf(site: Site): SiteReading {
  const { paused, reading, leased_until, next_at, every_hours } = site;
  const time = now();
  const isDue = next_at !== null && next_at <= time;
  const isRunning = reading !== null && leased_until >= time;
  const { found, done, skipped } = site;
  return {
    state: paused ? 'paused' : isRunning ? 'reading' : isDue || reading !== null ? 'waiting' : 'idle',
    ...{ found, done, skipped },
    secondsLeft: isRunning ? site.seconds_left : null,
    everyHours: every_hours,
    nextAt: isDue || paused ? null : next_at,
    fault: site.fault as SkipCode | null,
  };
}

function nextAt(everyHours: number | null, from: number): number | null {
  return everyHours === null ? null : from + everyHours * HOUR_SECONDS;
}

async function demandRoom(writer: Writer, agentId: string): Promise<void> {
  const { count } = await writer
    .selectFrom('sites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= SITES_MAX)
    throw new ProtocolError('conflict', `address: an agent has at most ${SITES_MAX} websites`);
}

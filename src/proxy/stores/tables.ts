import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DayUsage, Vote } from '../usage/usage-store.ts';

export interface Tables {
  proxy_settings: {
    agent_id: string;
    version: number;
    /** JSON. */
    settings: string;
    updated_at: number;
    updated_by: string | null;
  };
  proxy_usage: DayUsage & { agent_id: string };
  proxy_votes: Pick<Vote, 'voter' | 'value' | 'at'> & {
    agent_id: string;
    message_id: string;
    reason: string | null;
    conversation_id: string | null;
  };
  /** Erasures that have begun and not ended. `person` is JSON. */
  proxy_erasures: { id: string; agent_id: string; person: string; at: number };
  /** Visitors whose tokens are refused. */
  proxy_revoked_visitors: { visitor_id: string; at: number };
  /** Written to find out whether the database accepts writes. */
  proxy_probe: { id: number; at: number };
}

export type Database = Kysely<Tables>;

/** For the owner's conversations: the votes on a message, and the conversations with a vote. */
const VOTE_INDEXES = [
  ['proxy_votes_by_message', 'agent_id, message_id'],
  ['proxy_votes_by_conversation', 'agent_id, conversation_id'],
] as const;

/** Makes what is missing. Safe when several instances start at once. */
export async function makeTables(database: Database): Promise<void> {
  await makeTable(
    database,
    sql`create table if not exists proxy_settings (
    agent_id text not null, version integer not null, settings text not null, updated_at bigint not null,
    primary key (agent_id, version))`,
  );
  await addColumn(database, 'proxy_settings', 'updated_by', sql`text`);
  await makeTable(
    database,
    sql`create table if not exists proxy_usage (
    agent_id text not null, day text not null, requests bigint not null, replies bigint not null,
    failures bigint not null, credits double precision not null, primary key (agent_id, day))`,
  );
  await addColumn(database, 'proxy_usage', 'unanswered', sql`bigint not null default 0`);
  await makeTable(
    database,
    sql`create table if not exists proxy_votes (
    agent_id text not null, voter text not null, message_id text not null, value text not null, reason text,
    at bigint not null, primary key (agent_id, voter, message_id))`,
  );
  await addColumn(database, 'proxy_votes', 'conversation_id', sql`text`);
  for (const [name, columns] of VOTE_INDEXES)
    await makeTable(
      database,
      sql`create index if not exists ${sql.ref(name)} on proxy_votes (${sql.raw(columns)})`,
    );
  await makeTable(
    database,
    sql`create table if not exists proxy_erasures (
    id text primary key, agent_id text not null, person text not null, at bigint not null)`,
  );
  await makeTable(
    database,
    sql`create table if not exists proxy_revoked_visitors (visitor_id text primary key, at bigint not null)`,
  );
  await makeTable(
    database,
    sql`create table if not exists proxy_probe (id integer primary key, at bigint not null)`,
  );
}

/** The error of PostgreSQL for the slower of two that create a table at the same moment. The table then exists. */
const IS_THERE = ['23505', '42710', '42P07'];

async function makeTable(database: Database, statement: RawBuilder<unknown>): Promise<void> {
  try {
    await statement.execute(database);
  } catch (error) {
    if (!IS_THERE.includes((error as { code: string }).code)) throw error;
    await statement.execute(database);
  }
}

/** A column that tables of earlier versions lack. */
async function addColumn(
  database: Database,
  table: keyof Tables,
  column: string,
  type: RawBuilder<unknown>,
): Promise<void> {
  const look = sql`select ${sql.ref(column)} from ${sql.table(table)} limit 0`;
  try {
    await look.execute(database);
  } catch {
    try {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${type}`.execute(database);
    } catch (error) {
      // Another instance that starts now may have been faster; what else is wrong shows again.
      await look.execute(database).catch(() => {
        throw error;
      });
    }
  }
}

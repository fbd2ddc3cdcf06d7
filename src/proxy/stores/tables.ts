import { type Kysely, sql } from 'kysely';

export interface Tables {
  proxy_settings: {
    agent_id: string;
    version: number;
    /** JSON. */
    settings: string;
    updated_at: number;
  };
  proxy_usage: {
    agent_id: string;
    day: string;
    requests: number;
    replies: number;
    failures: number;
    credits: number;
  };
  proxy_votes: {
    agent_id: string;
    voter: string;
    message_id: string;
    value: 'up' | 'down';
    reason: string | null;
    at: number;
  };
}

export type Database = Kysely<Tables>;

/** Makes what is missing. Safe when several instances start at once. */
export async function makeTables(database: Database): Promise<void> {
  await sql`create table if not exists proxy_settings (
    agent_id text not null, version integer not null, settings text not null, updated_at bigint not null,
    primary key (agent_id, version))`.execute(database);
  await sql`create table if not exists proxy_usage (
    agent_id text not null, day text not null, requests bigint not null, replies bigint not null,
    failures bigint not null, credits double precision not null, primary key (agent_id, day))`.execute(
    database,
  );
  await sql`create table if not exists proxy_votes (
    agent_id text not null, voter text not null, message_id text not null, value text not null, reason text,
    at bigint not null, primary key (agent_id, voter, message_id))`.execute(database);
}

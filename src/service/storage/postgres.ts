import { Kysely, type RawBuilder, sql } from 'kysely';
import { openPool, postgresDialect, STATEMENT_MS } from '../../databases/postgres.ts';
import {
  type IndexedMessage,
  type IndexedPassage,
  LOCKS,
  type MessageIndex,
  type MessageQuery,
  matchAtLeast,
  type OpenedEngine,
  type PassageIndex,
  type PassageQuery,
  type PassageTerms,
  type Reservation,
  type Reserved,
  type StorageEngine,
  type StoredPassage,
} from './engine.ts';
import { postgresVectors } from './postgres-vectors.ts';
import type { Database, Tables, Writer } from './tables.ts';

const CONNECTIONS = 10;
/** One connection in so many is kept for storing replies. */
const REPLY_ONE_IN = 5;
/** Ranking reads each match from its table, so no more than these are ranked. */
const RANKED_MAX = 4000;

/** @param connections the maximum, at least 2 */
export function openPostgres(url: string, connections: number = CONNECTIONS): OpenedEngine {
  const kept = Math.max(1, Math.floor(connections / REPLY_ONE_IN));
  const pool = openPool(url, connections - kept);
  const replyPool = openPool(url, kept);
  return {
    database: new Kysely<Tables>({ dialect: postgresDialect(pool, STATEMENT_MS) }),
    unlimited: new Kysely<Tables>({ dialect: postgresDialect(pool) }),
    replyDatabase: new Kysely<Tables>({ dialect: postgresDialect(replyPool, STATEMENT_MS) }),
    engine,
    pool: () => ({
      open: pool.totalCount + replyPool.totalCount,
      idle: pool.idleCount + replyPool.idleCount,
      waiting: pool.waitingCount + replyPool.waitingCount,
    }),
  };
}

/** Passages with a column of type `tsvector`, in which terms of the title and heading have the weight A. */
const passages: PassageIndex = {
  columns: ', terms tsvector not null',
  create: [
    'create index if not exists passage_index on passages using gin (terms)',
    `create index if not exists passage_headings on passages using gin (ts_filter(terms, '{a}'))`,
  ],

  async insert(writer: Writer, added: readonly StoredPassage[]): Promise<void> {
    const rows = added.map(
      ({ documentId, agentId, position, heading, anchor, body, terms }) =>
        sql`(${documentId}, ${agentId}, ${position}, ${heading}, ${anchor}, ${body}, ${vectorOf(terms)})`,
    );
    await sql`insert into passages (document_id, agent_id, position, heading, anchor, body, terms)
      values ${sql.join(rows)}`.execute(writer);
  },

  async delete(writer: Writer, ids: readonly number[]): Promise<void> {
    await writer.deleteFrom('passages').where('id', 'in', ids).execute();
  },

  async rebuild(writer: Writer, indexed: readonly IndexedPassage[]): Promise<void> {
    const vectors = indexed.map(({ id, terms }) => sql`(${id}::integer, ${vectorOf(terms)})`);
    await sql`update passages set terms = read.terms from (values ${sql.join(vectors)}) as read (id, terms)
      where passages.id = read.id`.execute(writer);
  },

  find(agentId: string, query: PassageQuery): RawBuilder<{ id: number; score: number }> {
    const { limit, ranked, inHeading } = query;
    const terms = query.terms.map(term => `'${term.replaceAll("'", "''").replaceAll('\\', '')}'`);
    const all = matchAtLeast(query.atLeast, terms, ' & ', ' | ');
    const headed = inHeading
      ? sql`and ts_filter(terms, '{a}') @@ to_tsquery('simple', ${terms.join(' | ')})`
      : sql``;
    const found = sql`from passages where agent_id = ${agentId} and terms @@ to_tsquery('simple', ${all}) ${headed}`;
    return ranked
      ? sql`select id, -ts_rank(terms, to_tsquery('simple', ${all})) as score
          from (select id, terms ${found} limit ${RANKED_MAX}) found order by score limit ${limit}`
      : sql`select id, 0 as score ${found} limit ${limit}`;
  },
};

/** A row for each message. Its terms are one array, which needs no parser. */
const messages: MessageIndex = {
  create: [
    `create table message_index (
      number integer not null, position integer not null, agent_id text not null, terms tsvector not null,
      primary key (number, position))`,
    'create index message_index_terms on message_index using gin (terms)',
    'create index message_index_by_agent on message_index (agent_id, number desc)',
  ],

  async insert(writer: Writer, added: readonly IndexedMessage[]): Promise<void> {
    const rows = added.map(
      ({ number, agentId, position, terms }) =>
        sql`(${number}::integer, ${position}::integer, ${agentId}, array_to_tsvector(${[...terms]}::text[]))`,
    );
    await sql`insert into message_index (number, position, agent_id, terms) values ${sql.join(rows)}`.execute(
      writer,
    );
  },

  async delete(writer: Writer, conversations: readonly number[]): Promise<void> {
    await sql`delete from message_index where number = any(${[...conversations]}::integer[])`.execute(writer);
  },

  find(agentId: string, { terms, before, limit }: MessageQuery): RawBuilder<{ number: number }> {
    const match = `${terms.map(term => `'${term}'`).join(' & ')}:*`;
    const older = before === undefined ? sql`` : sql`and number < ${before}`;
    return sql`select number from message_index where agent_id = ${agentId} and terms @@ ${match}::tsquery ${older}
      order by number desc limit ${limit}`;
  },
};

const engine: StorageEngine = {
  generatedId: 'integer primary key generated always as identity',
  clustered: '',
  passages,
  vectors: postgresVectors,
  messages,
  reserve,

  async lock(writer, lock, scope): Promise<void> {
    const key = sql.lit(LOCKS[lock]);
    await (scope === undefined
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock(${key}, hashtext(${scope}))`
    ).execute(writer);
  },
};

async function reserve(
  database: Database,
  { charge, day, requestsMax, creditsMax }: Reservation,
): Promise<Reserved> {
  const { id, workspace_id, agent_id, month, credits, created_at } = charge;
  const { rows } = await sql<Reserved>`
    with counted as (
      insert into agent_days (agent_id, day, requests) values (${agent_id}, ${day}, 1)
      on conflict (agent_id, day) do update set requests = agent_days.requests + 1
        where agent_days.requests < ${requestsMax}
      returning 1
    ), taken as (
      insert into credit_months (workspace_id, month, used)
      select ${workspace_id}, ${month}, ${credits}::integer from counted
        where ${credits}::bigint <= ${creditsMax}::bigint
      on conflict (workspace_id, month) do update set used = credit_months.used + ${credits}::integer
        where credit_months.used <= ${creditsMax}::bigint - ${credits}::bigint
      returning 1
    ), charged as (
      insert into charges (id, workspace_id, agent_id, month, credits, state, message_id, created_at)
      select ${id}, ${workspace_id}, ${agent_id}, ${month}, ${credits}::integer, 'reserved', null, ${created_at}::bigint
        from counted where ${creditsMax}::bigint is null or exists (select from taken)
      returning 1
    )
    select exists (select from counted) as counted, exists (select from charged) as charged`.execute(
    database,
  );
  return rows[0]!;
}

function vectorOf({ head, text }: PassageTerms): RawBuilder<unknown> {
  return sql`setweight(to_tsvector('simple', ${head.join(' ')}), 'A') || to_tsvector('simple', ${text.join(' ')})`;
}

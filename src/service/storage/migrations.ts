import { sql } from 'kysely';
import { ProtocolError } from '../../protocol/errors.ts';
import type { ServiceLogger } from '../contract.ts';
import { rebuildIndex } from '../knowledge/index/passage-terms.ts';
import { indexStoredConversations } from './conversations.ts';
import type { StorageEngine } from './engine.ts';
import type { Database, Writer } from './tables.ts';

interface Migration {
  id: number;
  statements: (engine: StorageEngine) => readonly string[];
  /** Whether all stored passages are indexed again. */
  rebuildsIndex?: true;
  /** Whether all stored conversations are indexed. */
  indexesConversations?: true;
}

/** Runs in order, each once, all in one transaction. Never edit a migration that was released: add another one. */
const MIGRATIONS: readonly Migration[] = [
  { id: 1, statements: firstTables },
  // The terms of each agent apart from those of others, and a search in headings alone.
  { id: 2, statements: emptyIndex, rebuildsIndex: true },
  { id: 3, statements: emptyIndex, rebuildsIndex: true },
  { id: 4, statements: emptyIndex, rebuildsIndex: true },
  // For deleting old conversations.
  { id: 5, statements: () => ['create index conversations_by_update on conversations (updated_at)'] },
  // Finds numbers and words of other scripts in Japanese and Chinese text.
  { id: 6, statements: emptyIndex, rebuildsIndex: true },
  // Stems of the passage's language.
  { id: 7, statements: emptyIndex, rebuildsIndex: true },
  // For the owner's list of conversations.
  { id: 8, statements: conversationIndex, indexesConversations: true },
  // Answers that the owner has written.
  { id: 9, statements: taughtAnswers },
  // Files that the owner uploads, and when a document was read.
  { id: 10, statements: uploads },
  // Websites that the owner adds, and documents that they have forgotten.
  { id: 11, statements: sites },
];

/**
 * Updates the tables. When several processes start at once, one migrates and the others wait for it.
 * @throws ProtocolError `conflict` if a newer version of the service has written the database
 */
export async function migrate(
  database: Database,
  engine: StorageEngine,
  logger: ServiceLogger | undefined,
): Promise<void> {
  await database.transaction().execute(async writer => {
    await engine.lock(writer, 'migrations');
    await run(writer, 'create table if not exists migrations (id integer primary key)');
    const done = await sql<{ id: number }>`select id from migrations`.execute(writer);
    const applied = new Set(done.rows.map(row => row.id));
    const newest = Math.max(0, ...applied);
    const known = MIGRATIONS.at(-1)!.id;
    if (newest > known)
      throw new ProtocolError(
        'conflict',
        `The database was written by a newer version of agent-chat (schema ${newest}, this version knows ${known}). Update agent-chat, or use another database.`,
      );
    const missing = MIGRATIONS.filter(({ id }) => !applied.has(id));
    for (const migration of missing) {
      for (const statement of migration.statements(engine)) await run(writer, statement);
      await sql`insert into migrations (id) values (${migration.id})`.execute(writer);
    }
    if (missing.some(({ rebuildsIndex }) => rebuildsIndex)) await rebuildIndex(writer, engine, logger);
    if (missing.some(({ indexesConversations }) => indexesConversations))
      await indexStoredConversations(writer, engine.messages, logger);
  });
}

async function run(writer: Writer, statement: string): Promise<void> {
  await sql.raw(statement).execute(writer);
}

function emptyIndex(engine: StorageEngine): readonly string[] {
  return engine.passages.create;
}

function conversationIndex({ generatedId, messages }: StorageEngine): string[] {
  const states = ['unanswered', 'near_miss', 'stopped', 'failed'];
  return [
    'alter table messages add column outcome text',
    'alter table messages add column passages text',
    'create index messages_by_user on messages (user_id, conversation_id) where user_id is not null',
    'create index charges_by_message on charges (message_id) where message_id is not null',
    `create table conversation_index (
      number ${generatedId}, conversation_id text not null unique references conversations (id),
      agent_id text not null, visitor text, language text, ${states.map(name => `${name} integer not null`).join(', ')},
      created_at bigint not null)`,
    'create index conversation_index_by_agent on conversation_index (agent_id, number)',
    'create index conversation_index_by_time on conversation_index (agent_id, created_at)',
    'create index conversation_index_by_language on conversation_index (agent_id, language, number)',
    'create index conversation_index_by_visitor on conversation_index (agent_id, visitor, number) where visitor is not null',
    ...states.map(
      name =>
        `create index conversation_index_${name} on conversation_index (agent_id, number) where ${name} = 1`,
    ),
    ...messages.create,
  ];
}

function taughtAnswers({ generatedId }: StorageEngine): string[] {
  return [
    `create table taught_answers (
      number ${generatedId}, id text not null unique, agent_id text not null references agents (id),
      question text not null, other_ways text not null, answer text not null, url text, paused integer not null,
      uses integer not null default 0,
      created_at bigint not null, updated_at bigint not null, deleted_at bigint)`,
    'create index taught_answers_by_agent on taught_answers (agent_id, number)',
    `create table taught_answer_versions (
      agent_id text primary key references agents (id), version integer not null)`,
  ];
}

function uploads(): string[] {
  return [
    'alter table documents add column read_at bigint',
    `create table uploads (
      id text primary key, agent_id text not null references agents (id), name text not null, size bigint not null,
      received bigint not null, hash text, fault text, warning text, leased_until bigint not null,
      created_at bigint not null)`,
    'create index uploads_by_agent on uploads (agent_id, name)',
    `create table upload_pieces (
      upload_id text not null references uploads (id), position bigint not null, data text not null,
      primary key (upload_id, position))`,
  ];
}

function sites(): string[] {
  return [
    `create table sites (
      agent_id text not null references agents (id), source text not null, every_hours integer, paused integer not null,
      next_at bigint, leased_until bigint not null, reading text, found integer not null, done integer not null,
      skipped integer not null, seconds_left integer, read_at bigint, fault text, created_at bigint not null,
      primary key (agent_id, source))`,
    'create index sites_by_time on sites (next_at) where next_at is not null',
    `create table source_entries (
      agent_id text not null references agents (id), source text not null, path text not null, fault text, etag text,
      modified text, hash text, canonical text, reading text not null, forgotten integer not null,
      primary key (agent_id, source, path))`,
  ];
}

function firstTables({ generatedId, clustered, passages }: StorageEngine): string[] {
  return [
    `create table plans (
      name text primary key, requests_per_minute integer not null, credits_per_month integer,
      requests_per_agent_day integer not null, max_keys integer not null)`,
    `insert into plans values ('plus', 60, 1500, 10000, 15), ('enterprise', 200, null, 50000, 50)`,
    `create table workspaces (
      id text primary key, name text not null, plan text not null references plans (name), created_at bigint not null)`,
    `create table api_keys (
      id text primary key, workspace_id text not null references workspaces (id), name text not null,
      hash text not null unique, prefix text not null, allowlist text not null,
      created_at bigint not null, revoked_at bigint)`,
    'create index api_keys_by_workspace on api_keys (workspace_id)',
    `create table agents (
      id text primary key, workspace_id text not null references workspaces (id), settings text not null,
      contact_count integer not null, created_at bigint not null, updated_at bigint not null)`,
    `create table conversations (
      id text primary key, agent_id text not null references agents (id), user_id text,
      message_count integer not null, created_at bigint not null, updated_at bigint not null)`,
    `create table messages (
      conversation_id text not null references conversations (id), position integer not null, id text not null,
      role text not null, parts text not null, finish_reason text, user_id text, created_at bigint not null,
      primary key (conversation_id, position))${clustered}`,
    `create table charges (
      id text primary key, workspace_id text not null, agent_id text not null, month text not null,
      credits integer not null, state text not null, message_id text, created_at bigint not null)`,
    `create index charges_open on charges (created_at) where state = 'reserved'`,
    `create table credit_months (
      workspace_id text not null, month text not null, used integer not null, primary key (workspace_id, month))`,
    `create table agent_days (
      agent_id text not null, day text not null, requests integer not null, primary key (agent_id, day))`,
    `create table contacts (
      agent_id text not null references agents (id), position integer not null, id text not null,
      external_id text not null, name text, email text, email_key text, phonenumber text,
      payment_accounts text not null, custom_attributes text not null,
      created_at bigint not null, updated_at bigint not null, primary key (agent_id, position))${clustered}`,
    'create unique index contacts_by_external_id on contacts (agent_id, external_id)',
    'create unique index contacts_by_email on contacts (agent_id, email_key) where email_key is not null',
    `create table documents (
      id ${generatedId}, agent_id text not null references agents (id), source text not null, path text not null,
      title text not null, url text not null, hash text not null, modified bigint not null, size bigint not null,
      unique (agent_id, source, path))`,
    `create table passages (
      id ${generatedId}, document_id integer not null references documents (id), agent_id text not null,
      position integer not null, heading text not null, anchor text not null, body text not null
      ${passages.columns})`,
    'create index passages_by_document on passages (document_id, position)',
    `create table passage_terms (
      agent_id text not null, term text not null, passages integer not null, primary key (agent_id, term))${clustered}`,
    ...passages.create,
    'create table notes (key text primary key, value text not null)',
  ];
}

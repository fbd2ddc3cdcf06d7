import type { RawBuilder } from 'kysely';
import type { ChargeRow, Database, Writer } from './tables.ts';

/**
 * What differs between the databases that the service can store its data in. A new one is a file that implements this,
 * and a line in `open-database.ts`.
 */
export interface StorageEngine {
  /** Column definition of an integer primary key that the database assigns. */
  readonly generatedId: string;
  /** Ends `create table` where rows are stored in the order of their primary key. May be empty. */
  readonly clustered: string;
  readonly passages: PassageIndex;
  readonly vectors: VectorIndex;
  readonly messages: MessageIndex;
  /**
   * Counts a request of the day, takes credits and stores the charge in one statement: all chats of an agent wait for the
   * same row, and a transaction would hold it for several round trips. Undefined for a database with a single writer,
   * where a transaction does the same.
   */
  readonly reserve: ((database: Database, reservation: Reservation) => Promise<Reserved>) | undefined;
  /** Makes other processes that take the same lock wait until the transaction ends. */
  lock(writer: Writer, lock: Lock, scope?: string): Promise<void>;
}

export interface Reservation {
  charge: Omit<ChargeRow, 'state' | 'message_id'>;
  day: string;
  /** Requests of the agent in a day. */
  requestsMax: number;
  /** Credits of the workspace in a month; null for unlimited. */
  creditsMax: number | null;
}

export interface Reserved {
  /** Whether the request was counted: false at the daily limit. */
  counted: boolean;
  /** Whether the credits were taken. */
  charged: boolean;
}

/** The values are PostgreSQL's keys of advisory locks: they never change. */
export const LOCKS = { migrations: 7_241_903, documents: 7_241_904 } as const;
export type Lock = keyof typeof LOCKS;

export interface OpenedEngine {
  database: Database;
  /** The same data, where a statement has no time limit, for migrations. */
  unlimited: Database;
  /** The same data through connections of its own, which nothing else waits for: to store replies and settle credits. */
  replyDatabase: Database;
  engine: StorageEngine;
  /** Undefined for a database without connections. */
  pool?: (() => PoolState) | undefined;
}

/** The connections of a process to its database. */
export interface PoolState {
  open: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

/** Stores passages and finds them by their terms: the full-text search of the database. */
export interface PassageIndex {
  /** Definitions of further columns of the table `passages`, each after a comma. May be empty. */
  readonly columns: string;
  /**
   * Statements that create the index, or replace one of an earlier layout. `rebuild` fills it afterwards. They run in
   * several migrations, so they must not fail where the index exists.
   */
  readonly create: readonly string[];
  insert(writer: Writer, passages: readonly StoredPassage[]): Promise<void>;
  delete(writer: Writer, ids: readonly number[]): Promise<void>;
  /** Indexes passages that are stored already. */
  rebuild(writer: Writer, passages: readonly IndexedPassage[]): Promise<void>;
  /** A query for the passages of an agent. `score` orders them: the lowest is the best; 0 where `ranked` is false. */
  find(agentId: string, query: PassageQuery): RawBuilder<{ id: number; score: number }>;
}

/** Finds messages by their words: the full-text search of the database. Stores no text. */
export interface MessageIndex {
  readonly create: readonly string[];
  insert(writer: Writer, messages: readonly IndexedMessage[]): Promise<void>;
  /** Removes all messages of some conversations. */
  delete(writer: Writer, conversations: readonly number[]): Promise<void>;
  /**
   * A query for the conversations with a message that contains all of the terms, the last of them as a beginning. Newest
   * first, one row for each message.
   */
  find(agentId: string, query: MessageQuery): RawBuilder<{ number: number }>;
}

export interface IndexedMessage {
  /** Of the conversation, in `conversation_index`. */
  number: number;
  agentId: string;
  position: number;
  /** Letters, digits and their marks only. */
  terms: readonly string[];
}

export interface MessageQuery {
  /** At least one. */
  terms: readonly string[];
  /** Only conversations with a lower number. */
  before: number | undefined;
  /** Rows to read. */
  limit: number;
}

/** Stores the vectors of an embeddings model and finds the passages whose vectors are nearest to another one. */
export interface VectorIndex {
  /** Creates the tables `vectors` and `passage_vectors` unless they exist. @returns whether the database can store vectors */
  prepare(database: Database): Promise<boolean>;
  /** Leaves vectors alone that are stored already. */
  insert(writer: Writer, vectors: readonly StoredVector[]): Promise<void>;
  /** Ids of the agent's passages, the nearest first. Only vectors of the same model are compared. */
  nearest(database: Database, query: VectorQuery): Promise<number[]>;
}

export interface StoredVector {
  /** Of the model and the text. */
  hash: string;
  vector: Float32Array;
}

export interface VectorQuery {
  agentId: string;
  model: string;
  vector: Float32Array;
  limit: number;
}

/** What a passage is found by: the terms of its title and heading, and those of its text. */
export interface PassageTerms {
  head: readonly string[];
  text: readonly string[];
}

export interface IndexedPassage {
  id: number;
  agentId: string;
  terms: PassageTerms;
}

export interface StoredPassage extends Omit<IndexedPassage, 'id'> {
  documentId: number;
  position: number;
  heading: string;
  anchor: string;
  body: string;
}

/** Which passages to find, and how many at most. */
export interface PassageQuery {
  terms: readonly string[];
  /** How many of the terms a passage must contain. */
  atLeast: number;
  /** Whether its title or heading must contain one of the terms. */
  inHeading?: boolean;
  /** Returns the best matches first, which reads every match. Otherwise returns the first matches found. */
  ranked: boolean;
  limit: number;
}

/** Links passages to the vectors of their texts; passages with the same text share one. */
export const PASSAGE_VECTORS = [
  `create table if not exists passage_vectors (
    passage_id integer primary key references passages (id) on delete cascade,
    agent_id text not null, model text not null, hash text not null)`,
  'create index if not exists passage_vectors_by_hash on passage_vectors (hash)',
  'create index if not exists passage_vectors_by_agent on passage_vectors (agent_id, model, passage_id)',
] as const;

/** Matches `count` of the terms, with the operators of the search language. */
export function matchAtLeast(count: number, terms: readonly string[], and: string, or: string): string {
  if (count <= 1) return `(${terms.join(or)})`;
  if (count >= terms.length) return `(${terms.join(and)})`;
  const [first, ...others] = terms;
  return `((${first}${and}${matchAtLeast(count - 1, others, and, or)})${or}${matchAtLeast(count, others, and, or)})`;
}

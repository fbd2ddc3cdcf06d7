import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ReplyOutcome } from '../../protocol/conversations.ts';

/** The rows as stored, the same in every engine. Times are Unix seconds; JSON is stored as text. */
export interface Tables {
  plans: PlanRow;
  workspaces: { id: string; name: string; plan: string; created_at: number };
  api_keys: KeyRow;
  agents: AgentRow;
  conversations: ConversationRow;
  messages: MessageTable;
  /** A row for each conversation: what a list of them is filtered by. */
  conversation_index: Omit<ConversationIndexRow, 'number'> & { number: Generated<number> };
  /** The ledger behind `credit_months`: a row for each reply that was paid for or tried. */
  charges: ChargeRow;
  credit_months: { workspace_id: string; month: string; used: number };
  agent_days: { agent_id: string; day: string; requests: number };
  contacts: ContactRow;
  documents: DocumentRow;
  passages: PassageRow;
  /** How many passages of an agent contain a term. */
  passage_terms: { agent_id: string; term: string; passages: number };
  /** Files that the owner has uploaded, also those that are not complete. */
  uploads: UploadRow;
  /** In the order of `position`, the offset of its first byte. `data` is Base64, which every engine stores alike. */
  upload_pieces: { upload_id: string; position: number; data: string };
  /** Websites that are read again when they are due. */
  sites: SiteRow;
  /** What is known of the pages of a website, and which documents of any source are forgotten. */
  source_entries: SourceEntryRow;
  notes: { key: string; value: string };
  taught_answers: TaughtAnswerRow;
  /** Increases with each change of an agent's taught answers. */
  taught_answer_versions: { agent_id: string; version: number };
  /** The vectors of passages, if an embeddings model is configured. */
  passage_vectors: { passage_id: number; agent_id: string; model: string; hash: string };
  vectors: { hash: string; vector: unknown };
}

export type Database = Kysely<Tables>;
export type Writer = Transaction<Tables>;

export interface PlanRow {
  name: string;
  /** For each key. */
  requests_per_minute: number;
  /** Null: unlimited. */
  credits_per_month: number | null;
  requests_per_agent_day: number;
  max_keys: number;
}

export interface KeyRow {
  id: string;
  workspace_id: string;
  name: string;
  /** SHA-256 in hex. A key has 256 random bits, so a slow hash would add no protection. */
  hash: string;
  prefix: string;
  /** JSON array of addresses and CIDR ranges. */
  allowlist: string;
  created_at: number;
  revoked_at: number | null;
}

export interface AgentRow {
  id: string;
  workspace_id: string;
  /** JSON of the whole settings. */
  settings: string;
  /** Also the position of the last contact. */
  contact_count: number;
  created_at: number;
  updated_at: number;
}

export interface ConversationRow {
  id: string;
  agent_id: string;
  user_id: string | null;
  message_count: number;
  created_at: number;
  updated_at: number;
}

export type MessageRow = Selectable<MessageTable>;

interface MessageTable {
  id: string;
  conversation_id: string;
  /** 1, 2, 3 … in the conversation. */
  position: number;
  role: 'user' | 'assistant';
  /** JSON array of message parts. */
  parts: string;
  finish_reason: string | null;
  user_id: string | null;
  created_at: number;
  outcome: Generated<ReplyOutcome | null>;
  /** JSON array of `PassageUse`. */
  passages: Generated<string | null>;
}

export interface ConversationIndexRow {
  /** Increases with each conversation; lists are in its order. */
  number: number;
  conversation_id: string;
  agent_id: string;
  visitor: string | null;
  language: string | null;
  /** 0 or 1, as the others: whether a reply of the conversation is so. */
  unanswered: number;
  near_miss: number;
  stopped: number;
  failed: number;
  created_at: number;
}

export interface ChargeRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  /** Month of the credit pool, such as `2026-11`. */
  month: string;
  credits: number;
  state: 'reserved' | 'settled' | 'refunded';
  /** The reply; null until settled. */
  message_id: string | null;
  created_at: number;
}

export interface ContactRow {
  id: string;
  agent_id: string;
  /** 1, 2, 3 … without gaps in the order created, so that any page is a range of positions. */
  position: number;
  external_id: string;
  name: string | null;
  email: string | null;
  /** Normalized for comparison; see `emailKey`. */
  email_key: string | null;
  phonenumber: string | null;
  payment_accounts: string;
  custom_attributes: string;
  created_at: number;
  updated_at: number;
}

export interface DocumentRow {
  id: Generated<number>;
  agent_id: string;
  /** The folder or sitemap it was read from. */
  source: string;
  /** Relative to the source; for a page of a site, its URL. */
  path: string;
  title: string;
  url: string;
  hash: string;
  /** Milliseconds and bytes. A file with the same values is not read again. */
  modified: number;
  size: number;
  /** Null for a document that an earlier version has read. */
  read_at: number | null;
}

export interface UploadRow {
  id: string;
  agent_id: string;
  name: string;
  size: number;
  /** Bytes that have come. */
  received: number;
  /** Of the content; null until it is stored. The document in the index has the same. */
  hash: string | null;
  /** A `SkipCode`, if the file could not be used. */
  fault: string | null;
  warning: string | null;
  /** Until then one process reads the file, and no other does. */
  leased_until: number;
  created_at: number;
}

export interface SiteRow {
  agent_id: string;
  /** The address of the sitemap or page, as documents have it. */
  source: string;
  /** Null: only read when the owner says so. */
  every_hours: number | null;
  /** 0 or 1. */
  paused: number;
  /** When the next reading is due; null: never. In the past while one runs. */
  next_at: number | null;
  /** Until then one process reads it, and no other does. */
  leased_until: number;
  /** Id of a reading that is not complete. */
  reading: string | null;
  /** Pages of the current or last reading. */
  found: number;
  done: number;
  skipped: number;
  seconds_left: number | null;
  /** When the last reading ended. */
  read_at: number | null;
  /** A `SkipCode`, if the last reading could not read the site. */
  fault: string | null;
  created_at: number;
}

export interface SourceEntryRow {
  agent_id: string;
  source: string;
  path: string;
  /** A `SkipCode`, if the page could not be read. */
  fault: string | null;
  /** Headers of the last response, for a conditional request, while the document has this `hash`. */
  etag: string | null;
  modified: string | null;
  hash: string | null;
  canonical: string | null;
  /** Id of the last reading that reached the page. */
  reading: string;
  /** 1: not in the index, and no reading brings it back. */
  forgotten: number;
}

export interface TaughtAnswerRow {
  /** Increases with each new answer of any agent. Lists are sorted by it, the latest first. */
  number: Generated<number>;
  id: string;
  agent_id: string;
  question: string;
  /** JSON array. */
  other_ways: string;
  answer: string;
  url: string | null;
  /** 0 or 1. */
  paused: number;
  /** How often it was given. */
  uses: Generated<number>;
  created_at: number;
  updated_at: number;
  /** Null unless the answer is deleted. A deletion can be undone for 30 days. */
  deleted_at: number | null;
}

interface PassageRow {
  id: Generated<number>;
  document_id: number;
  agent_id: string;
  position: number;
  heading: string;
  anchor: string;
  body: string;
}

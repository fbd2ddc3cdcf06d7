import type { Generated, Kysely, Transaction } from 'kysely';

/** The rows as stored, alike in SQLite and PostgreSQL. Times are Unix seconds; JSON is kept as text. */
export interface Tables {
  plans: PlanRow;
  workspaces: { id: string; name: string; plan: string; created_at: number };
  api_keys: KeyRow;
  agents: AgentRow;
  conversations: ConversationRow;
  messages: MessageRow;
  /** One row for each reply that was ever paid for or tried: the ledger behind `credit_months`. */
  charges: ChargeRow;
  credit_months: { workspace_id: string; month: string; used: number };
  agent_days: { agent_id: string; day: string; requests: number };
  contacts: ContactRow;
  documents: DocumentRow;
  passages: PassageRow;
  /** In how many passages of an agent a term occurs. */
  passage_terms: { agent_id: string; term: string; passages: number };
  notes: { key: string; value: string };
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
  /** SHA-256 in hex. The key has 256 random bits of its own, so a slow hash would protect nothing more. */
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

export interface MessageRow {
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
}

export interface ChargeRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  /** Of the pool it was taken from, `2026-11`. */
  month: string;
  credits: number;
  state: 'reserved' | 'settled' | 'refunded';
  /** The reply it paid for; null until settled. */
  message_id: string | null;
  created_at: number;
}

export interface ContactRow {
  id: string;
  agent_id: string;
  /** 1, 2, 3 … without gaps in the order created, so that any page is a range and none is counted to. */
  position: number;
  external_id: string;
  name: string | null;
  email: string | null;
  /** The address as it is compared; see `emailKey`. */
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
  /** The folder, file or sitemap it came from. */
  source: string;
  /** Inside the source. */
  path: string;
  title: string;
  url: string;
  hash: string;
  /** Milliseconds and bytes, to see without reading that a file is unchanged. */
  modified: number;
  size: number;
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

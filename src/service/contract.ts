import type { Contact, ContactInput } from '../protocol/contacts.ts';
import type { Part } from '../protocol/message.ts';
import type { Settings, SettingsPatch } from '../protocol/settings.ts';

/** What a service is made with. Each option mirrors the environment variable of the same name. */
export interface ServiceOptions {
  /** Folder of the SQLite file; made when missing. Not used for data when `databaseUrl` is given. */
  dataDir: string;
  /** `postgres://…`: keep everything in PostgreSQL instead of SQLite. */
  databaseUrl?: string | undefined;
  /** `redis://…`: share the requests-per-minute limits among several processes. */
  redisUrl?: string | undefined;
  /** Address of an OpenAI-compatible API. Without it and without a key, the documents alone answer. */
  openaiBaseUrl?: string | undefined;
  openaiApiKey?: string | undefined;
  /** Seconds a model may be silent, before its first word and after any, until it is given up. Default 60. */
  modelTimeout?: number | undefined;
  /** Folders the first agent answers from; indexed at start and again when a file changes. */
  docsDirs?: readonly string[] | undefined;
  /** A folder the first agent answers from until it has documents of its owner: `docsDirs`, or what `ingest` reads. */
  sampleDocsDir?: string | undefined;
  /**
   * Where a reader finds those documents: a citation of `guide/start.md` under the heading "First steps" links
   * to `<docsUrl>guide/start.md#first-steps`. Absolute or relative to the site. Default `/docs/`.
   */
  docsUrl?: string | undefined;
  /** Proxies in front of the service whose `X-Forwarded-For` is believed. Default 0: none. */
  trustProxy?: number | undefined;
  /** Milliseconds between the pieces of a streamed answer from the documents, a pace one can read. Default 12. */
  pace?: number | undefined;
  /** Days a conversation is kept after its last message, 1 to 36,500. Default: for ever. */
  conversationDays?: number | undefined;
  /** Seconds a reply may take as a whole. Default: 240 more than `modelTimeout`. */
  replyTimeout?: number | undefined;
  logger?: ServiceLogger | undefined;
}

/** The part of a pino logger the service uses. Never given a key, a message's text or a contact's fields. */
export interface ServiceLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the listener knows of a request and `Request` cannot say. */
export interface RequestInfo {
  /** The address of the peer's end of the socket. */
  remoteAddress?: string | undefined;
}

export interface AgentService {
  /** Answers a request of the interface; never throws. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /**
   * Makes the workspace, key and agent a single site needs, where they are missing, and starts to read and follow
   * `docsDirs` for that agent. Questions that come before they are read wait for it during the first 3 seconds; then they
   * are answered from what is read so far. Safe to call at each start.
   */
  firstRun(options?: FirstRunOptions): Promise<FirstRun>;
  /** Resolves once the `docsDirs` have been read. */
  documentsRead(): Promise<void>;
  /** What the command line manages: keys, agents, contacts, documents. */
  readonly management: Management;
  /** Refuses new requests, lets running replies finish for `graceMs` (default 10,000), then lets go of everything. */
  close(options?: { graceMs?: number }): Promise<void>;
}

export interface FirstRunOptions {
  /** A UUID. Default: the one of the last start, else a new one. */
  agentId?: string | undefined;
  /**
   * The key that opens the agent. Only its hash is kept: give the same at each start (`AGENT_API_KEY`, or one kept
   * in a file). Another one replaces the key of the last start. Default: a key is made once and returned once.
   */
  apiKey?: string | undefined;
  /** Whether the key of the last start stays good beside `apiKey`. */
  keepEarlierKey?: boolean | undefined;
  /**
   * Name of the plan the workspace has from now on. Default: the one it has; a new one has `enterprise`: 200 requests
   * a minute, no credit pool.
   */
  plan?: string | undefined;
  /** Settings of an agent that is new, over the defaults. */
  settings?: SettingsPatch | undefined;
}

export interface FirstRun {
  workspaceId: string;
  agentId: string;
  /** Only when the service made the key itself, in this call. It cannot be read again. */
  apiKey: string | undefined;
  /** Whether the agent was made in this call. */
  created: boolean;
  /** The agent's settings as stored, to seed a proxy's record with. */
  settings: Settings;
  /** Whether it answers from the sample documents, having no others. */
  answersFromSample: boolean;
}

export interface KeyInfo {
  id: string;
  workspaceId: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  prefix: string;
  /** Addresses and CIDR ranges that may use the key; empty = any. */
  allowlist: readonly string[];
  /** Unix seconds. */
  createdAt: number;
  revokedAt: number | null;
}

export interface AgentInfo {
  id: string;
  workspaceId: string;
  name: string;
  contacts: number;
  /** Unix seconds. */
  createdAt: number;
}

export interface StoredConversation {
  id: string;
  agentId: string;
  /** The first signed-in user who wrote in it. */
  userId: string | null;
  /** Unix seconds. */
  createdAt: number;
  updatedAt: number;
  messages: StoredMessage[];
}

export interface StoredMessage {
  id: string;
  role: 'user' | 'assistant';
  parts: Part[];
  /** Null for what a visitor said. */
  finishReason: string | null;
  userId: string | null;
  /** Unix seconds. */
  createdAt: number;
}

export interface ConversationFilter {
  /** Those alone in which this signed-in user wrote. */
  userId?: string | undefined;
  /** Those alone that were gone on with since then, in Unix seconds. */
  since?: number | undefined;
}

/** A question that an agent's documents held no answer to. */
export interface UnansweredQuestion {
  conversationId: string;
  text: string;
  /** Unix seconds. */
  askedAt: number;
}

export interface IngestReport {
  /** Documents that are new or changed and were read. */
  read: number;
  unchanged: number;
  removed: number;
  passages: number;
  /** What could not be read, and why. */
  failed: { path: string; reason: string }[];
}

export interface IngestOptions {
  agentId: string;
  /** A folder, a file, or the http(s) address of a sitemap. */
  source: string;
  /** Where a reader finds the folder's documents, as `docsUrl`. Without it citations name them and don't link. */
  url?: string | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Management {
  /** @throws ProtocolError `invalid_request` for a plan there is none of. Default: `plus`. */
  createWorkspace(options: { name: string; plan?: string }): Promise<{ id: string }>;
  listWorkspaces(): Promise<{ id: string; name: string; plan: string }[]>;
  /** The key itself is returned here and never again. @throws ProtocolError `conflict` at the plan's number of keys. */
  createKey(options: {
    workspaceId: string;
    name?: string;
    allowlist?: readonly string[];
  }): Promise<KeyInfo & { key: string }>;
  listKeys(workspaceId?: string): Promise<KeyInfo[]>;
  /** Does nothing to a key that was revoked before. @throws ProtocolError `not_found`. */
  revokeKey(id: string): Promise<void>;
  /** In a workspace there is, or in a new one, which is not made either when the agent cannot be. */
  createAgent(
    options: ({ workspaceId: string } | { newWorkspace: { name: string; plan?: string } }) & {
      id?: string;
      settings?: SettingsPatch;
    },
  ): Promise<AgentInfo>;
  listAgents(workspaceId?: string): Promise<AgentInfo[]>;
  settings(agentId: string): Promise<Settings>;
  /** All or nothing, 1 to 1000. @throws ProtocolError `conflict` naming the entries that exist, `invalid_request`. */
  createContacts(agentId: string, contacts: readonly ContactInput[]): Promise<Contact[]>;
  /** Every contact in the order created, read page by page. */
  contacts(agentId: string): AsyncIterable<Contact>;
  /**
   * Forgets what is kept of a person, by `external_id` or email; the contact stays as an empty one.
   * @returns how many contacts that were: two where one's id is another's email
   */
  deleteContact(agentId: string, who: string): Promise<number>;
  /** An agent's conversations with their messages, in the order they began. */
  conversations(agentId: string, filter?: ConversationFilter): AsyncIterable<StoredConversation>;
  /** @throws ProtocolError `not_found` */
  conversation(id: string): Promise<StoredConversation>;
  /** What it cost stays in the books. @returns whether there was one */
  deleteConversation(id: string): Promise<boolean>;
  /** Of the conversations, in the same order, what an agent that answers from documents found nothing for. */
  unanswered(agentId: string, filter?: ConversationFilter): AsyncIterable<UnansweredQuestion>;
  /**
   * Reads documents into the agent's knowledge. What was read before and is the same costs next to nothing; what the
   * source no longer has leaves the index. @throws ProtocolError `invalid_request` when there is no such source.
   */
  ingest(options: IngestOptions): Promise<IngestReport>;
  /**
   * Forgets what was read from a folder, a file or a sitemap, be it still there or not.
   * @returns the number of documents @throws ProtocolError `invalid_request` when there is none; it names the sources
   */
  forget(agentId: string, source: string): Promise<number>;
}

import type { Contact, ContactInput } from '../protocol/contacts.ts';
import type { ConversationDetail } from '../protocol/conversations.ts';
import type { Part } from '../protocol/message.ts';
import type { Forgotten, Person, PersonTraces } from '../protocol/personal-data.ts';
import type { Settings, SettingsPatch } from '../protocol/settings.ts';

/** Options of a service. */
export interface ServiceOptions {
  /** Folder of the SQLite file, created when missing. With `databaseUrl` it stores no data. */
  dataDir: string;
  /** `postgres://…`: stores everything in PostgreSQL instead of SQLite. */
  databaseUrl?: string | undefined;
  /**
   * Maximum of connections to PostgreSQL, at least 2. Default 10. A fifth of them, at least one, is kept for storing replies,
   * so that no crowd of new questions delays the end of an answer.
   */
  databasePool?: number | undefined;
  /** `redis://…`: shares rate limits among several processes. */
  redisUrl?: string | undefined;
  /** Address of any OpenAI-compatible API. Without address and key, answers are quotes from the documents. */
  openaiBaseUrl?: string | undefined;
  /** API key for it. */
  openaiApiKey?: string | undefined;
  /** Seconds without any output after which a model times out. Default 60. */
  modelTimeout?: number | undefined;
  /** Estimated tokens of passages that a model gets with a question. Default: 3/8 of its context, or 6000 if unknown. */
  passageBudget?: number | undefined;
  /**
   * Whether a model is asked for search words when the visitor's own find nothing, or are in another language than the
   * documents: one more short request. Default false.
   */
  queryRewrite?: boolean | undefined;
  /** Name of an embeddings model at `openaiBaseUrl`: passages are found by their meaning as well. */
  embeddingModel?: string | undefined;
  /** Megabytes for reading documents, of all services of the process. Default 2048, or half of what a container allows. */
  ingestMemory?: number | undefined;
  /** Whether websites in private networks may be added over HTTP, as by the panel. Default false. */
  allowPrivateSites?: boolean | undefined;
  /** Folders with the first agent's documents. Read at start, and again when a file changes. */
  docsDirs?: readonly string[] | undefined;
  /** Folder with documents that the first agent uses until it has others: from `docsDirs` or `ingest`. */
  sampleDocsDir?: string | undefined;
  /** Called when an uploaded document or a website has replaced those of `sampleDocsDir`, while the service runs. */
  onSampleReplaced?: ((agentId: string) => Promise<void>) | undefined;
  /**
   * Public address of `docsDirs`: a citation of `guide/start.md` under the heading "First steps" links to
   * `<docsUrl>guide/start.md#first-steps`. Absolute, or relative to the site. Default `/docs/`.
   */
  docsUrl?: string | undefined;
  /** Number of proxies in front of the service whose `X-Forwarded-For` is trusted. Default 0. */
  trustProxy?: number | undefined;
  /** Milliseconds between the tokens of a streamed answer from the documents. Default 12. */
  pace?: number | undefined;
  /** Days until a conversation is deleted after its last message, 1 to 36,500. Default: never. */
  conversationDays?: number | undefined;
  /** Seconds that a whole reply may take. Default: `modelTimeout` + 240. */
  replyTimeout?: number | undefined;
  /** A pino logger, or any with its methods `info`, `warn` and `error`. Default: nothing is logged. */
  logger?: ServiceLogger | undefined;
}

/** The part of a pino logger that the service uses. It never receives keys, message texts or fields of contacts. */
export interface ServiceLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the HTTP server knows about a request and `Request` cannot express. */
export interface RequestInfo {
  /** IP address of the peer of the connection. */
  remoteAddress?: string | undefined;
}

export interface AgentService {
  /** Handles a request of the interface. Never throws. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /**
   * Creates the workspace, key and agent of a single site, if they are missing, and starts to read and watch `docsDirs`
   * for that agent. During the first 3 seconds, questions wait until the documents are read; after that they are answered
   * from what is read so far. Call it at each start.
   */
  firstRun(options?: FirstRunOptions): Promise<FirstRun>;
  /** Resolves once the `docsDirs` have been read. */
  documentsRead(): Promise<void>;
  /** For the command line: keys, agents, contacts, documents. */
  readonly management: Management;
  /** `/readyz` answers 503 from now on, so that a load balancer sends nothing more; requests are still accepted. */
  drain(): void;
  /** Refuses new requests, waits up to `graceMs` (default 10,000) for running replies, then releases all resources. */
  close(options?: { graceMs?: number }): Promise<void>;
}

export interface FirstRunOptions {
  /** A UUID. Default: that of the last start, or a new one. */
  agentId?: string | undefined;
  /**
   * The API key of the agent. Only its hash is stored: pass the same key at each start. A different key replaces that of
   * the last start. Default: a key is generated once, and returned once.
   */
  apiKey?: string | undefined;
  /** Whether the key of the last start stays valid beside `apiKey`. */
  keepEarlierKey?: boolean | undefined;
  /**
   * Changes the plan of the workspace. Default: its current plan. A new workspace has `enterprise`: 200 requests a minute,
   * no credit pool.
   */
  plan?: string | undefined;
  /** Settings of a new agent; others have their defaults. */
  settings?: SettingsPatch | undefined;
}

export interface FirstRun {
  workspaceId: string;
  agentId: string;
  /** Only if this call generated the key. It cannot be read again. */
  apiKey: string | undefined;
  /** Whether this call created the agent. */
  created: boolean;
  /** The agent's stored settings, to initialize a proxy's record. */
  settings: Settings;
  /** Whether it answers from the sample documents, because it has no others. */
  answersFromSample: boolean;
}

export interface KeyInfo {
  id: string;
  workspaceId: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** Addresses and CIDR ranges that may use the key; empty: any. */
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
  /** Null for a visitor's message. */
  finishReason: string | null;
  userId: string | null;
  /** Unix seconds. */
  createdAt: number;
}

export interface ConversationFilter {
  /** Only conversations in which this signed-in user wrote. */
  userId?: string | undefined;
  /** Only conversations with a message since then, in Unix seconds. */
  since?: number | undefined;
}

/** A question that an agent's documents did not answer. */
export interface UnansweredQuestion {
  conversationId: string;
  text: string;
  /** Unix seconds. */
  askedAt: number;
}

/** A reply that quotes documents. */
export interface QuotedReply {
  text: string;
  /** The quoted places, the best first; empty when the documents have no answer. */
  sources: {
    title: string;
    /** Path within the folder it was read from; the address of a page. */
    path: string;
    /** The heading's id in the document; may be empty. */
    anchor: string;
  }[];
}

export interface IngestReport {
  /** New and changed documents that were read. */
  read: number;
  unchanged: number;
  removed: number;
  passages: number;
  /** Documents that could not be read, with the reason. */
  failed: { path: string; reason: string }[];
  /** Documents that were read in part, with what is missing. */
  warnings: { path: string; reason: string }[];
  /** With `embeddingModel`: whether every passage has its vector, or why not. */
  embeddings?: 'ok' | 'unreachable' | 'unsupported';
}

export interface IngestOptions {
  agentId: string;
  /** A folder, a file, or the http(s) address of a sitemap. */
  source: string;
  /** Public address of the folder, as `docsUrl`. Without it citations have no links. */
  url?: string | undefined;
  /**
   * Whether to read a site whose name has a private address, as in the owner's network. An IP address and `localhost` are
   * read without it, link-local addresses never.
   */
  allowPrivate?: boolean | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Management {
  /** Default plan: `plus`. @throws ProtocolError `invalid_request` for an unknown plan */
  createWorkspace(options: { name: string; plan?: string }): Promise<{ id: string }>;
  listWorkspaces(): Promise<{ id: string; name: string; plan: string }[]>;
  /** The key is returned only here. @throws ProtocolError `conflict` at the plan's number of keys */
  createKey(options: {
    workspaceId: string;
    name?: string;
    allowlist?: readonly string[];
  }): Promise<KeyInfo & { key: string }>;
  listKeys(workspaceId?: string): Promise<KeyInfo[]>;
  /** Does nothing if the key was revoked before. @throws ProtocolError `not_found` */
  revokeKey(id: string): Promise<void>;
  /** Creates an agent in an existing workspace or a new one; both or neither. */
  createAgent(
    options: ({ workspaceId: string } | { newWorkspace: { name: string; plan?: string } }) & {
      id?: string;
      settings?: SettingsPatch;
    },
  ): Promise<AgentInfo>;
  listAgents(workspaceId?: string): Promise<AgentInfo[]>;
  /** The id of the agent that `firstRun` uses. Creates the agent and its workspace, but no key, if they are missing. */
  firstAgent(): Promise<string>;
  settings(agentId: string): Promise<Settings>;
  /** 1 to 1000 contacts, all or none. @throws ProtocolError `conflict`, naming existing entries; `invalid_request` */
  createContacts(agentId: string, contacts: readonly ContactInput[]): Promise<Contact[]>;
  /** All contacts in the order created, read page by page. */
  contacts(agentId: string): AsyncIterable<Contact>;
  /**
   * Erases a person by `external_id` or email; an empty contact stays.
   * @returns the number of contacts erased: two if one's id is another's email
   */
  deleteContact(agentId: string, who: string): Promise<number>;
  /** An agent's conversations with their messages, in the order they began. */
  conversations(agentId: string, filter?: ConversationFilter): AsyncIterable<StoredConversation>;
  /** @throws ProtocolError `not_found` */
  conversation(id: string): Promise<StoredConversation>;
  /** Its charges stay. @returns whether it existed */
  deleteConversation(id: string): Promise<boolean>;
  /** All that is stored about a person; empty lists if nothing is. */
  findPerson(agentId: string, person: Person): Promise<PersonTraces>;
  /** Removes all that is stored about a person, or nothing if it is interrupted. */
  forgetPerson(agentId: string, person: Person): Promise<Forgotten>;
  /** Some conversations with what their replies were made from, a page at a time. */
  conversationDetails(agentId: string, ids: readonly string[]): AsyncIterable<ConversationDetail[]>;
  /** Questions that an agent without a model found no answer for, in the order of the conversations. */
  unanswered(agentId: string, filter?: ConversationFilter): AsyncIterable<UnansweredQuestion>;
  /** Answers a question from the documents as an agent without a model does. Stores nothing, charges nothing. */
  ask(agentId: string, question: string): Promise<QuotedReply>;
  /**
   * Reads documents of a source into the agent's index. Skips unchanged documents, and removes those that the source no
   * longer has. @throws ProtocolError `invalid_request` when the source cannot be read
   */
  ingest(options: IngestOptions): Promise<IngestReport>;
  /**
   * Removes the documents of a folder, a file or a sitemap, whether or not that still exists.
   * @returns the number of documents @throws ProtocolError `invalid_request` for an unknown source; lists the known ones
   */
  forget(agentId: string, source: string): Promise<number>;
}

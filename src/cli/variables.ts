import { statSync } from 'node:fs';

/**
 * What can be configured, by environment variable or by flag. Secrets have no flag: every user of the machine can read a
 * command line.
 */
export const VARIABLES = {
  PORT: { flag: 'port', value: 'number', help: 'Port to listen on (8787).' },
  HOST: { flag: 'host', value: 'address', help: 'Address to listen on (127.0.0.1; with proxy: all).' },
  DATA_DIR: {
    flag: 'data-dir',
    value: 'folder',
    help: 'Folder for data and secrets (data; with proxy: none).',
  },
  DOCS_DIR: {
    flag: 'docs-dir',
    value: 'folders',
    help: "Folders of documents to answer from, separated by commas. Without it, start answers from this project's docs until you add documents.",
  },
  DOCS_PUBLIC: {
    flag: 'docs-public',
    value: '0|1',
    help: 'Whether anybody may read /docs/, or only the admin token (1, unless the agent is private or allowedDomains lists sites).',
  },
  INGEST_MEMORY: {
    flag: 'ingest-memory',
    value: 'megabytes',
    help: 'Memory for reading documents (2048, or half of what a container allows).',
  },
  PRIVATE_SITES: {
    flag: 'private-sites',
    value: '0|1',
    help: 'Whether the panel may add websites of private networks (0).',
  },
  AGENT_ID: {
    flag: 'agent-id',
    value: 'uuid',
    help: 'Id of the agent that the first start creates (random).',
  },
  AGENT_IDS: {
    flag: 'agent-ids',
    value: 'ids',
    help: 'Agents that the proxy serves, separated by commas (all of the workspace).',
  },
  AGENT_BASE_URL: { flag: 'base-url', value: 'url', help: 'Address of the service: {base_url}.' },
  AGENT_SERVICES_URL: {
    flag: 'services-url',
    value: 'url',
    help: 'Address of its contacts and settings: {services_url} (the same).',
  },
  AGENT_API_KEY: { help: 'API key of the service.' },
  AGENT_CREDITS_PER_MONTH: {
    flag: 'credits-per-month',
    value: 'number',
    help: 'Credits of your plan, to report the remaining ones in /metrics.',
  },
  ADMIN_TOKEN: { help: 'Token for the admin panel and its routes.' },
  SESSION_SECRET: { help: 'Signs visitor tokens and conversation ids.' },
  SESSION_SECRET_PREVIOUS: { help: 'The previous secret, still accepted during a change.' },
  IDENTITY_SECRET: { help: 'Secret that your site computes userHash with.' },
  IDENTITY_SECRET_PREVIOUS: { help: 'The previous secret, still accepted during a change.' },
  TRUST_PROXY: {
    flag: 'trust-proxy',
    value: 'number',
    help: 'Number of trusted reverse proxies in front (0).',
  },
  PUBLIC_URL: {
    flag: 'public-url',
    value: 'url',
    help: 'Public address, if another server is in front.',
  },
  AGENT_ALLOW_HTTP: {
    flag: 'allow-http',
    value: '1',
    help: 'Allows plain http to a service on another machine.',
  },
  SERVICE_PORT: {
    flag: 'service-port',
    value: 'number',
    help: 'Port of the agent service behind the proxy (any free port).',
  },
  DATABASE_URL: { help: 'postgres://… instead of SQLite.' },
  DATABASE_POOL: {
    help: 'Maximum of connections to PostgreSQL, separately for the service (10) and the proxy (5).',
  },
  REDIS_URL: { help: 'redis://… to share limits and running replies between instances.' },
  OPENAI_BASE_URL: { flag: 'openai-base-url', value: 'url', help: 'Any OpenAI-compatible API.' },
  OPENAI_API_KEY: { help: 'API key for it.' },
  MODEL_TIMEOUT: {
    flag: 'model-timeout',
    value: 'seconds',
    help: 'Seconds without a byte after which a model request is aborted (60).',
  },
  PASSAGE_BUDGET: {
    flag: 'passage-budget',
    value: 'number',
    help: 'Tokens of passages that the model gets with a question (3/8 of its context; 6000 if unknown).',
  },
  QUERY_REWRITE: {
    flag: 'query-rewrite',
    value: 'on|off',
    help: 'Whether the model is asked for search words when those of the visitor find nothing (off).',
  },
  EMBEDDING_MODEL: {
    flag: 'embedding-model',
    value: 'name',
    help: 'Embeddings model at the same API, to find passages by their meaning (none).',
  },
  CONVERSATION_DAYS: {
    flag: 'conversation-days',
    value: 'number',
    help: 'Days a conversation is kept after its last message (180).',
  },
  DRAIN_SECONDS: {
    flag: 'drain-seconds',
    value: 'seconds',
    help: 'Seconds after SIGTERM in which /readyz answers 503 and requests are still accepted (5).',
  },
  HTTPS_PROXY: { help: 'Forward proxy for https to other servers: http://proxy.example:3128.' },
  HTTP_PROXY: { help: 'The same for plain http.' },
  ALL_PROXY: { help: 'Forward proxy for whichever of the two is not set.' },
  NO_PROXY: { help: 'Hosts to connect to directly, separated by commas.' },
  LOG_LEVEL: { flag: 'log-level', value: 'level', help: 'debug, info, warn, error or silent (warn).' },
} as const satisfies Record<string, { help: string; flag?: string; value?: string }>;

export type VariableName = keyof typeof VARIABLES;
export type Variables = Partial<Record<VariableName, string>>;

/** A wrong or missing argument. Its text is printed at the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function wholeNumber(
  variables: Variables,
  name: VariableName,
  max: number,
  min = 0,
): number | undefined {
  return wholeNumberOf(variables[name], name, max, min);
}

/** The value of a variable or flag as a number. @throws UsageError */
export function wholeNumberOf(
  value: string | undefined,
  name: string,
  max: number,
  min: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
}

const PORT_MAX = 65_535;
const DEFAULT_PORT = 8787;

/** The port to listen on. @throws UsageError */
export function portOf(variables: Variables): number {
  return wholeNumber(variables, 'PORT', PORT_MAX) ?? DEFAULT_PORT;
}

/** The port of the service behind `start`; 0 means any free port. @throws UsageError */
export function servicePortOf(variables: Variables): number {
  return wholeNumber(variables, 'SERVICE_PORT', PORT_MAX) ?? 0;
}

const PROXIES_MAX = 20;

/** The number of trusted reverse proxies. @throws UsageError */
export function trustedProxies(variables: Variables): number | undefined {
  return wholeNumber(variables, 'TRUST_PROXY', PROXIES_MAX);
}

/** A hundred years. */
export const DAYS_MAX = 36_500;

const DEFAULT_DAYS = 180;

/** Days that conversations are kept. @throws UsageError */
export function conversationDays(variables: Variables): number {
  return wholeNumber(variables, 'CONVERSATION_DAYS', DAYS_MAX, 1) ?? DEFAULT_DAYS;
}

const POOL_MIN = 2;
const POOL_MAX = 1000;

/** Connections to PostgreSQL; undefined for the default of service or proxy. @throws UsageError */
export function databasePool(variables: Variables): number | undefined {
  return wholeNumber(variables, 'DATABASE_POOL', POOL_MAX, POOL_MIN);
}

const DEFAULT_DRAIN_SECONDS = 5;
const DRAIN_MAX = 300;

/** Milliseconds in which requests are still accepted after SIGTERM. @throws UsageError */
export function drainTime(variables: Variables): number {
  return (wholeNumber(variables, 'DRAIN_SECONDS', DRAIN_MAX) ?? DEFAULT_DRAIN_SECONDS) * 1000;
}

/** The ids of the agents that the proxy serves. */
export function agentIds({ AGENT_IDS }: Variables): string[] | undefined {
  return AGENT_IDS?.split(',')
    .map(id => id.trim())
    .filter(id => id !== '');
}

/** Whether the documents are public whatever the settings say; undefined if the settings decide. @throws UsageError */
export function docsPublic({ DOCS_PUBLIC }: Variables): boolean | undefined {
  if (DOCS_PUBLIC === undefined) return undefined;
  if (DOCS_PUBLIC === '1' || DOCS_PUBLIC === '0') return DOCS_PUBLIC === '1';
  throw new UsageError(`DOCS_PUBLIC must be 1 or 0, not "${DOCS_PUBLIC}".`);
}

/** Whether the panel may add websites of private networks. @throws UsageError */
export function privateSites({ PRIVATE_SITES }: Variables): boolean {
  if (PRIVATE_SITES === undefined || PRIVATE_SITES === '0') return false;
  if (PRIVATE_SITES === '1') return true;
  throw new UsageError(`PRIVATE_SITES must be 1 or 0, not "${PRIVATE_SITES}".`);
}

const INGEST_MEMORY_MIN = 64;
const INGEST_MEMORY_MAX = 1_000_000;

/** Megabytes for reading documents. @throws UsageError */
export function ingestMemory(variables: Variables): number | undefined {
  return wholeNumber(variables, 'INGEST_MEMORY', INGEST_MEMORY_MAX, INGEST_MEMORY_MIN);
}

/** @throws UsageError */
export function webAddress(variables: Variables, name: 'PUBLIC_URL' | 'OPENAI_BASE_URL'): string | undefined {
  const value = variables[name];
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    throw new UsageError(`${name} must be a full URL such as https://agents.example, not "${value}".`);
  }
  // The value is not repeated: it may contain a secret.
  if (url?.username || url?.password || url?.hash) {
    throw new UsageError(`${name} must not have a user name or fragment.`);
  }
  // Some model endpoints need a query, such as `?api-version=…`.
  if (url?.search && name !== 'OPENAI_BASE_URL') throw new UsageError(`${name} must not have a query.`);
  return value;
}

/** @throws UsageError without the value, which may contain a password */
export function redisAddress({ REDIS_URL }: Variables): string | undefined {
  if (REDIS_URL === undefined) return undefined;
  if (!/^rediss?:\/\//i.test(REDIS_URL)) {
    throw new UsageError('REDIS_URL must begin with redis:// or rediss://.');
  }
  const url = URL.parse(REDIS_URL);
  if (!url || (url.search + url.hash).includes('@') || !isEncoded(url.username + url.password)) {
    throw new UsageError(notEncoded('REDIS_URL'));
  }
  if (/^\/?\d*$/.test(url.pathname)) return REDIS_URL;
  throw new UsageError('REDIS_URL may have no path but the number of a database, such as /0.');
}

/** A path, which the driver reads as a socket, is valid. @throws UsageError without the value */
export function databaseAddress({ DATABASE_URL }: Variables): string | undefined {
  if (DATABASE_URL === undefined || /^(?:\/|socket:)/i.test(DATABASE_URL)) return DATABASE_URL;
  if (!/^postgres(?:ql)?:\/\//i.test(DATABASE_URL)) {
    throw new UsageError('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  const url = URL.parse(DATABASE_URL);
  // This driver accepts a single percent sign.
  if (url && !(url.pathname + url.hash).includes('@')) return DATABASE_URL;
  throw new UsageError(notEncoded('DATABASE_URL'));
}

/** Special characters in a password can end the address early or break its decoding. */
function notEncoded(name: VariableName): string {
  return `${name} is not a valid URL. Percent-encode # / ? and % in its user name and password: %23 for #.`;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The folders documents are read from.
 * @throws UsageError for a missing folder, and for a file: files are not watched for changes
 */
export function documentFolders({ DOCS_DIR }: Variables): string[] | undefined {
  const folders = DOCS_DIR?.split(',')
    .map(folder => folder.trim())
    .filter(folder => folder !== '');
  for (const folder of folders ?? []) {
    const fault = folderFault(folder);
    if (fault) throw new UsageError(`DOCS_DIR: ${folder} ${fault}`);
  }
  return folders;
}

function folderFault(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) return 'does not exist.';
    return found.isFile() ? 'is a file, not a folder. Use agent-chat ingest for a single file.' : undefined;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code}).`;
  }
}

/** @throws UsageError */
export function required(variables: Variables, name: VariableName): string {
  const value = variables[name];
  if (value) return value;
  throw new UsageError(`${name} is not set: ${VARIABLES[name].help}`);
}

/** The secret in use, and the one before it while it is being changed. */
export function rotating(variables: Variables, name: 'SESSION_SECRET' | 'IDENTITY_SECRET'): string[] {
  return [variables[name], variables[`${name}_PREVIOUS`]].filter(secret => secret !== undefined);
}

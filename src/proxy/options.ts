import type { Authorize } from './access/admin.ts';
import type { Logger } from './operations/logger.ts';

/** Options of `createProxy`. Each one mirrors the environment variable named beside it. */
export interface ProxyOptions {
  /** `AGENT_BASE_URL`: address of the chat endpoint, `{base_url}` of the interface. Required. */
  baseUrl: string | undefined;
  /** `AGENT_SERVICES_URL`: address of the contacts and settings endpoints, `{services_url}`. Default: `baseUrl`. */
  servicesUrl?: string | undefined;
  /** `AGENT_API_KEY`: the service's API key. Required. */
  apiKey: string | undefined;
  /** `AGENT_IDS`: the agents to serve; any other is 404. Default: all agents of the key's workspace. */
  agentIds?: readonly string[] | undefined;
  /**
   * `ADMIN_TOKEN`: opens the owner's routes. Printable ASCII without spaces; the log warns if it is shorter than 16
   * characters. Without it and without `authorize` they are closed.
   */
  adminToken?: string | undefined;
  /**
   * Your own check for an admin, called with the request if it has no admin token. Returns true, or `{ name }` for the
   * history of settings; anything else refuses.
   */
  authorize?: Authorize | undefined;
  /**
   * `SESSION_SECRET`: signs visitor tokens and conversation ids; the same for all instances. To change it, pass the new
   * one first and the old one second. Default: derived from the key.
   */
  sessionSecret?: string | readonly string[] | undefined;
  /** `IDENTITY_SECRET`: your site computes `userHash` with it. Without it no `userId` is accepted. New first, old second. */
  identitySecret?: string | readonly string[] | undefined;
  /** `TRUST_PROXY`: how many proxies in front of this one are trusted in `X-Forwarded-For`. Default: 0. */
  trustProxy?: number | undefined;
  /** `AGENT_CREDITS_PER_MONTH`: credits of the key's plan, so that `/metrics` reports how many are left. */
  creditsPerMonth?: number | undefined;
  /** Path that the handler is mounted under, if the server does not remove it. Default: none. */
  basePath?: string | undefined;
  /**
   * `PUBLIC_URL`: origins of your own pages, allowed besides the setting `allowedDomains`; or a function that returns
   * them. The variable applies to `start`.
   */
  ownOrigins?: readonly string[] | (() => readonly string[]) | undefined;
  /** `DATA_DIR`: keeps settings, counters and revoked visitors in an SQLite file there. */
  dataDir?: string | undefined;
  /** `DATABASE_URL`: keeps settings, counters and revoked visitors in PostgreSQL. */
  databaseUrl?: string | undefined;
  /** `DATABASE_POOL`: maximum of connections to PostgreSQL, at least 2. Default: 5. */
  databasePool?: number | undefined;
  /** `REDIS_URL`: shares running replies and limits among instances. */
  redisUrl?: string | undefined;
  /**
   * Called once for each visitor, before the first message or contact; the browser sends its proof in `X-Bot-Token`. Only
   * `true` passes.
   */
  botCheck?: BotCheck | undefined;
  /** Bounds of sizes, times and numbers. */
  limits?: GivenLimits | undefined;
  /** Settings of agents without stored ones, by agent id; or a function that is called each time. */
  initialSettings?: InitialSettings | undefined;
  /** `AGENT_ALLOW_HTTP`: allows plain `http` to a service on another machine. Default: false. */
  allowInsecureUpstream?: boolean | undefined;
  /** Receives log lines, for instance a pino logger. Default: failures go to the console. */
  logger?: Logger | undefined;
  /** Used for all requests to the service. Default: the runtime's own. */
  fetch?: typeof fetch | undefined;
}

export type InitialSettings =
  | Readonly<Record<string, object>>
  | ((agentId: string) => Promise<object | undefined>);

export type BotCheck = (proof: {
  /** Contents of `X-Bot-Token`; empty when there was none. */
  token: string;
  agentId: string;
  remoteAddress: string | undefined;
  /** `fetch` that respects `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, for the request to the captcha service. */
  fetch: typeof fetch;
}) => boolean | Promise<boolean>;

/** Bounds of what the proxy accepts, keeps and waits for. */
export interface ProxyLimits {
  /** Bytes of a visitor's request body. */
  bodyBytes: number;
  /** Bytes of an owner's request body. */
  adminBodyBytes: number;
  /** Bytes of one event of the service. */
  eventBytes: number;
  /** Bytes of one whole reply. */
  replyBytes: number;
  /** Seconds that a whole reply may take. */
  replySeconds: number;
  /** Seconds of silence of the service, after which a reply counts as broken off. */
  silenceSeconds: number;
  /** Seconds that a complete reply can be joined. */
  keepSeconds: number;
  /** Replies in memory, running and complete. */
  keepReplies: number;
  /** Bytes of all replies in memory, beyond which complete ones are dropped. */
  keepBytes: number;
  /** Bytes of all replies in memory, beyond which a running one that grows past `runningBytes / keepReplies` ends. */
  runningBytes: number;
  /** Seconds a message may wait for the service's rate limit. */
  waitSeconds: number;
  /** Messages that wait at once. */
  waiting: number;
  /** Of them, messages from one IPv4 address or one IPv6 /48. */
  waitingPerNetwork: number;
  /** Of them, messages of one visitor. */
  waitingPerVisitor: number;
  /** Requests of one message to a service that fails or answers 429, the first included. */
  attempts: number;
  /** Seconds between heartbeats on a quiet stream. */
  heartbeatSeconds: number;
  /** Days that a visitor token is valid; it is renewed while it is used. */
  visitorDays: number;
}

/** A limit that is missing or undefined has its default. */
export type GivenLimits = { [Name in keyof ProxyLimits]?: ProxyLimits[Name] | undefined };

export const DEFAULT_LIMITS: ProxyLimits = {
  bodyBytes: 64 * 1024,
  adminBodyBytes: 8 * 1024 * 1024,
  eventBytes: 1024 * 1024,
  replyBytes: 4 * 1024 * 1024,
  replySeconds: 600,
  silenceSeconds: 120,
  keepSeconds: 120,
  keepReplies: 20_000,
  keepBytes: 128 * 1024 * 1024,
  runningBytes: 512 * 1024 * 1024,
  waitSeconds: 60,
  waiting: 1000,
  waitingPerNetwork: 50,
  waitingPerVisitor: 5,
  attempts: 3,
  heartbeatSeconds: 15,
  visitorDays: 30,
};

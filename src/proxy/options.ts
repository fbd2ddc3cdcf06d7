import type { Authorize } from './access/admin.ts';
import type { Logger } from './operations/logger.ts';

/** What a proxy is made with. Each option mirrors the environment variable named beside it. */
export interface ProxyOptions {
  /** `AGENT_BASE_URL`: address of the chat endpoint, `{base_url}` of the interface. Undefined, as a variable may be, is refused. */
  baseUrl: string | undefined;
  /** `AGENT_SERVICES_URL`: address of the contacts and settings endpoints. Default: `baseUrl`. */
  servicesUrl?: string | undefined;
  /** `AGENT_API_KEY`: the key that stays here. Undefined is refused. */
  apiKey: string | undefined;
  /** `ADMIN_TOKEN`: opens the admin routes. Without it and without `authorize` they are closed. */
  adminToken?: string | undefined;
  /**
   * `SESSION_SECRET`: signs visitor tokens and conversation ids; all instances need the same. While it is being
   * changed, give the new one first and the old one second. Default: derived from the key.
   */
  sessionSecret?: string | readonly string[] | undefined;
  /** `IDENTITY_SECRET`: what your site makes `userHash` with. Without it no `userId` is accepted. New first, old second. */
  identitySecret?: string | readonly string[] | undefined;
  /** `TRUST_PROXY`: how many proxies in front of this one are believed in `X-Forwarded-For`. Default 0. */
  trustProxy?: number | undefined;
  /** `AGENT_CREDITS_PER_MONTH`: what the plan of the key holds, so that `/metrics` can tell what is left of it. */
  creditsPerMonth?: number | undefined;
  /** Path this handler is mounted under, where the runtime does not take it off itself. Default none. */
  basePath?: string | undefined;
  /** Origins of the owner's own pages, allowed besides the setting `allowedDomains`; or a function that names them. */
  ownOrigins?: readonly string[] | (() => readonly string[]) | undefined;
  /** `REDIS_URL`: shares running replies and limits among instances. */
  redisUrl?: string | undefined;
  /** `DATABASE_URL`: keeps settings and counters in PostgreSQL. */
  databaseUrl?: string | undefined;
  /** `DATA_DIR`: keeps settings and counters in an SQLite file there. With neither, they live in memory. */
  dataDir?: string | undefined;
  /**
   * The host's own answer to "is this an admin?", asked when no admin token is sent. With `{ name }` instead of true,
   * the history of settings says who it was.
   */
  authorize?: Authorize | undefined;
  /** Asked once a visitor, before the first message or contact; the browser's proof comes in `X-Bot-Token`. */
  botCheck?: BotCheck | undefined;
  /** `AGENT_ALLOW_HTTP=1`: allows plain `http` to a service that is not on this machine. Default false. */
  allowInsecureUpstream?: boolean | undefined;
  /** Settings of an agent nobody has changed yet, by agent id; as a function, asked each time. */
  initialSettings?: InitialSettings | undefined;
  limits?: GivenLimits | undefined;
  logger?: Logger | undefined;
  /** Used for every call upstream. Default: the runtime's own. */
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
}) => boolean | Promise<boolean>;

/** Bounds of what the proxy takes, keeps and waits for. */
export interface ProxyLimits {
  /** Bytes of a visitor's request body. */
  bodyBytes: number;
  /** Bytes of an admin's request body. */
  adminBodyBytes: number;
  /** Bytes of one event of the service. */
  eventBytes: number;
  /** Bytes of one whole reply. */
  replyBytes: number;
  /** Seconds a reply may take as a whole. */
  replySeconds: number;
  /** Seconds of silence of the service after which a reply counts as dead. */
  silenceSeconds: number;
  /** Seconds a finished reply can still be joined. */
  keepSeconds: number;
  /** Replies kept at most, running and finished. */
  keepReplies: number;
  /** Bytes of all kept replies together, running and finished, past which finished ones are dropped. */
  keepBytes: number;
  /**
   * Bytes of all kept replies together past which a running one that has had its share of them
   * (`runningBytes / keepReplies`) is interrupted when it grows on.
   */
  runningBytes: number;
  /** Seconds a message may wait for the service to have room. */
  waitSeconds: number;
  /** Messages that may wait at once, of all visitors and of one. */
  waiting: number;
  waitingPerVisitor: number;
  /** Tries of one message at a service that fails, the first included; those it answered with 429 do not count. */
  attempts: number;
  /** Seconds between heartbeats on a quiet stream. */
  heartbeatSeconds: number;
  /** Days a visitor token is good for; it is renewed while it is used. */
  visitorDays: number;
}

/** What is left out or undefined has its default. */
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
  waitingPerVisitor: 5,
  attempts: 3,
  heartbeatSeconds: 15,
  visitorDays: 30,
};

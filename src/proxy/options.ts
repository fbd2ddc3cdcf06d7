import type { Authorize } from './access/admin.ts';
import type { Logger } from './operations/logger.ts';

/** Options of `createProxy`. Each one mirrors the environment variable named beside it. */
export interface ProxyOptions {
  /** `AGENT_BASE_URL`: address of the chat endpoint, `{base_url}` of the interface. Undefined is refused. */
  baseUrl: string | undefined;
  /** `AGENT_SERVICES_URL`: address of the contacts and settings endpoints. Default: `baseUrl`. */
  servicesUrl?: string | undefined;
  /** `AGENT_API_KEY`: the key that the proxy keeps. Undefined is refused. */
  apiKey: string | undefined;
  /** `ADMIN_TOKEN`: opens the admin routes. Without it and without `authorize` they are closed. */
  adminToken?: string | undefined;
  /**
   * `SESSION_SECRET`: signs visitor tokens and conversation ids; the same for all instances. To change it, pass the new
   * one first and the old one second. Default: derived from the key.
   */
  sessionSecret?: string | readonly string[] | undefined;
  /** `IDENTITY_SECRET`: your site computes `userHash` with it. Without it no `userId` is accepted. New first, old second. */
  identitySecret?: string | readonly string[] | undefined;
  /** `TRUST_PROXY`: how many proxies in front of this one are trusted in `X-Forwarded-For`. Default 0. */
  trustProxy?: number | undefined;
  /** `AGENT_CREDITS_PER_MONTH`: credits of the key's plan, so that `/metrics` reports how many are left. */
  creditsPerMonth?: number | undefined;
  /** Path that this handler is mounted under, if the runtime does not remove it. Default none. */
  basePath?: string | undefined;
  /** Origins of the owner's own pages, allowed besides the setting `allowedDomains`; or a function that returns them. */
  ownOrigins?: readonly string[] | (() => readonly string[]) | undefined;
  /** `REDIS_URL`: shares running replies and limits among instances. */
  redisUrl?: string | undefined;
  /** `DATABASE_URL`: keeps settings and counters in PostgreSQL. */
  databaseUrl?: string | undefined;
  /** `DATA_DIR`: keeps settings and counters in an SQLite file there. With neither, they live in memory. */
  dataDir?: string | undefined;
  /**
   * The host's own check for an admin, called if no admin token is sent. With `{ name }` instead of true, the history of
   * settings contains the name.
   */
  authorize?: Authorize | undefined;
  /** Called once for each visitor, before the first message or contact; the browser sends its proof in `X-Bot-Token`. */
  botCheck?: BotCheck | undefined;
  /** `AGENT_ALLOW_HTTP=1`: allows plain `http` to a service that is not on this machine. Default false. */
  allowInsecureUpstream?: boolean | undefined;
  /** Settings of an agent without stored ones, by agent id; a function is called each time. */
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
  /** `fetch` that respects `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, for the request to the captcha service. */
  fetch: typeof fetch;
}) => boolean | Promise<boolean>;

/** Bounds of what the proxy accepts, keeps and waits for. */
export interface ProxyLimits {
  /** Bytes of a visitor's request body. */
  bodyBytes: number;
  /** Bytes of an admin's request body. */
  adminBodyBytes: number;
  /** Bytes of one event of the service. */
  eventBytes: number;
  /** Bytes of one whole reply. */
  replyBytes: number;
  /** Seconds that a whole reply may take. */
  replySeconds: number;
  /** Seconds of silence after which a reply counts as broken off. */
  silenceSeconds: number;
  /** Seconds that a finished reply can be joined. */
  keepSeconds: number;
  /** Replies kept at most, running and finished. */
  keepReplies: number;
  /** Bytes of all kept replies together, running and finished, past which finished ones are dropped. */
  keepBytes: number;
  /**
   * Bytes of all kept replies together past which a running one with more than its share (`runningBytes / keepReplies`) is
   * interrupted when it grows.
   */
  runningBytes: number;
  /** Seconds a message may wait for the service to have room. */
  waitSeconds: number;
  /** Messages that may wait at once, of all visitors and of one. */
  waiting: number;
  waitingPerVisitor: number;
  /** Tries of one message at a service that fails, the first included; 429 answers do not count. */
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
  waitingPerVisitor: 5,
  attempts: 3,
  heartbeatSeconds: 15,
  visitorDays: 30,
};

import type { SettingsPatch } from '../protocol/settings.ts';
import { parseSettingsPatch } from '../protocol/settings-patch.ts';
import { isAgentId } from './access/agent-id.ts';
import {
  DEFAULT_LIMITS,
  type GivenLimits,
  type InitialSettings,
  type ProxyLimits,
  type ProxyOptions,
} from './options.ts';

/** Validated options, with defaults filled in. */
export interface ProxyConfig extends ProxyOptions {
  baseUrl: string;
  apiKey: string;
  servicesUrl: string;
  sessionSecrets: readonly string[];
  identitySecrets: readonly string[];
  trustProxy: number;
  ownOrigins: () => readonly string[];
  basePath: string;
  limits: ProxyLimits;
}

/** A setup that cannot work. The message names the option and its variable, never a secret value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What can follow `Bearer`; any other token would fail without a reason. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** @throws ConfigError */
export function readConfig(options: ProxyOptions): ProxyConfig {
  if (!options.apiKey)
    throw new ConfigError('apiKey (AGENT_API_KEY) is missing: the proxy has no key to add');
  if (!HEADER_SAFE.test(options.apiKey)) {
    throw new ConfigError('apiKey (AGENT_API_KEY) must be printable ASCII without spaces');
  }
  const insecure = options.allowInsecureUpstream ?? false;
  const baseUrl = upstreamUrl('baseUrl (AGENT_BASE_URL)', options.baseUrl, insecure);
  const trustProxy = options.trustProxy ?? 0;
  if (!Number.isInteger(trustProxy) || trustProxy < 0 || trustProxy > 20) {
    throw new ConfigError('trustProxy (TRUST_PROXY) must be a whole number from 0 to 20');
  }
  const { creditsPerMonth = 0 } = options;
  if (!Number.isFinite(creditsPerMonth) || creditsPerMonth < 0) {
    throw new ConfigError('creditsPerMonth (AGENT_CREDITS_PER_MONTH) must be a number from 0 on');
  }
  checkAgentIds(options.agentIds);
  checkPool(options.databasePool);
  if (options.adminToken === '') throw new ConfigError('adminToken (ADMIN_TOKEN) must not be empty');
  if (options.adminToken !== undefined && !HEADER_SAFE.test(options.adminToken)) {
    throw new ConfigError('adminToken (ADMIN_TOKEN) must be printable ASCII without spaces');
  }
  checkInitialSettings(options.initialSettings);
  return {
    ...options,
    apiKey: options.apiKey,
    baseUrl,
    servicesUrl: options.servicesUrl
      ? upstreamUrl('servicesUrl (AGENT_SERVICES_URL)', options.servicesUrl, insecure)
      : baseUrl,
    // All instances have the same key, so they derive the same secret. Owners write it in this form when they set one
    // (docs/security.md).
    sessionSecrets: secrets('sessionSecret (SESSION_SECRET)', options.sessionSecret) ?? [
      `derived:${options.apiKey}`,
    ],
    identitySecrets: secrets('identitySecret (IDENTITY_SECRET)', options.identitySecret) ?? [],
    trustProxy,
    ownOrigins: readOwnOrigins(options.ownOrigins),
    basePath: (options.basePath ?? '').replace(/\/+$/, ''),
    limits: readLimits(options.limits),
  };
}

/** Two: with one, whatever holds a connection would stop everything else. */
const POOL_MIN = 2;

function checkPool(connections: number = POOL_MIN): void {
  if (!Number.isInteger(connections) || connections < POOL_MIN)
    throw new ConfigError(`databasePool (DATABASE_POOL) must be a whole number from ${POOL_MIN} on`);
}

function checkAgentIds(ids: readonly string[] | undefined): void {
  if (ids === undefined) return;
  if (ids.length === 0) throw new ConfigError('agentIds (AGENT_IDS) must name at least one agent');
  const wrong = ids.find(id => !isAgentId(id));
  if (wrong !== undefined) throw new ConfigError(`agentIds (AGENT_IDS): "${wrong}" is not an agent id`);
}

function readOwnOrigins(given: ProxyOptions['ownOrigins'] = []): () => readonly string[] {
  const origins = typeof given === 'function' ? given : () => given;
  // Copied from a browser, an address ends with a slash; an `Origin` header never does.
  return () => origins().map(origin => origin.replace(/\/$/, ''));
}

/** Seconds that a timer can wait (31 bits of milliseconds); a longer one fires at once. */
const TIMER_MAX = 2_147_483;

/** Limits for which 0 makes no sense. */
const ABOVE_ZERO: readonly string[] = [
  'heartbeatSeconds',
  'replySeconds',
  'silenceSeconds',
  'visitorDays',
] satisfies (keyof ProxyLimits)[];

function readLimits(given: GivenLimits = {}): ProxyLimits {
  const limits = { ...DEFAULT_LIMITS };
  const unknown = Object.keys(given).find(name => !Object.hasOwn(DEFAULT_LIMITS, name));
  if (unknown !== undefined) throw new ConfigError(`limits.${unknown} is no limit of the proxy`);
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof ProxyLimits)[]) {
    const value = given[name] ?? DEFAULT_LIMITS[name];
    const max = name.endsWith('Seconds') ? TIMER_MAX : Number.POSITIVE_INFINITY;
    const zero = value === 0 && ABOVE_ZERO.includes(name);
    if (typeof value !== 'number' || !(value >= 0 && value <= max) || zero) {
      const range = max === TIMER_MAX ? `from 0 to ${max}` : 'from 0 on';
      throw new ConfigError(`limits.${name} must be a number ${zero ? 'above 0' : range}`);
    }
    limits[name] = value;
  }
  return limits;
}

/** The settings that a function returns are checked when it is called. */
function checkInitialSettings(initial: InitialSettings = {}): void {
  if (typeof initial === 'function') return;
  for (const [agentId, patch] of Object.entries(initial)) readInitialSettings(agentId, patch);
}

/** @throws ConfigError */
export function readInitialSettings(agentId: string, patch: object): SettingsPatch {
  try {
    return parseSettingsPatch(patch);
  } catch (error) {
    throw new ConfigError(`initialSettings.${agentId}: ${(error as Error).message}`);
  }
}

function upstreamUrl(name: string, value: string | undefined, insecure: boolean): string {
  let url: URL;
  try {
    url = new URL(value ?? '');
  } catch {
    throw new ConfigError(`${name} must be a whole address such as https://agents.example`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ConfigError(`${name} must be an https or http address, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username || url.password) throw new ConfigError(`${name} must have no user name or password`);
  if (url.search) throw new ConfigError(`${name} must have no query`);
  if (url.hash) throw new ConfigError(`${name} must have no fragment`);
  if (url.protocol === 'http:' && !insecure && !isLoopback(url.hostname)) {
    throw new ConfigError(
      `${name} is plain http to another machine, which would show the key on the wire. ` +
        'Use https, or say so with allowInsecureUpstream (AGENT_ALLOW_HTTP=1)',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function secrets(name: string, value: string | readonly string[] | undefined): readonly string[] | undefined {
  if (value === undefined || value.length === 0) return undefined;
  const list = typeof value === 'string' ? [value] : value;
  if (list.some(secret => secret === '')) throw new ConfigError(`${name} must not be empty`);
  return list;
}

/** A shorter secret can be guessed. */
const SECRET_MIN = 16;

/** The names of secrets that are too short, for a warning. The proxy works with them all the same. */
export function weakSecrets(config: ProxyConfig): string[] {
  const given: Record<string, readonly string[]> = {
    ADMIN_TOKEN: config.adminToken === undefined ? [] : [config.adminToken],
    SESSION_SECRET: config.sessionSecrets,
    IDENTITY_SECRET: config.identitySecrets,
  };
  return Object.keys(given).filter(name => given[name]?.some(secret => secret.length < SECRET_MIN));
}

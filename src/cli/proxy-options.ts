import type { ProxyOptions } from '../proxy/index.ts';
import { DEFAULT_LIMITS } from '../proxy/options.ts';
import { createLogger } from './logger.ts';
import { modelTimeout } from './model-options.ts';
import {
  agentIds,
  databaseAddress,
  databasePool,
  redisAddress,
  rotating,
  trustedProxies,
  type Variables,
  wholeNumber,
} from './variables.ts';

/** A question may be rewritten first. */
const REPORTED_WITHIN_SECONDS = 20;

/** The proxy's options that `start` and `proxy` read from the environment. @throws UsageError */
export function proxyOptions(variables: Variables): Omit<ProxyOptions, 'baseUrl' | 'apiKey'> {
  return {
    agentIds: agentIds(variables),
    adminToken: variables.ADMIN_TOKEN,
    sessionSecret: rotating(variables, 'SESSION_SECRET'),
    identitySecret: rotating(variables, 'IDENTITY_SECRET'),
    trustProxy: trustedProxies(variables),
    limits: { silenceSeconds: silenceSeconds(modelTimeout(variables)) },
    creditsPerMonth: wholeNumber(variables, 'AGENT_CREDITS_PER_MONTH', 999_999_999),
    redisUrl: redisAddress(variables),
    databaseUrl: databaseAddress(variables),
    databasePool: databasePool(variables),
    logger: createLogger(variables),
  };
}

/** The service reports a silent model itself, so the proxy must wait longer than the service. */
function silenceSeconds(modelTimeout: number | undefined): number | undefined {
  return modelTimeout === undefined
    ? undefined
    : Math.max(DEFAULT_LIMITS.silenceSeconds, modelTimeout + REPORTED_WITHIN_SECONDS);
}

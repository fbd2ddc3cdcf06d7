import type { ProxyOptions } from '../proxy/index.ts';
import { createLogger } from './logger.ts';
import {
  databaseAddress,
  redisAddress,
  rotating,
  trustedProxies,
  type Variables,
  wholeNumber,
} from './variables.ts';

/** What both `start` and `proxy` tell the proxy from the environment. @throws UsageError */
export function proxyOptions(variables: Variables): Omit<ProxyOptions, 'baseUrl' | 'apiKey'> {
  return {
    adminToken: variables.ADMIN_TOKEN,
    sessionSecret: rotating(variables, 'SESSION_SECRET'),
    identitySecret: rotating(variables, 'IDENTITY_SECRET'),
    trustProxy: trustedProxies(variables),
    creditsPerMonth: wholeNumber(variables, 'AGENT_CREDITS_PER_MONTH', 999_999_999),
    redisUrl: redisAddress(variables),
    databaseUrl: databaseAddress(variables),
    logger: createLogger(variables),
  };
}
